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

@Suite("Unknown outcomes of payments are queried")
struct UnknownOutcomeTests {
    @Test("BIL-08: a charge with a lost answer is found, not repeated")
    func lostAnswer() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy()
            let quote = try await shop.quote(Shop.yearly, of: id)
            shop.bank.set(.losing)
            try await shop.change(id, to: Shop.yearly, quote)
            try await eventually("it was tried") {
                shop.bank.orders.filter { $0.hasSuffix("payment_intents") }.count == 1
            }
            try await eventually("its outcome is not known") {
                try await shop.bench.database.count(
                    "SELECT count(*) FROM provider_calls WHERE kind = 'charge' AND attempts = 1") == 1
            }
            #expect(try await shop.subscription(id)?.choice == Shop.monthly)
            shop.bank.set(.answering)
            shop.bench.clock.advance(by: .seconds(100))
            try await eventually("it is yearly") {
                try await shop.subscription(id)?.choice == Shop.yearly
            }
            #expect(shop.bank.orders.filter { $0.hasSuffix("payment_intents") }.count == 1)
            #expect(try await shop.booksAgree() == 2)
        }
    }

    @Test("BIL-08: another worker queries a charge after a crash")
    func deathBetweenCallAndRecord() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy()
            let quote = try await shop.quote(Shop.yearly, of: id)
            // A lane without an answer behaves like a killed one: another lane takes over its call after the lease.
            shop.bank.set(.holding)
            try await shop.change(id, to: Shop.yearly, quote)
            try await eventually("the charge is made") {
                shop.bank.orders.filter { $0.hasSuffix("payment_intents") }.count == 1
            }
            shop.bench.clock.advance(by: .seconds(91))
            try await eventually("it is yearly") {
                try await shop.subscription(id)?.choice == Shop.yearly
            }
            let said = try await shop.bench.database.events(SubscriptionChanged.self).count
            shop.bank.set(.answering)
            try await eventually("only queries are left") {
                try await shop.bench.database.count("SELECT count(*) FROM provider_calls WHERE kind <> 'look'") == 0
            }
            // Several rounds of both lanes change nothing.
            try await Task.sleep(for: .milliseconds(200))
            #expect(try await shop.bench.database.events(SubscriptionChanged.self).count == said)
            #expect(shop.bank.orders.filter { $0.hasSuffix("payment_intents") }.count == 1)
            #expect(try await shop.payments().map(\.status) == [.paid, .paid])
            #expect(try await shop.booksAgree() == 2)
        }
    }

    @Test("BIL-03: payment page: after failures it opens under another key")
    func stuckPage() async throws {
        try await Shop.with { shop in
            let id = SubscriptionID.random()
            shop.bank.set(.stuck)
            try await shop.bench.publish(
                StartSubscription(
                    accountID: shop.account, subscriptionID: id, checkoutID: .random(), choice: Shop.monthly,
                    region: "CA-ON", timeZone: "UTC", requestedAt: shop.bench.clock.now()), of: shop.account,
                subject: id, operation: .random())
            try await eventually("it was tried") { !shop.bank.orders.isEmpty }
            shop.bank.set(.answering)
            try await eventually("the page is open", every: .milliseconds(50)) {
                shop.bench.clock.advance(by: .seconds(1))
                return try await shop.subscription(id)?.checkout?.url != nil
            }
        }
    }

    @Test("BIL-03: a payment with a lost notification is still found")
    func lostNotice() async throws {
        try await Shop.with { shop in
            let (id, page) = try await shop.open()
            #expect(shop.bank.pay(page) == .paid)
            shop.bench.clock.advance(by: .seconds(61))
            try await eventually("it is in force") {
                try await shop.subscription(id)?.status == .active
            }
        }
    }

    @Test("BIL-07: payment: forged and foreign notifications have no effect")
    func strangeNotices() async throws {
        try await Shop.with { shop in
            let (id, page) = try await shop.open()
            let stranger = try await shop.bench.account()
            #expect(shop.bank.pay(page) == .paid)
            let objects = shop.bank.noticed()
            for object in objects + ["pi_none", "cs_none", "ch_1"] {
                try await shop.bench.publish(
                    CheckPayment(
                        accountID: stranger, provider: "sandbox", noticeID: "evt_1", objectID: object,
                        receivedAt: shop.bench.clock.now()), of: stranger)
            }
            // The other account's command is handled last.
            try await shop.bench.publish(
                StartSubscription(
                    accountID: stranger, subscriptionID: .random(), checkoutID: .random(), choice: Shop.monthly,
                    region: "CA-ON", timeZone: "UTC", requestedAt: shop.bench.clock.now()), of: stranger)
            try await eventually("the stranger's page is open") {
                try await shop.bench.database.events(SubscriptionChanged.self).contains {
                    $0.body.accountID == stranger && $0.body.checkout?.url != nil
                }
            }
            let now = shop.bench.clock.now()
            try await eventually("all photos are analyzed") {
                try await shop.bench.database.count("SELECT count(*) FROM provider_calls WHERE next_at <= \(now)") == 0
            }
            // The payment belongs to the payer, regardless of the account that requested the check.
            #expect(try await shop.subscription(id)?.status != .ended)
            let published = try await shop.bench.database.events(EntitlementChanged.self).map(\.body.accountID)
            #expect(published.allSatisfy { $0 == shop.account })
        }
    }
}
