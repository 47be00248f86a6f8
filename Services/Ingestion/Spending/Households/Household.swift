import EventContracts
import Foundation
import IngestionCore

/// People who shop together, and see what each of them shares (SPD-25).
struct Household: Sendable, Equatable {
    /// Most people of one.
    static let maxMembers = 12
    /// Most invitations that are open at the same time.
    static let maxInvitations = 12
    /// How long an invitation waits to be accepted: 7 days.
    static let invitationLife: TimeInterval = 7 * 86_400
    /// Longest name of a household or a member, in Unicode scalars.
    static let longestName = 60

    let id: HouseholdID
    /// Who invites, removes and ends.
    var owner: AccountID
    /// Sealed with the owner's key; nil when that is gone and nobody has named it since.
    var name: [UInt8]?
}

/// One stay of a person in a household.
struct HouseholdMember: Sendable, Equatable {
    let id: HouseholdMemberID
    let household: HouseholdID
    let account: AccountID
    /// Sealed: what the others read beside what the member shares.
    var name: [UInt8]
    /// Whether purchases are shared from when they are entered.
    var sharesNew: Bool
    var version: Int64 = 1
    let joinedAt: Date
    var endedAt: Date?

    /// What the others are told.
    var told: HouseholdMemberChanged {
        HouseholdMemberChanged(
            accountID: account, memberID: id, householdID: household, version: version, joinedAt: joinedAt,
            endedAt: endedAt)
    }
}
