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

@Suite("Trials in the running service")
struct TrialTests {
    private static let days = 14

    /// Waits for a trial's page and stores a card there.
    private func begin(
        _ shop: Shop, card: String = TestCard.visa.number, as account: AccountID? = nil
    ) async throws -> SubscriptionID {
        let (id, page) = try await shop.open(wantsTrial: true, as: account)
        if shop.bank.pay(page, card: card) == .asksPerson {
            #expect(shop.bank.pay(page, card: card, confirmed: true) == .paid)
        }
        try await shop.notice(as: account)
        return id
    }

    private func status(_ id: SubscriptionID, _ shop: Shop, is status: SubscriptionStatus) async throws {
        try await eventually("\(status)") { try await shop.subscription(id)?.status == status }
    }

    /// Moves the clock to an instant.
    private func wait(until instant: Date, _ shop: Shop) {
        shop.bench.clock.advance(by: .seconds(instant.timeIntervalSince(shop.bench.clock.now()) + 1))
    }

    private func charges(_ shop: Shop) -> Int { shop.bank.orders.filter { $0.hasSuffix("payment_intents") }.count }

    @Test("BIL-01, BIL-15: a saved card starts a trial, charged once at its end")
    func life() async throws {
        try await Shop.with(trialDays: Self.days) { shop in
            let operation = OperationID.random()
            let (id, page) = try await shop.open(operation: operation, wantsTrial: true)
            let opened = try await shop.bench.database.events(SubscriptionChanged.self).filter {
                $0.attributes.operationID == operation && $0.attributes.operationStatus == .succeeded
            }
            #expect(opened.count == 1 && opened.first?.body.checkout?.total.minorUnits == 0)
            #expect(try await shop.entitlement() == nil)
            #expect(shop.bank.pay(page) == .paid)
            let notices = shop.bank.noticed()
            for object in notices + notices { try await shop.check(object) }
            try await status(id, shop, is: .trialing)
            let published = try #require(try await shop.subscription(id)), end = try #require(published.trial?.end)
            #expect(published.periodEnd == end && published.trial?.days == Self.days && published.trial?.refusal == nil)
            let pro = try await shop.entitlement()
            #expect(pro?.tier == .pro && pro?.basis == .trial && pro?.until == nil)
            #expect(charges(shop) == 0 && shop.bank.balances.isEmpty)
            wait(until: end, shop)
            try await status(id, shop, is: .active)
            let paid = try #require(try await shop.payments().first)
            #expect(paid.status == .paid && paid.purpose == .renewal && paid.total.minorUnits == 903)
            let key = ChargeKey(subscriptionID: id, period: 1, generation: 0)
            #expect(paid.paymentID == key.paymentID)
            #expect(shop.bank.movements.map(\.key) == [key.description])
            #expect(try await shop.subscription(id)?.periodStart == end)
            #expect(try await shop.entitlement()?.basis == .paid)
            #expect(try await shop.booksAgree() == 1)
        }
    }

    @Test("BIL-04: a cancelled trial ends on time without a charge")
    func canceled() async throws {
        try await Shop.with(trialDays: Self.days) { shop in
            let id = try await begin(shop)
            try await status(id, shop, is: .trialing)
            let end = try #require(try await shop.subscription(id)?.trial?.end)
            try await shop.bench.publish(
                CancelSubscription(accountID: shop.account, subscriptionID: id), of: shop.account, subject: id,
                operation: .random())
            try await eventually("it will end") {
                try await shop.subscription(id)?.endsWithPeriod == true
            }
            let published = try await shop.entitlement()
            #expect(published?.tier == .pro && published?.until == end)
            wait(until: end, shop)
            try await status(id, shop, is: .ended)
            for _ in 0..<3 {
                shop.bench.clock.advance(by: .seconds(8 * 86_400))
                // A search for due subscriptions, once a second, finds none.
                try await Task.sleep(for: .milliseconds(1_500))
            }
            #expect(try await shop.subscription(id)?.ending == .canceled)
            #expect(try await shop.entitlement()?.tier == .basic)
            #expect(charges(shop) == 0 && shop.bank.balances.isEmpty)
            #expect(try await shop.payments().isEmpty)
            #expect(try await shop.booksAgree() == 0)
        }
    }

    @Test("BIL-01: an account has one trial, even if its subscription is deleted")
    func secondOfPerson() async throws {
        try await Shop.with(trialDays: Self.days) { shop in
            let id = try await begin(shop)
            try await status(id, shop, is: .trialing)
            let end = try #require(try await shop.subscription(id)?.trial?.end)
            try await shop.bench.publish(
                CancelSubscription(accountID: shop.account, subscriptionID: id), of: shop.account, subject: id)
            try await eventually("it will end") {
                try await shop.subscription(id)?.endsWithPeriod == true
            }
            wait(until: end, shop)
            try await status(id, shop, is: .ended)
            try await shop.bench.database.pool.execute("DELETE FROM subscriptions")
            let second = SubscriptionID.random(), operation = OperationID.random()
            try await shop.bench.publish(
                shop.order(second, wantsTrial: true), of: shop.account, subject: second, operation: operation)
            try await eventually("it is refused") {
                try await shop.bench.database.events(BillingCommandRejected.self).contains {
                    $0.attributes.operationID == operation && $0.body.problem.status == 409
                }
            }
            #expect(try await shop.subscription(second) == nil)
            // Without a trial the command is accepted like any other.
            _ = try await shop.buy(card: TestCard.mastercard.number)
        }
    }

