import EventContracts
import Foundation
import Quantities

extension ProfileChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.allergenProfile, accountID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { changedAt.microseconds }
    package var deletedAt: Date? { nil }
}

extension ScanAssessed: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.labelScan, scanID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { scannedAt.microseconds }
}

extension ReactionChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.reaction, reactionID.uuid) }
    package var owner: AccountID { accountID }
    /// By the day it happened, entries of one day by when they were recorded.
    package var sortKey: Int64 {
        let day = Int64(CalendarDay(occurredOn)?.daysSinceEpoch ?? 0) * Date.microsecondsPerDay
        return day + recordedAt.microseconds % Date.microsecondsPerDay
    }
}

extension NoticeCreated: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.notification, notice.noticeID.uuid) }
    package var owner: AccountID { notice.accountID }
    package var version: Int64 { notice.version }
    package var sortKey: Int64 { notice.createdAt.microseconds }
    package var deletedAt: Date? { notice.deletedAt }
}

extension NoticeChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.notification, notice.noticeID.uuid) }
    package var owner: AccountID { notice.accountID }
    package var version: Int64 { notice.version }
    package var sortKey: Int64 { notice.createdAt.microseconds }
    package var deletedAt: Date? { notice.deletedAt }
}

extension Date {
    fileprivate static let microsecondsPerDay: Int64 = 86_400 * 1_000_000

    /// Since 1970.
    var microseconds: Int64 { Int64((timeIntervalSince1970 * 1_000_000).rounded()) }
}
