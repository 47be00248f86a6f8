import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import SandboxBank
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import BillingService

/// The fully composed `billing` service, with a sandbox bank and a customer.
struct Shop: Sendable {
    let bench: ServiceBench
    let bank: BankPeer
    let account: AccountID

    static let monthly = PlanChoice(planID: "pro-monthly-cad")
    static let yearly = PlanChoice(planID: "pro-yearly-cad")

    /// Runs the service while the body runs.
    static func with(
        trialDays: Int = 0, _ body: @escaping @Sendable (Shop) async throws -> Void
    ) async throws {
        try await ServiceBench.with(
            service: "billing", migrations: try BillingMigrations.all(), neighbor: "ingestion"
        ) { bench in
            let bank = BankPeer(clock: bench.clock)
            let provider = BillingConfiguration.Provider(
                .sandbox, baseURL: BankPeer.url, key: "key", returnURL: "http://here/{CHECKOUT}")
            var configuration = BillingConfiguration(settings: bench.settings, provider: provider)
            configuration.trialDays = trialDays
            configuration.cardIndexKey = [UInt8](repeating: 7, count: 32)
            let service = try BillingService.build(configuration, clock: bench.clock, send: bank.send)
            let shop = Shop(bench: bench, bank: bank, account: try await bench.account())
            try await bench.running(service) { try await body(shop) }
        }
    }

    /// Sends the command to subscribe, for the shop's customer unless another account is given.
    func order(
        _ id: SubscriptionID, _ choice: PlanChoice = monthly, wantsTrial: Bool? = nil, as other: AccountID? = nil
    ) -> StartSubscription {
        StartSubscription(
            accountID: other ?? account, subscriptionID: id, checkoutID: .random(), choice: choice, region: "CA-ON",
            timeZone: "America/Toronto", requestedAt: bench.clock.now(), wantsTrial: wantsTrial)
    }

    /// Orders a plan and waits for its payment page.
    func open(
        _ choice: PlanChoice = monthly, operation: OperationID = .random(), wantsTrial: Bool? = nil,
        as other: AccountID? = nil
    ) async throws -> (id: SubscriptionID, page: String) {
        let id = SubscriptionID.random()
        try await bench.publish(
            order(id, choice, wantsTrial: wantsTrial, as: other), of: other ?? account, subject: id,
            operation: operation)
        let page = try await eventually("the page is open") {
            try await subscription(id)?.checkout?.url
        }
        return (id, page)
    }

    /// Buys a plan.
    func buy(_ choice: PlanChoice = monthly, card: String = "4242424242424242") async throws -> SubscriptionID {
        let (id, page) = try await open(choice)
        if bank.pay(page, card: card) == .asksPerson {
            #expect(bank.pay(page, card: card, confirmed: true) == .paid)
        }
        try await notice()
        try await eventually("it is in force") {
            try await subscription(id)?.status == .active
        }
        return id
    }

    /// Forwards the bank's notifications, as the gateway does.
    func notice(as other: AccountID? = nil) async throws {
        for object in bank.noticed() { try await check(object, as: other) }
    }

    func check(_ object: String, as other: AccountID? = nil) async throws {
        try await bench.publish(
            CheckPayment(
                accountID: other ?? account, provider: "sandbox", noticeID: "evt_\(UUID().uuidString.prefix(8))",
                objectID: object, receivedAt: bench.clock.now()), of: other ?? account)
    }

    /// The last published state of a subscription.
    func subscription(_ id: SubscriptionID) async throws -> SubscriptionChanged? {
        try await bench.database.events(SubscriptionChanged.self).map(\.body).last { $0.subscriptionID == id }
    }

    /// The last published state of each payment, in order of their first events.
    func payments() async throws -> [PaymentChanged] {
        var order: [PaymentID] = [], newest: [PaymentID: PaymentChanged] = [:]
        for payment in try await bench.database.events(PaymentChanged.self).map(\.body) {
            if newest[payment.paymentID] == nil { order.append(payment.paymentID) }
            newest[payment.paymentID] = payment
        }
        return order.compactMap { newest[$0] }
    }

    func entitlement() async throws -> EntitlementChanged? {
        try await bench.database.events(EntitlementChanged.self).last?.body
    }

    /// The price of a change, as the gateway quotes it.
    func quote(_ choice: PlanChoice, of id: SubscriptionID) async throws -> ChangeQuote {
        let published = try #require(try await subscription(id))
        return try BillingRules.Subscription(published: published, timeZone: "America/Toronto").quote(
            choice, by: SubscriptionRules(), at: EventTime.truncate(bench.clock.now()))
    }

    /// Agrees to a change.
    func change(
        _ id: SubscriptionID, to choice: PlanChoice, _ quote: ChangeQuote, operation: OperationID = .random()
    ) async throws {
        try await bench.publish(
            ChangeSubscription(
                accountID: account, subscriptionID: id, choice: choice, quotedAt: quote.statedAt,
                agreedTotal: quote.total), of: account, subject: id, operation: operation)
    }

    /// Compares the ledgers of both sides and verifies the hash chain.
    ///
    /// - Returns: The number of entries.
    func booksAgree() async throws -> Int64 {
        let pool = bench.database.pool
        let balances = try await LedgerRepository.balances(in: pool)
        let ours = (balances["provider:sandbox"] ?? [:]).filter { $0.value != 0 }
        #expect(
            Dictionary(uniqueKeysWithValues: ours.map { ($0.key.lowercased(), $0.value) })
                == bank.balances.filter { $0.value != 0 })
        for currency in Set(balances.values.flatMap(\.keys)) {
            #expect(balances.values.compactMap { $0[currency] }.reduce(0, +) == 0)
        }
        return try await LedgerRepository.check(in: pool)
    }
}
