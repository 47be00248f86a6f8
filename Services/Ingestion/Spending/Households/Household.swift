import EventContracts
import Foundation
import IngestionCore

/// People who shop together, and see what each of them shares (SPD-25).
struct Household: Sendable, Equatable {
    /// Maximum number of members.
    static let maxMembers = 12
    /// Maximum number of open invitations.
    static let maxInvitations = 12
    /// How long an invitation can be accepted, in seconds: 7 days.
    static let invitationLife: TimeInterval = 7 * 86_400
    /// Maximum length of the name of a household or member, in Unicode scalars.
    static let maxNameLength = 60

    let id: HouseholdID
    /// The account that invites and removes members, and ends the household.
    var owner: AccountID
    /// Sealed with the owner's key; nil if that owner is erased and no new name was set.
    var name: [UInt8]?
}

/// The membership of a person in a household.
struct HouseholdMember: Sendable, Equatable {
    let id: HouseholdMemberID
    let household: HouseholdID
    let account: AccountID
    /// The sealed name shown to the other members.
    var name: [UInt8]
    /// Whether new purchases are shared automatically.
    var sharesNew: Bool
    var version: Int64 = 1
    let joinedAt: Date
    var endedAt: Date?

    /// The event for other services.
    var event: HouseholdMemberChanged {
        HouseholdMemberChanged(
            accountID: account, memberID: id, householdID: household, version: version, joinedAt: joinedAt,
            endedAt: endedAt)
    }
}
