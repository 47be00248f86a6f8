import BillingProviders
import BillingRules
import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Quantities
import ServiceRuntime

/// Makes recorded provider calls: claims one in a transaction, makes it outside any, and applies its result in a second
/// one.
///
/// If the process dies in between, the outcome is unknown: the provider is queried before the call is repeated (fault
/// row 27).
struct ProviderCallRunner: Sendable {
    let writer: BillingDecisionWriter
    let settlement: Settlement
    let database: MessagingDatabase
    let provider: any PaymentProvider
    let caller: ProviderCaller
    /// Duration of the claim on a call: longer than any request takes.
    let lease: Duration
    /// Measures the time from the command to its first request (BIL-06).
    let reached: Histogram
    let logger: Logger

    /// Upper bounds in seconds; the target is 0.02 for four in five.
    static let reachedBuckets = [0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    /// Polling interval of customers to be deleted.
    private static let forgetting = Duration.seconds(10)
    /// Delay before a failed refund is retried, after the operator was informed.
    private static let failedRefund = Duration.seconds(3_600)

    /// Makes the call that has been due the longest.
    ///
    /// - Returns: False if none is due.
    /// - Throws: A `PostgresError`: the call is unchanged.
    func makeNext() async throws -> Bool {
        // Truncated to milliseconds, like stored times, so that a due call is never in the future.
        let now = EventTime.truncate(database.clock.now())
        let taken = try await database.pool.withTransaction { transaction in
            try await CallRepository.take(at: now, until: now.adding(lease), in: transaction)
        }
        guard let call = taken else { return false }
        switch call.kind {
        case .openPage: try await openPage(call)
        case .closePage: try await closePage(call)
        case .charge: try await charge(call)
        case .refund: try await refund(call)
        case .query: try await runQuery(call)
        case .forget: try await forget(call)
        }
        return true
    }

    private func charge(_ call: ProviderCall) async throws {
        guard let (stored, payment) = try await subject(of: call), let pending = stored.state.pending,
            pending.key == payment.key
        else { return try await drop(call) }
        let known = try await CustomerRepository.read(call.account, at: provider.name, in: database.pool)
        guard let known, let card = known.cardID else {
            return try await lookUpCharge(pending, of: known?.customerID, call)
        }
        let command = ChargeRequest(account: call.account, customer: known.customerID, card: card, charge: pending)
        let now = database.clock.now()
        reach(for: call)
        switch await caller.charge(command, unknownSince: call.unknownSince, at: now) {
        case .done(let report):
            try await finish(call) { transaction in
                try await settlement.take(report, of: call.account, in: transaction)
            }
        case .again(let isUnknown): try await retry(call, isUnknown: isUnknown)
        case .never(let code):
            logger.error("the provider refused a charge", metadata: ["code": "\(code)"])
            try await finish(call) { transaction in
                try await settlement.takeNever(payment.key, of: call.account, .declined, in: transaction)
            }
        }
    }

    /// Handles a charge without a card, for example after an erasure; an earlier attempt may have moved money, which is
    /// then refunded.
    private func lookUpCharge(_ charge: SubscriptionState.Charge, of known: String?, _ call: ProviderCall) async throws
    {
        var outcome = ProviderCaller.Outcome<ChargeReport>.never(code: "no_card")
        if let since = call.unknownSince {
            var customer = known
            // An erasure during this call may have stored the customer id with the call.
            if customer == nil { customer = try await CallRepository.object(of: call.key, in: database.pool) }
            if let customer {
                outcome = await caller.lookUpCharge(charge, of: customer, unknownSince: since, at: database.clock.now())
            } else {
                logger.critical(
                    "money needs an operator",
                    metadata: ["why": "no provider to query about a charge", "charge": "\(charge.key)"])
            }
        }
        switch outcome {
        case .done(let report):
            try await finish(call) { transaction in
                try await settlement.take(report, of: call.account, in: transaction)
            }
        case .again: try await retry(call, isUnknown: true)
        case .never:
            try await finish(call) { transaction in
                try await settlement.takeNever(charge.key, of: call.account, .declined, in: transaction)
            }
        }
    }

    /// Deletes an erased person at the provider, once no pending call needs the customer (BIL-18).
    private func forget(_ call: ProviderCall) async throws {
        guard let customer = call.objectID else { throw UnknownStoredValue(column: "provider_calls.object_id") }
        guard try await !CallRepository.needsCustomer(call.account, in: database.pool) else {
            return try await retry(call, isUnknown: false, after: Self.forgetting)
        }
        do throws(ProviderFailure) {
            try await provider.forget(customer)
        } catch {
            guard case .refused(let code) = error else { return try await retry(call, error) }
            logger.error("erasing a customer at the provider failed", metadata: ["code": "\(code)"])
            return try await retry(call, isUnknown: false, after: Self.failedRefund)
        }
        try await drop(call)
    }

    private func refund(_ call: ProviderCall) async throws {
        guard let key = call.charge, let chargeID = call.objectID, let amount = call.amount else {
            throw UnknownStoredValue(column: "provider_calls.charge_key")
        }
        let command = RefundRequest(account: call.account, chargeID: chargeID, key: key, amount: amount)
        reach(for: call)
        switch await caller.refund(command, unknownSince: call.unknownSince) {
        case .done(let report):
            try await write(call) { transaction in
                if try await settlement.takeRefund(report, of: key, call.account, in: transaction) {
                    return try await CallRepository.remove(call.key, in: transaction)
                }
                let next = try transaction.eventTime().adding(Self.failedRefund)
                try await CallRepository.retry(call, unknownSince: nil, at: next, in: transaction)
            }
        case .again(let isUnknown): try await retry(call, isUnknown: isUnknown)
        case .never(let code):
            logger.critical(
                "money needs an operator", metadata: ["why": "the provider refused a refund", "code": "\(code)"])
            try await retry(call, isUnknown: false, after: Self.failedRefund)
        }
    }

    private func runQuery(_ call: ProviderCall) async throws {
        guard let object = call.objectID else { throw UnknownStoredValue(column: "provider_calls.object_id") }
        if object.hasPrefix("cs_") {
            switch await perform({ () throws(ProviderFailure) in try await provider.checkout(object) }) {
            case .success(let page): try await take(page, for: call)
            case .failure(let failure): try await retryQuery(call, failure)
            }
            return
        }
        // A refund made directly at the provider is found through its charge.
        switch await perform({ () throws(ProviderFailure) in try await provider.charge(about: object) }) {
        case .success(let charge?): try await take(charge: charge, for: call)
        case .success(nil): try await drop(call)
        case .failure(let failure): try await retryQuery(call, failure)
        }
    }

    /// Reads the state of a charge and applies it.
    func take(charge chargeID: String, for call: ProviderCall) async throws {
        switch await perform({ () throws(ProviderFailure) in try await provider.charge(named: chargeID) }) {
        case .success(let report):
            try await finish(call) { transaction in
                try await settlement.take(report, of: call.account, in: transaction)
            }
        case .failure(let failure): try await retryQuery(call, failure)
        }
    }

    /// An object unknown to the provider is ignored.
    func retryQuery(_ call: ProviderCall, _ failure: ProviderFailure) async throws {
        if call.kind == .query, case .refused = failure { return try await drop(call) }
        try await retry(call, failure)
    }

    func perform<Answer>(
        _ question: () async throws(ProviderFailure) -> Answer
    ) async -> Result<Answer, ProviderFailure> {
        do throws(ProviderFailure) {
            return .success(try await question())
        } catch {
            return .failure(error)
        }
    }

    /// Records the time from a command to its first request.
    func reach(for call: ProviderCall) {
        guard let orderedAt = call.orderedAt, call.attempts == 0 else { return }
        reached.observe(max(0, database.clock.now().timeIntervalSince(orderedAt)))
    }

    func subscription(of call: ProviderCall) async throws -> StoredSubscription? {
        guard let key = call.charge else { return nil }
        return try await database.pool.withTransaction { transaction in
            try await SubscriptionRepository.read(key.subscriptionID, in: transaction)
        }
    }

    private func subject(of call: ProviderCall) async throws -> (StoredSubscription, StoredPayment)? {
        guard let key = call.charge else { return nil }
        return try await database.pool.withTransaction { transaction in
            guard let stored = try await SubscriptionRepository.read(key.subscriptionID, in: transaction),
                let payment = try await PaymentRepository.read(key, in: transaction)
            else { return nil }
            return (stored, payment)
        }
    }

    /// Discards a call that is no longer needed.
    func drop(_ call: ProviderCall) async throws {
        try await database.pool.withTransaction { transaction in
            try await CallRepository.remove(call.key, in: transaction)
        }
    }

    /// Applies the final result of a call.
    func finish(
        _ call: ProviderCall, _ body: (borrowing Transaction) async throws -> Void
    ) async throws {
        try await write(call) { transaction in
            try await body(transaction)
            try await CallRepository.remove(call.key, in: transaction)
        }
    }

    func write(_ call: ProviderCall, _ body: (borrowing Transaction) async throws -> Void) async throws {
        try await database.write(.request(correlationID: UUID()), body)
    }

    func retry(_ call: ProviderCall, _ failure: ProviderFailure) async throws {
        try await retry(call, isUnknown: call.unknownSince != nil || failure == .unknownOutcome)
    }

    func retry(_ call: ProviderCall, isUnknown: Bool, after delay: Duration? = nil) async throws {
        let now = database.clock.now()
        // Delays of 1, 2, 4 … s, at most a minute.
        let delay = delay ?? .seconds(min(60, 1 << min(call.attempts, 6)))
        try await database.pool.withTransaction { transaction in
            try await CallRepository.retry(
                call, unknownSince: isUnknown ? call.unknownSince ?? now : nil, at: now.adding(delay), in: transaction)
        }
    }
}
