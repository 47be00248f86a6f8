import EventContracts
import Foundation
import Sealing

/// A grant: read access to a part of a person's records for a limited time (GW-48, NUT-28).
package struct Grant: Sendable, Equatable {
    /// Maximum number of concurrent grants of one person.
    package static let maxPerOwner = 50
    /// Maximum duration, in seconds.
    package static let maxDuration: TimeInterval = 366 * 86_400
    /// How long an invitation can be accepted, in seconds.
    package static let invitationLife: TimeInterval = 14 * 86_400
    /// Length of the owner's name for the recipient, in characters.
    package static let nameLength = 1...100

    package let id: GrantID
    package let owner: AccountID
    package var grantee: AccountID?
    package let scopes: Set<GrantScope>
    package let words: Sealed<GrantWords>
    package var state: GrantState
    package var version: Int64
    package let offeredAt: Date
    package var acceptedAt: Date?
    package var endedAt: Date?
    package let expiresAt: Date

    package init(
        id: GrantID, owner: AccountID, grantee: AccountID? = nil, scopes: Set<GrantScope>, words: Sealed<GrantWords>,
        state: GrantState, version: Int64, offeredAt: Date, acceptedAt: Date? = nil, endedAt: Date? = nil,
        expiresAt: Date
    ) {
        self.id = id
        self.owner = owner
        self.grantee = grantee
        self.scopes = scopes
        self.words = words
        self.state = state
        self.version = version
        self.offeredAt = offeredAt
        self.acceptedAt = acceptedAt
        self.endedAt = endedAt
        self.expiresAt = expiresAt
    }

    /// The event for other services.
    package func event(at now: Date) -> GrantChanged {
        GrantChanged(
            accountID: owner, grantID: id, version: version, state: state,
            scopes: scopes.map(\.rawValue).sorted(), words: words, expiresAt: expiresAt, changedAt: now)
    }
}
