import Foundation

/// A person belongs to a household, or does not any more (SPD-25).
///
/// A membership is one stay: who comes back has another. What is shared is shared by a membership, so that it ends with it,
/// in whatever order the rest arrives.
package struct HouseholdMemberChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.household-member-changed.v1")
    package static let topic = Topic.account

    /// Who belongs to it.
    package var accountID: AccountID
    package var memberID: HouseholdMemberID
    package var householdID: HouseholdID
    /// Of the membership; an older one changes nothing.
    package var version: Int64
    package var joinedAt: Date
    /// Set when the person left, or the household ended; for good.
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

/// A person shares a purchase with their household, or does not any more (SPD-25).
package struct ReceiptSharingChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.receipt-sharing-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var receiptID: ReceiptID
    /// Of the sharing; an older one changes nothing.
    package var version: Int64
    /// The membership that it is shared by, as long as that stands; nil when it is shared no more.
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
