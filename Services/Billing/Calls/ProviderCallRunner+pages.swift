import BillingProviders
import BillingRules
import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Quantities
import ServiceRuntime

/// Calls that open and close payment pages, and apply their results.
extension ProviderCallRunner {
    /// Polling interval of an open payment page, in case a notification is lost.
    private static let pagePollInterval = Duration.seconds(60)
    /// Number of attempts with one idempotency key for a call that moves no money: the second finds the result of the
    /// first.
    private static let triesOfAKey = 2

    func openPage(_ call: ProviderCall) async throws {
        guard let key = call.charge, let stored = try await subscription(of: call), stored.state.page == key,
            let end = stored.state.checkoutEnd
        else {
            // The page is no longer needed. If it was opened meanwhile, it expires by itself.
            return try await drop(call)
        }
        let opened: Result<HostedPage, ProviderFailure>
        let known = try await CustomerRepository.read(call.account, at: provider.name, in: database.pool)
        reach(for: call)
        switch try await customer(known?.customerID, of: call.account, attempt: Self.attempt(of: call)) {
        case .failure(let failure): opened = .failure(failure)
        case .success(let customer):
            let command = CheckoutRequest(
                account: call.account, customer: customer, checkoutID: stored.checkoutID,
                purpose: purpose(of: stored.state, key), title: title(of: stored.state.choice), expiresAt: end,
                attempt: Self.attempt(of: call))
            opened = await perform { () throws(ProviderFailure) in try await provider.openCheckout(command) }
        }
        switch opened {
        case .success(let page):
            try await finish(call) { transaction in try await keep(page, key, call.account, in: transaction) }
        case .failure(.refused(let code)):
            logger.error("the provider refused to create a payment page", metadata: ["code": "\(code)"])
            try await finish(call) { transaction in
                try await settlement.takeNever(key, of: call.account, nil, in: transaction)
            }
        case .failure(let failure): try await retry(call, failure)
        }
    }

    /// The purpose of the page.
    private func purpose(of state: SubscriptionState, _ key: ChargeKey) -> CheckoutRequest.Purpose {
        if let pending = state.pending { return .payment(pending) }
        let days = state.trial?.days ?? 0, plan = writer.rules.prices[state.choice.planID]
        let price = writer.rules.prices.price(of: state.choice)
        let amount = price.map(\.description) ?? ""
        let interval = plan?.interval == .year ? "a year" : "a month"
        return .card(
            key,
            terms:
                "free for \(days) days, then \(amount) plus taxes \(interval), unless you cancel before.")
    }

    private static func attempt(of call: ProviderCall) -> Int { call.attempts / triesOfAKey }

    private func keep(
        _ page: HostedPage, _ key: ChargeKey, _ account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        try await SubscriptionRepository.lock(account, in: transaction)
        guard var stored = try await SubscriptionRepository.read(key.subscriptionID, in: transaction) else { return }
        stored.state.version += 1
        stored.pageID = page.pageID
        stored.pageURL = page.url
        var command = stored.waiting
        stored.waiting = nil
        if var payment = try await PaymentRepository.read(key, in: transaction) {
            command = payment.operationID.map { BillingDecisionWriter.CommandOrigin($0, payment.correlationID) }
            payment.operationID = nil
            try await PaymentRepository.save(payment, in: transaction)
        }
        try await writer.keep(
            stored, for: command ?? BillingDecisionWriter.CommandOrigin(), ending: command == nil ? nil : .succeeded,
            in: transaction)
        let now = try transaction.eventTime()
        try await CallRepository.add(
            .query(page.pageID, of: account), at: now.adding(Self.pagePollInterval), in: transaction)
    }

    func closePage(_ call: ProviderCall) async throws {
        guard let key = call.charge, let stored = try await subscription(of: call) else { return try await drop(call) }
        guard let pageID = stored.pageID else {
            // The page was closed before it was open, so closing is repeated until the page can no longer be opened.
            return try await write(call) { transaction in
                if try await CallRepository.has(BillingDecisionWriter.pageKey(key), in: transaction) {
                    let next = try transaction.eventTime().adding(.seconds(1))
                    return try await CallRepository.retry(call, unknownSince: nil, at: next, in: transaction)
                }
                try await settlement.takeNever(key, of: call.account, nil, in: transaction)
                try await CallRepository.remove(call.key, in: transaction)
            }
        }
        // If the answer of an earlier closing call was lost, the page is found closed.
        if call.unknownSince != nil,
            case .success(let page) = await perform({ () throws(ProviderFailure) in
                try await provider.checkout(pageID)
            }), page.state != .open
        {
            return try await take(page, for: call)
        }
        switch await perform({ () throws(ProviderFailure) in try await provider.closeCheckout(pageID) }) {
        case .success(let page): try await take(page, for: call)
        case .failure(let failure): try await retry(call, failure)
        }
    }

    /// Applies the state of a page.
    func take(_ page: HostedPage, for call: ProviderCall) async throws {
        switch page.state {
        case .open: try await retry(call, isUnknown: false, after: Self.pagePollInterval)
        case .expired:
            try await finish(call) { transaction in
                guard let stored = try await SubscriptionRepository.read(page: page.pageID, in: transaction) else {
                    return
                }
                try await settlement.takeNever(
                    stored.state.firstKey, of: stored.state.accountID, nil, in: transaction)
            }
        case .complete:
            if let setupID = page.setupID { return try await takeCard(setupID, page.pageID, for: call) }
            guard let chargeID = page.chargeID else { return try await retry(call, isUnknown: false) }
            try await take(charge: chargeID, for: call)
        }
    }

    /// Asks which card was registered on a page, and applies it.
    private func takeCard(_ setupID: String, _ page: String, for call: ProviderCall) async throws {
        switch await perform({ () throws(ProviderFailure) in try await provider.card(leftBy: setupID) }) {
        case .success(let card?):
            try await finish(call) { transaction in
                try await settlement.take(card, leftOn: page, in: transaction)
            }
        case .success(nil): try await retry(call, isUnknown: false)
        case .failure(let failure): try await retryQuery(call, failure)
        }
    }

    /// The provider's customer id of a person; created once.
    private func customer(
        _ known: String?, of account: AccountID, attempt: Int
    ) async throws -> Result<String, ProviderFailure> {
        if let known { return .success(known) }
        let made = await perform { () throws(ProviderFailure) in
            try await provider.customer(of: account, attempt: attempt)
        }
        // The provider does not repeat its answer, so the id is stored at once.
        guard case .success(let customer) = made else { return made }
        let isErased = try await database.pool.withTransaction { transaction in
            try await SubscriptionRepository.lock(account, in: transaction)
            guard try await !ErasedAccounts.contains(account, in: transaction) else {
                try await writer.forget(customer, of: account, in: transaction)
                return true
            }
            try await CustomerRepository.save(customer, of: account, at: provider.name, in: transaction)
            return false
        }
        return isErased ? .failure(.refused(code: "erased")) : made
    }

    private func title(of choice: PlanChoice) -> String {
        guard let plan = writer.rules.prices[choice.planID] else { return "Food Magic" }
        let tier = plan.tier.rawValue.capitalized, interval = plan.interval == .month ? "a month" : "a year"
        return choice.seats == 1
            ? "Food Magic \(tier), \(interval)" : "Food Magic \(tier), \(choice.seats) seats, \(interval)"
    }
}
