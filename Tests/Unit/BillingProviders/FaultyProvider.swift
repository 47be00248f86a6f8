import BillingProviders
import BillingRules
import EventContracts
import Foundation
import Quantities
import Synchronization
import UnitSupport

/// A provider with its own ledger that loses answers: before money moves, after it, or permanently.
///
/// As Stripe does, it repeats its first answer to a key, a failure included.
final class FaultyProvider: PaymentProvider {
    let name = "sandbox"
    private let state: Mutex<State>

    struct State: Sendable {
        var random: SeededGenerator
        /// Chance of a fault, in percent.
        var faults: UInt64
        var answers: [String: Result<ChargeReport, ProviderFailure>] = [:]
        var charges: [ChargeReport] = []
        var refunds: [String: RefundReport] = [:]
        var refundAnswers: [String: Result<RefundReport, ProviderFailure>] = [:]
    }

    init(seed: UInt64, faults: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed), faults: faults)) }

    /// Charges that moved money, with their keys, once per movement.
    var paid: [ChargeReport] {
        state.withLock { state in
            state.charges.filter { if case .paid = $0.state { true } else { false } }
        }
    }

    /// Refunds, by charge.
    var refunded: [String: RefundReport] { state.withLock { $0.refunds } }

    func mend() { state.withLock { $0.faults = 0 } }

    func charge(_ command: ChargeRequest) async throws(ProviderFailure) -> ChargeReport {
        try state.withLock { $0.charge(command) }.get()
    }

    func findCharge(
        _ key: ChargeKey, of customer: String, since: Date
    ) async throws(ProviderFailure) -> ChargeReport? {
        try state.withLock { state -> Result<ChargeReport?, ProviderFailure> in
            if state.strikes { return .failure(.notDone) }
            return .success(state.charges.first { $0.key == key })
        }.get()
    }

    func refund(_ command: RefundRequest) async throws(ProviderFailure) -> RefundReport {
        try state.withLock { $0.refund(command) }.get()
    }

    func findRefund(of chargeID: String) async throws(ProviderFailure) -> RefundReport? {
        try state.withLock { state -> Result<RefundReport?, ProviderFailure> in
            if state.strikes { return .failure(.notDone) }
            return .success(state.refunds[chargeID])
        }.get()
    }

    // Not used by these tests.
    func customer(of account: AccountID, attempt: Int) async throws(ProviderFailure) -> String { throw .notDone }
    func openCheckout(_ command: CheckoutRequest) async throws(ProviderFailure) -> HostedPage { throw .notDone }
    func checkout(_ pageID: String) async throws(ProviderFailure) -> HostedPage { throw .notDone }
    func closeCheckout(_ pageID: String) async throws(ProviderFailure) -> HostedPage { throw .notDone }
    func charge(about objectID: String) async throws(ProviderFailure) -> String? { throw .notDone }
    func forget(_ customer: String) async throws(ProviderFailure) { throw .notDone }
    func charge(named chargeID: String) async throws(ProviderFailure) -> ChargeReport { throw .notDone }
    func card(leftBy setupID: String) async throws(ProviderFailure) -> LeftCard? { throw .notDone }
}

extension FaultyProvider.State {
    var strikes: Bool { mutating get { random.next() % 100 < faults } }

    mutating func charge(_ command: ChargeRequest) -> Result<ChargeReport, ProviderFailure> {
        let key = command.charge.key.description
        if let known = answers[key] { return strikes ? .failure(.unknownOutcome) : known }
        // The request is lost, and the key stays unknown.
        if strikes { return .failure(random.next() % 2 == 0 ? .notDone : .unknownOutcome) }
        // Fails before money moves, permanently for this key.
        if strikes {
            answers[key] = .failure(.unknownOutcome)
            return .failure(.unknownOutcome)
        }
        let isDeclined = random.next() % 10 == 0
        let report = ChargeReport(
            chargeID: "pi_\(charges.count)", key: command.charge.key, amount: command.charge.total,
            state: isDeclined ? .declined(.declined) : .paid(at: command.charge.askedAt, card: nil),
            refunded: Money(minorUnits: 0, currency: command.charge.total.currency))
        charges.append(report)
        // Fails after money moved, permanently for this key.
        if strikes {
            answers[key] = .failure(.unknownOutcome)
            return .failure(.unknownOutcome)
        }
        answers[key] = .success(report)
        // The response is lost.
        return strikes ? .failure(.unknownOutcome) : .success(report)
    }

    mutating func refund(_ command: RefundRequest) -> Result<RefundReport, ProviderFailure> {
        let key = command.key.refundKey
        if let known = refundAnswers[key] { return strikes ? .failure(.unknownOutcome) : known }
        if strikes { return .failure(.unknownOutcome) }
        guard refunds[command.chargeID] == nil else { return .failure(.refused(code: "charge_already_refunded")) }
        let report = RefundReport(refundID: "re_\(refunds.count)", amount: command.amount, state: .settled)
        refunds[command.chargeID] = report
        if strikes {
            refundAnswers[key] = .failure(.unknownOutcome)
            return .failure(.unknownOutcome)
        }
        refundAnswers[key] = .success(report)
        return strikes ? .failure(.unknownOutcome) : .success(report)
    }
}
