import Foundation
import Testing

@testable import NotificationService

@Suite("What a version of a cause does to its notice")
struct NoticeRecordTests {
    private let time = Date(timeIntervalSince1970: 1_768_478_400)

    private func record(causeVersion: Int64, isRead: Bool = true, isDeleted: Bool = false) -> NoticeRecord {
        NoticeRecord(
            version: 4, causeVersion: causeVersion, causeState: "contains", createdAt: time,
            readAt: isRead ? time : nil, deletedAt: isDeleted ? time : nil)
    }

    @Test("NOT-04: the first version makes the notice, later ones change it, older ones do nothing")
    func oneNotice() {
        #expect(NoticeRecord.step(from: nil, causeVersion: 3, causeState: "contains") == .create)
        for old in [Int64(1), 2] {
            #expect(NoticeRecord.step(from: record(causeVersion: 2), causeVersion: old, causeState: "x") == .ignore)
        }
    }

    @Test("A later version with the same verdict keeps the notice read, and deleted")
    func sameVerdict() {
        let step = NoticeRecord.step(
            from: record(causeVersion: 1, isDeleted: true), causeVersion: 2, causeState: "contains")
        #expect(step == .change(version: 5, isNews: false, readAt: time, deletedAt: time))
    }

    @Test("NOT-05: another verdict makes the notice unread and brings it back")
    func otherVerdict() {
        let step = NoticeRecord.step(
            from: record(causeVersion: 1, isDeleted: true), causeVersion: 2, causeState: "notDetected")
        #expect(step == .change(version: 5, isNews: true, readAt: nil, deletedAt: nil))
    }
}
