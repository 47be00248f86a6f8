import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres

extension BillingDecisionWriter {
    /// Publishes an account's entitlement if it changed.
    ///
    /// Concurrent decisions are serialized, because an entitlement depends on a seat, locked by its payer, and on the
    /// account's own subscription.
    func publishEntitlement(of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await EntitlementRepository.lock(account, in: transaction)
        let now = try transaction.eventTime()
        var sources: [EntitlementSource] = []
        if let own = try await SubscriptionRepository.list(of: account, Self.inForce, in: transaction).first {
            sources += [EntitlementSource(own.state, by: rules)].compactMap(\.self)
        }
        for seat in try await SeatRepository.used(by: account, in: transaction) {
            guard let paid = try await SubscriptionRepository.read(seat.subscription, in: transaction) else { continue }
            sources += [EntitlementSource(paid.state, by: rules, isSeat: true)].compactMap(\.self)
        }
        if let gift = try await GiftRepository.read(account, in: transaction) {
            sources.append(EntitlementSource(tier: gift.tier, end: gift.until, basis: .complimentary))
        }
        let last = try await EntitlementRepository.read(account, in: transaction)
        let published = table.entitlement(of: account, by: sources, version: (last?.version ?? 0) + 1, at: now)
        let isNews =
            if let last {
                (last.tier, last.until, last.basis) != (published.tier, published.until, published.basis)
                    || last.entitlements != published.entitlements || last.after != published.after
            } else {
                published.tier != .basic
            }
        guard isNews else { return }
        try await EntitlementRepository.save(published, in: transaction)
        try transaction.append(published, key: account, subject: account)
    }

    /// Frees seats that are no longer paid for, newest first, and publishes the entitlements of their users.
    ///
    /// Seats stay during a payment delay: after a late payment everything continues.
    func settleSeats(of stored: StoredSubscription, in transaction: borrowing Transaction) async throws {
        let used = try await SeatRepository.used(of: stored.state.subscriptionID, in: transaction)
        guard !used.isEmpty else { return }
        let isOver = stored.state.status == .ended && stored.state.ending != .unpaid
        let paid = isOver ? 0 : seatsPaid(of: stored.state.choice)
        for seat in used.prefix(max(0, used.count - paid)) {
            try await release(seat, for: nil, in: transaction)
        }
        // Sorted, so that two payers with the same members cannot deadlock.
        for member in Set(used.compactMap(\.member)).sorted(by: { $0.description < $1.description }) {
            try await publishEntitlement(of: member, in: transaction)
        }
    }

    /// Number of seats for others; zero for an individual plan.
    func seatsPaid(of choice: PlanChoice) -> Int {
        guard let plan = rules.prices[choice.planID], plan.seats.upperBound > 1 else { return 0 }
        return choice.seats
    }

    /// Releases a seat, and publishes it.
    func release(
        _ seat: StoredSeat, for operation: OperationID?, in transaction: borrowing Transaction
    ) async throws {
        let now = try transaction.eventTime(), free = seat.released(at: now)
        try await SeatRepository.save(free, in: transaction)
        try publish(free, for: operation, in: transaction)
    }

    /// Publishes the state of a seat; its waiting command succeeds.
    func publish(_ seat: StoredSeat, for operation: OperationID?, in transaction: borrowing Transaction) throws {
        try transaction.append(
            seat.event(at: try transaction.eventTime()), key: seat.account, subject: seat.seatID, operation: operation,
            ending: operation == nil ? nil : .succeeded)
    }

    /// The current rules: nothing is sold after an announced retirement (BIL-17).
    func rules(in transaction: borrowing Transaction) async throws -> SubscriptionRules {
        var rules = rules
        if try await RetirementRepository.stands(in: transaction) { rules.policy.isRetired = true }
        return rules
    }
}
