import BillingRules
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Seats that one person pays for and others use (BIL-20).
struct SeatEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let subscriptions: SubscriptionReader
    let database: MessagingDatabase
    let sealer: Sealer

    /// Offers a seat: the answer contains the invitation, which the person passes on.
    func offer(_ call: Call) async throws -> Answer {
        let owner = try call.principal.account, now = EventTime.truncate(database.clock.now())
        var fields = try BodyFields(call.body)
        let name = fields.text("name", length: Seat.nameLength)
        try fields.finish()
        guard let published = try await subscriptions.current(of: owner), published.isInForce,
            let plan = subscriptions.prices[published.choice.planID], plan.seats.upperBound > 1
        else { throw ProblemDetails(.conflict, detail: "Your plan does not include seats.") }
        let id = SeatID.random(), token = SecretToken.random()
        let seat = Seat(
            id: id, owner: owner, subscription: published.subscriptionID,
            words: try await sealer.seal(SeatWords(name: name), .seatWords(id, of: owner)), offeredAt: now)
        try await database.pool.withTransaction { transaction in
            guard
                try await SeatRepository.insert(
                    seat, tokenHash: token.hash, atMost: published.choice.seats, in: transaction)
            else {
                throw ProblemDetails(
                    .conflict, detail: "All \(published.choice.seats) seats are offered or taken. Withdraw one first.")
            }
        }
        return try .json(.created, SeatView(seat, name: name, at: now, token: token.text))
    }

    /// The seats an account pays for; the only data about their users is the owner's name for them.
    func list(_ call: Call) async throws -> Answer {
        let owner = try call.principal.account, now = database.clock.now()
        var views: [SeatView] = []
        for seat in try await SeatRepository.offered(by: owner, in: database.pool) {
            let words = try await sealer.open(seat.words, .seatWords(seat.id, of: owner))
            views.append(SeatView(seat, name: words.name, at: now))
        }
        let published = try await subscriptions.current(of: owner)
        let isInForce = published?.isInForce ?? false
        return try .json(.ok, SeatsView(paid: isInForce ? subscriptions.seats(of: published) : 0, items: views))
    }

    /// Takes a seat back, accepted or not.
    func remove(_ call: Call) async throws -> Answer {
        let owner = try call.principal.account, id = SeatID(try ResourceReader.id(of: call))
        guard let seat = try await SeatRepository.read(id, of: owner, in: database.pool) else {
            throw ProblemDetails(.notFound)
        }
        return try await release(seat, call)
    }

    /// The seats that the person uses.
    func used(_ call: Call) async throws -> Answer {
        let member = try call.principal.account
        let seats = try await SeatRepository.used(by: member, in: database.pool)
        return try .json(.ok, PageView(items: seats.map(UsedSeatView.init), next: nil))
    }

    /// Accepts an invitation to a seat: `billing` decides, by the number of paid seats.
    func accept(_ call: Call) async throws -> Answer {
        let guest = try call.principal.account
        var fields = try BodyFields(call.body)
        let text = fields.text("token", length: 1...64)
        try fields.finish()
        guard let token = SecretToken(text),
            let seat = try await SeatRepository.invited(
                tokenHash: token.hash, guest, at: database.clock.now(), in: database.pool)
        else { throw ProblemDetails(.notFound) }
        let acceptance = try await acceptor.accept(call, about: ResourceReference(.entitlement, guest.uuid)) {
            transaction in
            try transaction.append(
                AssignSeat(
                    accountID: seat.owner, subscriptionID: seat.subscription, seatID: seat.id, memberID: guest,
                    assignedAt: transaction.eventTime()),
                key: seat.owner, subject: seat.id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    /// Gives up a seat.
    func leave(_ call: Call) async throws -> Answer {
        let member = try call.principal.account, id = SeatID(try ResourceReader.id(of: call))
        guard let seat = try await SeatRepository.read(id, usedBy: member, in: database.pool) else {
            throw ProblemDetails(.notFound)
        }
        return try await release(seat, call)
    }

    private func release(_ seat: Seat, _ call: Call) async throws -> Answer {
        let about = ResourceReference(.entitlement, try call.principal.account.uuid)
        let acceptance = try await acceptor.accept(call, about: about) { transaction in
            let now = try transaction.eventTime()
            try await SeatRepository.withdraw(seat.id, at: now, in: transaction)
            try transaction.append(
                ReleaseSeat(accountID: seat.owner, subscriptionID: seat.subscription, seatID: seat.id),
                key: seat.owner, subject: seat.id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }
}
