import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres
import SandboxBank
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import BillingService

@Suite("External changes to money and customers") struct LeavingTests {
    private func erase(_ shop: Shop) async throws {
        try await shop.bench.publish(
            AccountErased(accountID: shop.account, erasureID: .random(), erasedAt: shop.bench.clock.now()),
            of: shop.account)
        try await eventually("erased") {
            try await !shop.bench.database.events(BillingDataErased.self).isEmpty
        }
    }

    /// Advances the clock until the pending calls have been made.
    private func pass(_ shop: Shop, _ what: String, until isSo: () async throws -> Bool) async throws {
        try await eventually(what, every: .milliseconds(20)) {
            shop.bench.clock.advance(by: .seconds(5))
            return try await isSo()
        }
    }

    @Test("BIL-11: a refund made at the provider ends Pro, and the ledgers agree")
    func refundAtProvider() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy()
            _ = shop.bank.noticed()
            let charge = try #require(shop.bank.refundAtBank())
            #expect(charge.hasPrefix("ch_"))
            try await shop.notice()
            try await eventually("it is released") {
                try await shop.payments().map(\.status) == [.refunded]
            }
            try await eventually("pro has ended") {
                try await shop.subscription(id)?.ending == .refunded
            }
            #expect(try await shop.entitlement()?.tier == .basic)
            #expect(try await shop.booksAgree() == 2)
            #expect(shop.bank.balances["cad"] == 0)
        }
    }

    @Test("BIL-11: a notification about another object is ignored")
    func strangeObjects() async throws {
        try await Shop.with { shop in
            _ = try await shop.buy()
            let charge = try #require(shop.bank.refundAtBank())
            for object in ["re_none", "dp_1", "x", charge] { try await shop.check(object) }
            try await eventually("it is released") {
                try await shop.payments().map(\.status) == [.refunded]
            }
            let now = shop.bench.clock.now()
            try await eventually("all photos are analyzed") {
                try await shop.bench.database.count("SELECT count(*) FROM provider_calls WHERE next_at <= \(now)") == 0
            }
        }
    }

    @Test("BIL-08, BIL-18: an erased account's unknown charge is refunded")
    func erasedWhileCharged() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy(), paid = try #require(shop.bank.balances["cad"])
            let quote = try await shop.quote(Shop.yearly, of: id)
            shop.bank.set(.losing)
            try await shop.change(id, to: Shop.yearly, quote)
            try await eventually("its outcome is not known") {
                try await shop.bench.database.count(
                    "SELECT count(*) FROM provider_calls WHERE kind = 'charge' AND attempts = 1") == 1
            }
            try await eventually("the bank has charged") {
                (shop.bank.balances["cad"] ?? 0) > paid
            }
            try await erase(shop)
            shop.bank.set(.answering)
            try await pass(shop, "the charge came back") { shop.bank.balances["cad"] == paid }
            try await pass(shop, "the bank has forgotten them") { shop.bank.customers == 0 }
            #expect(shop.bank.orders.filter { $0.hasSuffix("payment_intents") }.count == 1)
            try await eventually("it is announced") {
                try await shop.payments().map(\.status) == [.paid, .refunded]
            }
            // An event is published before the bank has confirmed the charge.
            try await eventually("it is settled") {
                try await shop.bench.database.count(
                    "SELECT count(*) FROM payments WHERE refund_settled_at IS NOT NULL") == 1
            }
            #expect(try await shop.booksAgree() == 3)
            for query: SQL in [
                "SELECT count(*) FROM customers", "SELECT count(*) FROM payments WHERE body ? 'card'",
            ] {
                #expect(try await shop.bench.database.count(query) == 0, "nothing leads to them")
            }
        }
    }

    @Test("BIL-18: the provider deletes an erased customer despite faults")
    func forgotten() async throws {
        try await Shop.with { shop in
            _ = try await shop.buy()
            #expect(shop.bank.customers == 1)
            shop.bank.set(.losing)
            try await erase(shop)
            try await pass(shop, "it was asked") { shop.bank.orders.contains { $0.hasPrefix("DELETE") } }
            shop.bank.set(.answering)
            try await pass(shop, "no call is left") {
                try await shop.bench.database.count("SELECT count(*) FROM provider_calls WHERE kind = 'forget'") == 0
            }
            #expect(shop.bank.customers == 0 && shop.bank.orders.count { $0.hasPrefix("DELETE") } >= 2)
            #expect(try await shop.bench.database.count("SELECT count(*) FROM customers") == 0)
        }
    }

    @Test("BIL-01: a failing subscription does not block others")
    func undecided() async throws {
        try await Shop.with { shop in
            let (broken, _) = try await shop.open()
            let other = try await shop.bench.account(), id = SubscriptionID.random()
            shop.bench.clock.advance(by: .seconds(1))
            try await shop.bench.publish(
                StartSubscription(
                    accountID: other, subscriptionID: id, checkoutID: .random(), choice: Shop.monthly,
                    region: "CA-ON", timeZone: "UTC", requestedAt: shop.bench.clock.now()), of: other)
            try await eventually("it is open") {
                try await shop.subscription(id)?.checkout?.url != nil
            }
            try await shop.bench.database.pool.execute(
                "UPDATE subscriptions SET state = '{}' WHERE subscription_id = \(broken.uuid)")
            shop.bench.clock.advance(by: .seconds(86_400))
            try await eventually("the other is decided") {
                try await shop.subscription(id)?.status == .ended
            }
            #expect(try await shop.subscription(broken)?.status == .awaitingPayment)
        }
    }
}
