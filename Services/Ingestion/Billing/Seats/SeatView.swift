import EventContracts
import Foundation
import IngestionCore

/// Seats that a person pays for, as they see them.
struct SeatsView: Encodable, Sendable {
    /// How many are paid for.
    let paid: Int
    let taken: Int
    let items: [SeatView]

    init(paid: Int, items: [SeatView]) {
        self.paid = paid
        taken = items.count { $0.state == "taken" }
        self.items = items
    }
}

/// A seat, as who pays for it sees it.
struct SeatView: Encodable, Sendable {
    let id: SeatID
    /// The payer's name for the user.
    let name: String
    /// `offered`, `taken` or `expired`.
    let state: String
    let offeredAt: Date
    let takenAt: Date?
    /// When the invitation ends; nil once it was taken up.
    let expiresAt: Date?
    /// The invitation; told once, when the seat is offered.
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

/// A seat, as who uses it sees it.
struct UsedSeatView: Encodable, Sendable {
    let id: SeatID
    let takenAt: Date?

    init(_ seat: Seat) {
        id = seat.id
        takenAt = seat.takenAt
    }
}
