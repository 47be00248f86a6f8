import BillingProviders
import BillingRules
import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// Applies the provider's reports on charges and pages to the ledger, the payment and the subscription.
///
/// Repeated, late and reordered reports change nothing. Charges that were not requested are refunded.
struct Settlement: Sendable {
    let writer: BillingDecisionWriter
    /// Counts money movements that should not have happened.
    let surprises: Counter
    let logger: Logger

    /// Applies the state of a charge.
    ///
    /// - Parameters:
    ///   - report: The provider's report.
    ///   - account: The account of the call or notification.
    ///   - transaction: The transaction to use.
    /// - Throws: A `PostgresError`.
    func take(_ report: ChargeReport, of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await SubscriptionRepository.lock(account, in: transaction)
        guard let key = report.key, let payment = try await PaymentRepository.read(key, in: transaction),
            payment.published.accountID == account,
            let stored = try await SubscriptionRepository.read(key.subscriptionID, in: transaction)
        else {
            if case .paid = report.state { surprise("the charge is unknown", report.key) }
            return
        }
        switch report.state {
        case .pending: return
        case .paid(let paidAt, let card):
            try await paid(report, at: paidAt, card, payment, stored, in: transaction)
        case .declined(let reason):
            // The person can use another card on the page, so a purchase is declined only when its page is closed
            // unpaid.
            guard payment.published.purpose != .purchase else { return }
            try await decline(payment, stored, reason, in: transaction)
        }
    }

    /// Applies a card saved without a payment: a trial starts, one per person and card.
    ///
    /// - Parameters:
    ///   - card: The provider's report.
    ///   - page: The page that it was registered on.
    ///   - transaction: The transaction to use.
    /// - Throws: A `PostgresError`.
    func take(_ card: LeftCard, leftOn page: String, in transaction: borrowing Transaction) async throws {
        guard let account = try await SubscriptionRepository.read(page: page, in: transaction)?.state.accountID else {
            return
        }
        try await SubscriptionRepository.lock(account, in: transaction)
        let now = try transaction.eventTime()
        guard var stored = try await SubscriptionRepository.read(page: page, in: transaction),
            let end = stored.state.trialEnd(from: now)
        else { return }
        let isAlone = try await SubscriptionRepository.list(of: account, BillingDecisionWriter.inForce, in: transaction)
            .isEmpty
        if !isAlone {
            stored.state.refuseTrial(nil, at: now)
        } else if !card.isTaken {
            stored.state.refuseTrial(.unsupportedBrand, at: now)
        } else if let refusal = try await TrialRepository.begin(
            of: account, with: stored.state.subscriptionID, card: hash(of: card), from: now, until: end,
            in: transaction)
        {
            stored.state.refuseTrial(refusal, at: now)
        } else {
            stored.state.startTrial(at: now)
            try await CustomerRepository.keepCard(card.cardID, of: account, at: writer.provider, in: transaction)
        }
        try await writer.keep(stored, for: BillingDecisionWriter.CommandOrigin(), in: transaction)
    }

    /// A keyed hash that identifies a card.
    private func hash(of card: LeftCard) -> [UInt8]? {
        guard let fingerprint = card.fingerprint else { return nil }
        return writer.cards?.hash("\(writer.provider)/\(fingerprint)")
    }

    /// Handles that no card will be registered, because the page was closed or the provider refused it; a waiting
    /// command is rejected.
    private func leave(_ stored: StoredSubscription, in transaction: borrowing Transaction) async throws {
        var stored = stored
        let command = stored.waiting?.operationID
        stored.waiting = nil
        if stored.state.abandonTrial(at: try transaction.eventTime()) {
            try await writer.keep(stored, for: BillingDecisionWriter.CommandOrigin(), in: transaction)
        } else if command != nil {
            try await SubscriptionRepository.save(stored, in: transaction)
        }
        if let command { try reject(command, of: stored.state, nil, in: transaction) }
    }

    /// Handles that a charge will never be made, because the page was closed unpaid or the provider refused it.
    func takeNever(
        _ key: ChargeKey, of account: AccountID, _ reason: DeclineReason?, in transaction: borrowing Transaction
    ) async throws {
        try await SubscriptionRepository.lock(account, in: transaction)
        guard let stored = try await SubscriptionRepository.read(key.subscriptionID, in: transaction) else { return }
        guard let payment = try await PaymentRepository.read(key, in: transaction) else {
            return try await leave(stored, in: transaction)
        }
        try await decline(payment, stored, reason, in: transaction)
    }

    /// Applies the state of a refund; returns whether it is final.
    func takeRefund(
        _ report: RefundReport, of key: ChargeKey, _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await SubscriptionRepository.lock(account, in: transaction)
        guard var payment = try await PaymentRepository.read(key, in: transaction) else { return true }
        guard payment.refundSettledAt == nil else { return true }
        guard report.state == .settled, report.amount == payment.published.total else {
            surprise("the refund failed", key)
            return false
        }
        payment.refundID = report.refundID
        try await settle(refundOf: payment, in: transaction)
        return true
    }

