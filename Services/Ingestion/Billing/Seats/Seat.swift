import EventContracts
import Foundation
import IngestionCore
import Sealing

/// A seat that its payer offers to another person (BIL-20).
struct Seat: Sendable, Equatable {
    /// How long an invitation can be accepted, in seconds.
    static let invitationLife: TimeInterval = 14 * 86_400
    /// Length of the payer's name for the user, in characters.
    static let nameLength = 1...100

    let id: SeatID
    let owner: AccountID
    let subscription: SubscriptionID
    /// The user of the seat; nil while it is offered.
    var member: AccountID?
    let words: Sealed<SeatWords>
    let offeredAt: Date
    var takenAt: Date?

    /// Whether the seat's invitation can no longer be accepted.
    func isExpired(at now: Date) -> Bool { member == nil && offeredAt + Self.invitationLife <= now }
}

/// The payer's name for the user of a seat; sealed as (`seat.words`, seat).
struct SeatWords: Codable, Sendable, Equatable {
    /// The name, such as `Ana, reception`.
    var name: String
}
