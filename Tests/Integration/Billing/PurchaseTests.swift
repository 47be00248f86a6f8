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

@Suite("Purchases, changes, cancellations and refunds in the running service")
struct PurchaseTests {
    @Test("BIL-03, BIL-09, BIL-11, BIL-15: a purchase is refunded once")
    func purchaseAndRefund() async throws {
        try await Shop.with { shop in
            let operation = OperationID.random()
            let (id, page) = try await shop.open(operation: operation)
            let ended = try await shop.bench.database.events(SubscriptionChanged.self).filter {
                $0.attributes.operationID == operation && $0.attributes.operationStatus == .succeeded
            }
            #expect(ended.count == 1 && ended.first?.body.checkout?.total.minorUnits == 903)
            #expect(try await shop.entitlement() == nil)
            #expect(try await shop.payments().isEmpty)
            #expect(shop.bank.pay(page) == .paid)
            let notices = shop.bank.noticed()
            // Delivered twice and in reverse order, since the content of notifications is not trusted.
            for object in notices + notices.reversed() { try await shop.check(object) }
            try await eventually("pro") { try await shop.entitlement()?.tier == .pro }
            let payment = try #require(try await shop.payments().first)
            #expect(payment.status == .paid && payment.total.minorUnits == 903 && payment.card?.lastFour == "4242")
            #expect(payment.receiptNumber?.hasSuffix("-000001") == true)
            #expect(try await shop.subscription(id)?.status == .active)
            #expect(try await shop.booksAgree() == 1)
            try await refund(payment, in: shop)
            #expect(try await shop.booksAgree() == 2)
            #expect(try await shop.bench.database.events(EntitlementChanged.self).map(\.body.tier) == [.pro, .basic])
            #expect(try await shop.subscription(id)?.ending == .refunded)
            #expect(shop.bank.orders.filter { $0.hasSuffix("refunds") }.count == 1)
        }
    }

    /// Requests a refund twice: one is made, one is refused.
    private func refund(_ payment: PaymentChanged, in shop: Shop) async throws {
        for _ in 0..<2 {
            try await shop.bench.publish(
                RefundPayment(
                    accountID: shop.account, paymentID: payment.paymentID, requestedAt: shop.bench.clock.now()),
                of: shop.account, subject: payment.paymentID, operation: .random())
        }
        try await eventually("the second is refused") {
            try await shop.bench.database.events(BillingCommandRejected.self).map(\.body.problem.status) == [409]
        }
        try await eventually("it is settled") {
            try await shop.bench.database.count("SELECT count(*) FROM payments WHERE refund_settled_at IS NOT NULL")
                == 1
        }
        #expect(try await shop.payments().map(\.status) == [.refunded])
    }

    @Test("BIL-11: no refund after 7 × 24 hours")
    func tooLate() async throws {
        try await Shop.with { shop in
            _ = try await shop.buy()
            let payment = try #require(try await shop.payments().first)
            shop.bench.clock.advance(by: RefundRule.window + .seconds(2))
            try await shop.bench.publish(
                RefundPayment(
                    accountID: shop.account, paymentID: payment.paymentID, requestedAt: shop.bench.clock.now()),
                of: shop.account, subject: payment.paymentID, operation: .random())
            try await eventually("it is refused") {
                try await shop.bench.database.events(BillingCommandRejected.self).count == 1
            }
            #expect(try await shop.payments().map(\.status) == [.paid])
        }
    }

    @Test("BIL-03: an upgrade is charged once, at the quoted price")
    func upgrade() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy()
            shop.bench.clock.advance(by: .seconds(10 * 86_400))
            let quote = try await shop.quote(Shop.yearly, of: id), operation = OperationID.random()
            #expect(quote.effect == .now && quote.credit.minorUnits > 0 && quote.total.minorUnits > 5_000)
            var other = quote
            other.total = Money(minorUnits: 1, currency: .cad)
            try await shop.change(id, to: Shop.yearly, other)
            try await shop.change(id, to: Shop.yearly, quote, operation: operation)
            try await eventually("it is yearly") {
                try await shop.subscription(id)?.choice == Shop.yearly
            }
            #expect(try await shop.bench.database.events(BillingCommandRejected.self).count == 1)
            let published = try await shop.bench.database.events(SubscriptionChanged.self).last
            #expect(
                published?.attributes.operationID == operation && published?.attributes.operationStatus == .succeeded)
            #expect(try await shop.payments().map(\.purpose) == [.purchase, .upgrade])
            #expect(try await shop.payments().last?.total == quote.total)
            #expect(try await shop.booksAgree() == 2)
        }
    }

    @Test("BIL-04: a cancelled plan stays Pro until the displayed end")
    func cancel() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy()
            let end = try #require(try await shop.subscription(id)?.periodEnd)
            try await shop.bench.publish(
                CancelSubscription(accountID: shop.account, subscriptionID: id), of: shop.account, subject: id,
                operation: .random())
            try await eventually("it will end") {
                try await shop.subscription(id)?.endsWithPeriod == true
            }
            let published = try await shop.entitlement()
            #expect(
                published?.tier == .pro && published?.until == end && published?.after == EntitlementTable()[.basic])
            shop.bench.clock.advance(by: .seconds(end.timeIntervalSince(shop.bench.clock.now()) + 1))
            try await eventually("it has ended") {
                try await shop.subscription(id)?.status == .ended
            }
            #expect(try await shop.entitlement()?.tier == .basic)
            #expect(try await shop.payments().count == 1)
        }
    }

    @Test("BIL-01: renewal is automatic, with grace after a declined card")
    func renewal() async throws {
        try await Shop.with { shop in
            // The page asks the person to confirm; without the person the charge is declined.
            let id = try await shop.buy(card: "4000002760003184")
            let end = try #require(try await shop.subscription(id)?.periodEnd)
            shop.bench.clock.advance(by: .seconds(end.timeIntervalSince(shop.bench.clock.now()) + 1))
            try await eventually("it is past due") {
                try await shop.subscription(id)?.status == .pastDue
            }
            let graceEnd = try #require(try await shop.subscription(id)?.graceEnd)
            let published = try await shop.entitlement()
            #expect(published?.tier == .pro && published?.until == graceEnd)
            #expect(try await shop.payments().last?.decline == .authenticationRequired)
            shop.bench.clock.advance(by: .seconds(graceEnd.timeIntervalSince(shop.bench.clock.now()) + 1))
            try await eventually("it has ended") {
                try await shop.subscription(id)?.ending == .unpaid
            }
            #expect(try await shop.entitlement()?.tier == .basic)
            #expect(try await shop.booksAgree() == 1)
        }
    }

    @Test("BIL-03: an unpaid checkout page closes when it expires or is replaced")
    func pages() async throws {
        try await Shop.with { shop in
            let first = try await shop.open(), second = try await shop.open(Shop.yearly)
            try await eventually("the first page is closed") {
                try await shop.bench.database.count("SELECT count(*) FROM provider_calls WHERE kind = 'close_page'")
                    == 0
            }
            #expect(shop.bank.pay(first.page) == .closed)
            #expect(try await shop.subscription(first.id)?.ending == .canceled)
            shop.bench.clock.advance(by: .seconds(36 * 60))
            try await eventually("only the second remains") {
                try await shop.subscription(second.id)?.ending == .abandoned
            }
            #expect(try await shop.payments().isEmpty)
            #expect(try await shop.entitlement() == nil)
            #expect(try await shop.booksAgree() == 0)
        }
    }
}
