import EventContracts
import Foundation
import IngestionCore

/// Seats in the form for their payer.
struct SeatsView: Encodable, Sendable {
    /// Number of paid seats.
    let paid: Int
    let taken: Int
    let items: [SeatView]

    init(paid: Int, items: [SeatView]) {
        self.paid = paid
        taken = items.count { $0.state == "taken" }
        self.items = items
    }
}

/// A seat in the form for its payer.
struct SeatView: Encodable, Sendable {
    let id: SeatID
    /// The payer's name for the user.
    let name: String
    /// `offered`, `taken` or `expired`.
    let state: String
    let offeredAt: Date
    let takenAt: Date?
    /// When the invitation ends; nil once it was accepted.
    let expiresAt: Date?
    /// The invitation; returned once, when the seat is offered.
    let token: String?

    init(_ seat: Seat, name: String, at now: Date, token: String? = nil) {
        id = seat.id
        self.name = name
        state = seat.member != nil ? "taken" : seat.isExpired(at: now) ? "expired" : "offered"
        offeredAt = seat.offeredAt
        takenAt = seat.takenAt
        expiresAt = seat.member == nil ? seat.offeredAt + Seat.invitationLife : nil
        self.token = token
    }
}

/// A seat in the form for its user.
struct UsedSeatView: Encodable, Sendable {
    let id: SeatID
    let takenAt: Date?

    init(_ seat: Seat) {
        id = seat.id
        takenAt = seat.takenAt
    }
}
