import EventContracts
import Foundation
import IngestionCore
import Sealing

/// A seat that somebody offers of those that they pay for (BIL-20).
struct Seat: Sendable, Equatable {
    /// How long an invitation waits to be taken up.
    static let invitationLife: TimeInterval = 14 * 86_400
    /// Characters of what the owner calls the other.
    static let nameLength = 1...100

    let id: SeatID
    let owner: AccountID
    let subscription: SubscriptionID
    /// Nil while it is offered.
    var member: AccountID?
    let words: Sealed<SeatWords>
    let offeredAt: Date
    var takenAt: Date?

    /// Whether its invitation cannot be taken up any more.
    func isExpired(at now: Date) -> Bool { member == nil && offeredAt + Self.invitationLife <= now }
}

/// Whom a seat is for, in the words of who pays; sealed as (`seat.words`, seat).
struct SeatWords: Codable, Sendable, Equatable {
    /// The owner's name for the user, such as `Ana, reception`.
    var name: String
}
