import Foundation
import Testing

@testable import NotificationService

@Suite("Notice updates by version")
struct NoticeRecordTests {
    private let time = Date(timeIntervalSince1970: 1_768_478_400)

    private func record(causeVersion: Int64, isRead: Bool = true, isDeleted: Bool = false) -> NoticeRecord {
        NoticeRecord(
            version: 4, causeVersion: causeVersion, causeState: "contains", createdAt: time,
            readAt: isRead ? time : nil, deletedAt: isDeleted ? time : nil)
    }

    @Test("NOT-04: later versions update the notice, older ones do not")
    func oneNotice() {
        #expect(step(from: nil, causeVersion: 3) == .create)
        for old in [Int64(1), 2] {
            #expect(step(from: record(causeVersion: 2), causeVersion: old, "x") == .ignore)
        }
    }

    @Test("notice: a version with the same verdict keeps its read state")
    func sameVerdict() {
        let step = step(from: record(causeVersion: 1, isDeleted: true), causeVersion: 2)
        #expect(step == .change(version: 5, isCorrection: false, readAt: time, deletedAt: time))
    }

    @Test("NOT-05: a new verdict makes the notice unread and restores it")
    func otherVerdict() {
        let step = step(from: record(causeVersion: 1, isDeleted: true), causeVersion: 2, "notDetected")
        #expect(step == .change(version: 5, isCorrection: true, readAt: nil, deletedAt: nil))
    }

    @Test("NOT-05: rechecking an old scan updates its notice silently")
    func rechecks() {
        #expect(step(from: nil, causeVersion: 2, isRecheck: true) == .ignore)
        #expect(step(from: record(causeVersion: 1), causeVersion: 2, isRecheck: true) == .ignore)
        #expect(
            step(from: record(causeVersion: 1, isDeleted: true), causeVersion: 2, "mayContain", isRecheck: true)
                == .ignore)
        #expect(
            step(from: record(causeVersion: 1), causeVersion: 2, "mayContain", isRecheck: true)
                == .change(version: 5, isCorrection: true, readAt: time, deletedAt: nil))
    }

    private func step(
        from record: NoticeRecord?, causeVersion: Int64, _ state: String = "contains", isRecheck: Bool = false
    ) -> NoticeRecord.Step {
        NoticeRecord.step(from: record, causeVersion: causeVersion, causeState: state, isRecheck: isRecheck)
    }
}
