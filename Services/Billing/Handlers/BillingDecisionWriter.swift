import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores decisions, records provider calls and publishes the results, for all handlers.
package struct BillingDecisionWriter: Sendable {
    let rules: SubscriptionRules
    let table: EntitlementTable
    /// `stripe` or `sandbox`.
    let provider: String
    /// Computes the hash of cards used for a trial; nil without trials.
    let cards: BlindIndex?

    /// The command that caused a decision; nil for decisions caused by time or the provider.
    struct CommandOrigin: Sendable {
        let operationID: OperationID?
        let correlationID: UUID
        /// When the gateway accepted it; nil for a command that has waited for something else in between.
        let orderedAt: Date?

        init(_ attributes: EventAttributes) {
            operationID = attributes.operationID
            correlationID = attributes.correlationID
            orderedAt = attributes.time
        }

        init() {
            operationID = nil
            correlationID = UUID()
            orderedAt = nil
        }
    }

    /// Stores a subscription, records the resulting calls, and publishes it.
    ///
    /// - Parameters:
    ///   - stored: The decided subscription.
    ///   - effects: The effects of the decision.
    ///   - command: The command.
    ///   - ending: The outcome of the command; nil if it waits for the provider, or without a command.
    ///   - transaction: The transaction of the decision.
    /// - Throws: A `PostgresError`.
    func keep(
        _ stored: StoredSubscription, _ effects: [SubscriptionState.Effect] = [], for command: CommandOrigin,
        ending: OperationStatus? = nil, in transaction: borrowing Transaction
    ) async throws {
        var stored = stored
        stored.changedAt = try transaction.eventTime()
        try await SubscriptionRepository.save(stored, in: transaction)
        for effect in effects { try await request(effect, of: stored, for: command, in: transaction) }
        try publish(stored, for: command.operationID, ending: ending, in: transaction)
        try await publishEntitlement(of: stored.state.accountID, in: transaction)
        try await settleSeats(of: stored, in: transaction)
    }

    /// Publishes the state of a subscription.
    func publish(
        _ stored: StoredSubscription, for operation: OperationID?, ending: OperationStatus?,
        in transaction: borrowing Transaction
    ) throws {
        guard let published = stored.event(by: rules) else { throw UnknownStoredValue(column: "subscriptions.state") }
        try transaction.append(
            published, key: published.accountID, subject: published.subscriptionID, operation: operation, ending: ending
        )
    }

    /// Stores the state of a payment, and publishes it unless it is an unpaid purchase.
    func keep(
        _ payment: StoredPayment, ending: OperationStatus? = nil, in transaction: borrowing Transaction
    ) async throws {
        try await PaymentRepository.save(payment, in: transaction)
        guard payment.isPublished else { return }
        try transaction.append(
            payment.published, key: payment.published.accountID, subject: payment.published.paymentID, ending: ending)
    }

    /// Requests a refund and publishes it.
    ///
    /// - Parameters:
    ///   - payment: The paid payment.
    ///   - ending: The outcome of the command; nil without one.
    ///   - orderedAt: When the gateway accepted the command.
    ///   - transaction: The transaction of the decision.
    /// - Throws: A `PostgresError`, or `PermanentFailure` if the provider's charge id is unknown.
    func refund(
        _ payment: StoredPayment, ending: OperationStatus? = nil, orderedAt: Date? = nil,
        in transaction: borrowing Transaction
    ) async throws {
        guard let chargeID = payment.chargeID else {
            throw PermanentFailure("a paid payment lacks the provider's charge id")
        }
        var payment = payment
        let now = try transaction.eventTime()
        payment.published.version += 1
        payment.published.status = .refunded
        payment.published.refundedAt = now
        payment.published.refundableUntil = nil
        payment.refundAskedAt = now
        try await keep(payment, ending: ending, in: transaction)
        var call = ProviderCall(
            .refund, key: payment.key.refundKey, of: payment.published.accountID, charge: payment.key)
        call.objectID = chargeID
        call.amount = payment.published.total
        call.orderedAt = orderedAt
        try await CallRepository.add(call, at: now, in: transaction)
    }

    /// States in which a person has the plan's features.
    static let inForce: [SubscriptionStatus] = [.trialing, .active, .pastDue]

    private func request(
        _ effect: SubscriptionState.Effect, of stored: StoredSubscription, for command: CommandOrigin,
        in transaction: borrowing Transaction
    ) async throws {
        let account = stored.state.accountID, now = try transaction.eventTime()
        switch effect {
        case .openCheckout(let charge):
            try await keep(payment(charge, of: account, for: command), in: transaction)
            try await openPage(charge.key, of: account, for: command, in: transaction)
        case .charge(let charge):
            try await keep(payment(charge, of: account, for: command), in: transaction)
            var call = ProviderCall(.charge, key: charge.key.description, of: account, charge: charge.key)
            call.orderedAt = command.orderedAt
            try await CallRepository.add(call, at: now, in: transaction)
        case .closeCheckout(let key):
            try await CallRepository.add(
                ProviderCall(.closePage, key: "\(key)/close", of: account, charge: key), at: now, in: transaction)
        case .openTrialCheckout(let key):
            var stored = stored
            stored.waiting = command.operationID == nil ? nil : command
            try await SubscriptionRepository.save(stored, in: transaction)
            try await openPage(key, of: account, for: command, in: transaction)
        }
    }

    private func openPage(
        _ key: ChargeKey, of account: AccountID, for command: CommandOrigin, in transaction: borrowing Transaction
    ) async throws {
        var call = ProviderCall(.openPage, key: Self.pageKey(key), of: account, charge: key)
        call.orderedAt = command.orderedAt
        try await CallRepository.add(call, at: try transaction.eventTime(), in: transaction)
    }

    /// The key of the call that opens the page of a charge.
    static func pageKey(_ key: ChargeKey) -> String { "\(key)/page" }

    private func payment(
        _ charge: SubscriptionState.Charge, of account: AccountID, for command: CommandOrigin
    ) -> StoredPayment {
        StoredPayment(
            published: PaymentChanged(
                accountID: account, paymentID: charge.key.paymentID, subscriptionID: charge.key.subscriptionID,
                version: 1, status: .pending, purpose: charge.purpose, choice: charge.choice, net: charge.net,
                taxes: charge.taxes, total: charge.total, askedAt: charge.askedAt),
            key: charge.key, provider: provider, operationID: command.operationID, correlationID: command.correlationID)
    }
}