    private func paid(
        _ report: ChargeReport, at paidAt: Date, _ card: CardFacts?, _ payment: StoredPayment,
        _ stored: StoredSubscription, in transaction: borrowing Transaction
    ) async throws {
        var payment = payment, stored = stored
        guard report.amount == payment.published.total else {
            // A wrong amount is never booked; an operator must check it.
            return surprise("the charged amount differs from the requested one", payment.key)
        }
        let account = payment.published.accountID, wasDeclined = payment.published.status == .declined
        guard payment.published.status == .pending || wasDeclined else {
            return try await findRefund(report, payment, stored, in: transaction)
        }
        let others = try await SubscriptionRepository.list(of: account, BillingDecisionWriter.inForce, in: transaction)
        let hasAnother = others.contains { $0.state.subscriptionID != payment.key.subscriptionID }
        let meaning = stored.state.paid(payment.key, at: paidAt, by: writer.rules, hasAnother: hasAnother)
        let now = try transaction.eventTime(), command = payment.operationID
        payment.chargeID = report.chargeID
        payment.operationID = nil
        payment.published.version += 1
        payment.published.status = .paid
        payment.published.paidAt = paidAt
        payment.published.refundableUntil = RefundRule.end(ofPaymentAt: paidAt)
        payment.published.decline = nil
        // Payments of erased accounts are refunded, and nothing is stored that identifies the person.
        let isErased = try await ErasedAccounts.contains(account, in: transaction)
        payment.published.card = isErased ? nil : card
        payment.published.receiptNumber = try await LedgerRepository.issueReceipt(
            for: payment.published.paymentID, at: now, in: transaction
        ).description
        try await LedgerRepository.append(
            .payment(payment.published, key: payment.key, provider: payment.provider, at: now), in: transaction)
        if let name = report.card, !isErased {
            try await CustomerRepository.keepCard(name, of: account, at: payment.provider, in: transaction)
        }
        try await writer.keep(payment, in: transaction)
        if meaning == .applied {
            // The command of a purchase ended when its page opened.
            let ending: OperationStatus? = payment.published.purpose == .upgrade && command != nil ? .succeeded : nil
            return try await writer.keep(
                stored,
                for: command.map { BillingDecisionWriter.CommandOrigin($0, payment.correlationID) }
                    ?? BillingDecisionWriter.CommandOrigin(),
                ending: ending, in: transaction)
        }
        if wasDeclined || meaning == .known { surprise("a declined charge was paid later", payment.key) }
        if meaning == .givesBack {
            try await writer.keep(stored, for: BillingDecisionWriter.CommandOrigin(), in: transaction)
        }
        try await writer.refund(payment, in: transaction)
    }

    /// A paid charge may have been refunded in the provider's dashboard.
    private func findRefund(
        _ report: ChargeReport, _ payment: StoredPayment, _ stored: StoredSubscription,
        in transaction: borrowing Transaction
    ) async throws {
        guard payment.published.status == .paid, report.refunded.minorUnits > 0 else { return }
        guard report.refunded == payment.published.total else {
            return surprise("a charge was partially refunded", payment.key)
        }
        var payment = payment, stored = stored
        let now = try transaction.eventTime()
        payment.published.version += 1
        payment.published.status = .refunded
        payment.published.refundedAt = now
        payment.published.refundableUntil = nil
        payment.refundAskedAt = now
        try await settle(refundOf: payment, in: transaction)
        try await writer.keep(payment.settled(at: now), in: transaction)
        guard stored.state.refunded(at: now) else { return }
        try await writer.keep(stored, for: BillingDecisionWriter.CommandOrigin(), in: transaction)
    }

    private func settle(refundOf payment: StoredPayment, in transaction: borrowing Transaction) async throws {
        let now = try transaction.eventTime()
        try await LedgerRepository.append(
            .refund(of: payment.published, key: payment.key, provider: payment.provider, at: now), in: transaction)
        try await PaymentRepository.save(payment.settled(at: now), in: transaction)
    }

    private func decline(
        _ payment: StoredPayment, _ stored: StoredSubscription, _ reason: DeclineReason?,
        in transaction: borrowing Transaction
    ) async throws {
        guard payment.published.status == .pending else { return }
        var payment = payment, stored = stored
        let now = try transaction.eventTime(), command = payment.operationID
        payment.operationID = nil
        payment.published.version += 1
        payment.published.status = .declined
        payment.published.decline = reason
        try await writer.keep(payment, in: transaction)
        if stored.state.declined(payment.key, at: now, by: writer.rules) {
            try await writer.keep(stored, for: BillingDecisionWriter.CommandOrigin(), in: transaction)
        }
        if let command { try reject(command, of: stored.state, reason, in: transaction) }
    }

    private func reject(
        _ command: OperationID, of state: SubscriptionState, _ reason: DeclineReason?,
        in transaction: borrowing Transaction
    ) throws {
        try transaction.append(
            BillingCommandRejected(accountID: state.accountID, problem: Self.problem(reason)), key: state.accountID,
            subject: state.subscriptionID, operation: command, ending: .rejected)
    }

    private static func problem(_ reason: DeclineReason?) -> OutcomeProblem {
        let detail =
            switch reason {
            case nil: "The payment page could not be opened. Try again."
            case .declined: "The card was declined."
            case .insufficientFunds: "The card was declined: insufficient funds."
            case .expiredCard: "The card was declined: it has expired."
            case .unsupportedBrand: "Only Visa and Mastercard are accepted."
            case .authenticationRequired:
                "The bank requires you to confirm the payment. Subscribe again to pay on the payment page."
            }
        return Rejection(.conflict, detail: detail).problem
    }

    private func surprise(_ what: String, _ key: ChargeKey?) {
        surprises.increment()
        logger.critical(
            "money needs an operator", metadata: ["why": "\(what)", "charge": "\(key?.description ?? "none")"])
    }
}

extension StoredPayment {
    /// The payment after its refund became final.
    fileprivate func settled(at now: Date) -> StoredPayment {
        var settled = self
        settled.refundSettledAt = now
        return settled
    }
}

extension BillingDecisionWriter.CommandOrigin {
    init(_ operation: OperationID, _ correlation: UUID) {
        operationID = operation
        correlationID = correlation
        orderedAt = nil
    }
}