    @Test("BIL-01: a card gives one trial across all accounts")
    func secondOfCard() async throws {
        try await Shop.with(trialDays: Self.days) { shop in
            let first = try await begin(shop)
            try await status(first, shop, is: .trialing)
            let other = try await shop.bench.account()
            let second = try await begin(shop, as: other)
            try await status(second, shop, is: .ended)
            let published = try #require(try await shop.subscription(second))
            #expect(
                published.trial?.refusal == .cardHadOne && published.ending == .abandoned && published.trial?.end == nil
            )
            let entitled = try await shop.bench.database.events(EntitlementChanged.self).map(\.body.accountID)
            #expect(!entitled.contains(other))
            let third = try await begin(shop, card: TestCard.mastercard.number, as: other)
            try await status(third, shop, is: .trialing)
            #expect(charges(shop) == 0 && shop.bank.balances.isEmpty)
            let kept = try await shop.bench.database.pool.query("SELECT encode(card_hash, 'escape') FROM trial_cards")
            #expect(kept.count == 2)
            for row in kept { #expect(try !row.decode(String.self).contains("sandbox")) }
        }
    }

    @Test("GW-19: trial: after erasure it is not charged; its card stays known")
    func erased() async throws {
        try await Shop.with(trialDays: Self.days) { shop in
            let id = try await begin(shop)
            try await status(id, shop, is: .trialing)
            let end = try #require(try await shop.subscription(id)?.trial?.end)
            try await shop.bench.publish(
                AccountErased(accountID: shop.account, erasureID: .random(), erasedAt: shop.bench.clock.now()),
                of: shop.account)
            try await eventually("erased") {
                try await shop.bench.database.events(BillingDataErased.self).contains {
                    $0.body.accountID == shop.account
                }
            }
            #expect(try await shop.bench.database.count("SELECT count(*) FROM trials") == 0)
            wait(until: end, shop)
            let anew = try await shop.bench.account(), second = try await begin(shop, as: anew)
            try await status(second, shop, is: .ended)
            #expect(try await shop.subscription(second)?.trial?.refusal == .cardHadOne)
            #expect(charges(shop) == 0 && shop.bank.balances.isEmpty)
        }
    }

    @Test("BIL-01: a card declined at the trial's end starts the grace")
    func declined() async throws {
        try await Shop.with(trialDays: Self.days) { shop in
            let id = try await begin(shop, card: TestCard.declinedLater.number)
            try await status(id, shop, is: .trialing)
            wait(until: try #require(try await shop.subscription(id)?.trial?.end), shop)
            try await status(id, shop, is: .pastDue)
            let graceEnd = try #require(try await shop.subscription(id)?.graceEnd)
            let published = try await shop.entitlement()
            #expect(published?.tier == .pro && published?.until == graceEnd)
            wait(until: graceEnd, shop)
            try await eventually("it has ended") {
                try await shop.subscription(id)?.ending == .unpaid
            }
            #expect(shop.bank.balances.isEmpty)
            #expect(try await shop.booksAgree() == 0)
        }
    }

    @Test("BIL-03: trial page: closes when replaced, or on expiry without a card")
    func pages() async throws {
        try await Shop.with(trialDays: Self.days) { shop in
            let first = try await shop.open(wantsTrial: true), second = try await shop.open(wantsTrial: true)
            try await eventually("the first page is closed") {
                try await shop.bench.database.count("SELECT count(*) FROM provider_calls WHERE kind = 'close_page'")
                    == 0
            }
            #expect(shop.bank.pay(first.page) == .closed)
            shop.bench.clock.advance(by: .seconds(36 * 60))
            try await eventually("only the second remains") {
                try await shop.subscription(second.id)?.ending == .abandoned
            }
            #expect(try await shop.entitlement() == nil)
            #expect(try await shop.bench.database.count("SELECT count(*) FROM trials") == 0)
        }
    }

    @Test("row 27: lost answers neither lose nor duplicate a trial")
    func lost() async throws {
        try await Shop.with(trialDays: Self.days) { shop in
            shop.bank.set(.losing)
            let id = SubscriptionID.random()
            try await shop.bench.publish(
                shop.order(id, wantsTrial: true), of: shop.account, subject: id, operation: .random())
            try await eventually("it was tried") {
                shop.bank.orders.contains { $0.hasSuffix("sessions") || $0.hasSuffix("customers") }
            }
            shop.bank.set(.answering)
            let page = try await eventually(
                "the page is open", every: .milliseconds(50)
            ) { () -> String? in
                shop.bench.clock.advance(by: .seconds(1))
                return try await shop.subscription(id)?.checkout?.url
            }
            #expect(shop.bank.pay(page) == .paid)
            shop.bench.clock.advance(by: .seconds(61))
            try await status(id, shop, is: .trialing)
            let end = try #require(try await shop.subscription(id)?.trial?.end)
            shop.bank.set(.losing)
            wait(until: end, shop)
            try await eventually("it was charged") { shop.bank.balances == ["cad": 903] }
            shop.bank.set(.answering)
            try await eventually("it is in force", every: .milliseconds(50)) {
                shop.bench.clock.advance(by: .seconds(1))
                return try await shop.subscription(id)?.status == .active
            }
            #expect(charges(shop) == 1)
            #expect(try await shop.booksAgree() == 1)
        }
    }
}
