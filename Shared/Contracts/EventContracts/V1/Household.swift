import Foundation

/// A person joined or left a household (SPD-25).
///
/// A membership is one stay: a person who returns gets a new one. Data is shared through a membership, so that sharing
/// ends with it, in whatever order events arrive.
package struct HouseholdMemberChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.household-member-changed.v1")
    package static let topic = Topic.account

    /// The member's account.
    package var accountID: AccountID
    package var memberID: HouseholdMemberID
    package var householdID: HouseholdID
    /// Version of the membership; an older one changes nothing.
    package var version: Int64
    package var joinedAt: Date
    /// Set when the person left or the household ended; final.
    package var endedAt: Date?

    package init(
        accountID: AccountID, memberID: HouseholdMemberID, householdID: HouseholdID, version: Int64, joinedAt: Date,
        endedAt: Date? = nil
    ) {
        self.accountID = accountID
        self.memberID = memberID
        self.householdID = householdID
        self.version = version
        self.joinedAt = joinedAt
        self.endedAt = endedAt
    }
}

/// A person shared a purchase with their household, or stopped sharing it (SPD-25).
package struct ReceiptSharingChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.receipt-sharing-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var receiptID: ReceiptID
    /// Version of the sharing; an older one changes nothing.
    package var version: Int64
    /// The membership that it is shared through, while that lasts; nil if no longer shared.
    package var memberID: HouseholdMemberID?
    package var changedAt: Date

    package init(
        accountID: AccountID, receiptID: ReceiptID, version: Int64, memberID: HouseholdMemberID?, changedAt: Date
    ) {
        self.accountID = accountID
        self.receiptID = receiptID
        self.version = version
        self.memberID = memberID
        self.changedAt = changedAt
    }
}
