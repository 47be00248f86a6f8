import BillingService
import TestPeers
import UnitSupport
@testable import ControlService
import Foundation
import IngestionCore
import IngestionService
import Logging
import NutritionService
import PaymentSandbox
import Postgres
import ServiceRuntime
import TestSupport
import Testing

extension Programs {
    @Suite("Pro from refusal to refund, through all programs") struct PurchaseTests {
        private static let key = "key-of-the-sandbox", secret = "secret-of-the-notices"

        private struct Subscription: Decodable {
            struct Checkout: Decodable { let url: String? }
            let status: String
            let plan: String
            let checkout: Checkout?
        }

        private struct Membership: Decodable {
            let subscription: Subscription?
            let tier: String
        }

        private struct Payments: Decodable {
            struct Payment: Decodable {
                let id: UUID
                let status: String
                let purpose: String
            }
            let items: [Payment]
        }

        private struct Quote: Codable {
            struct Money: Codable {
                let amount: String
                let currency: String
            }
            let total: Money
            let quotedAt: String
        }

        private struct Change: Encodable {
            let plan: String
            var agreedTotal: Quote.Money?
            var quotedAt: String?
        }

        private struct Order: Encodable {
            let plan = "pro-monthly-cad"
            let region = "CA-ON"
            let trial: Bool
        }

        /// The gateway, `billing` and `nutrition` with a sandbox beside them.
        private func withShop(_ body: @escaping @Sendable (TestStack, _ sandbox: TestHTTPClient) async throws -> Void)
            async throws
        {
            let port = try freePort()
            let environment = [
                "ACCOUNT_PLAN": "basic", "PAYMENT_PROVIDER": "sandbox", "PAYMENT_PROVIDER_KEY": Self.key,
                "PAYMENT_PROVIDER_URL": "http://127.0.0.1:\(port)", "PAYMENT_PROVIDER_TIMEOUT_SECONDS": "2",
                "PAYMENT_RETURN_URL": "http://127.0.0.1:\(port)/health/ready?checkout={CHECKOUT}",
                "PAYMENT_NOTICE_SECRETS": Self.secret, "PRO_TRIAL_DAYS": "14",
                "CARD_INDEX_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
            ]
            try await TestStack.with(
                [
                    .init(IngestionService.name, try IngestionMigrations.all()),
                    .init(BillingService.name, try BillingMigrations.all()),
                    .init(NutritionService.name, try NutritionMigrations.all()),
                ], environment: environment
            ) { stack in
                let configuration = SandboxConfiguration(
                    binding: HTTPBinding(port: port), key: Self.key,
                    noticeURL: "http://127.0.0.1:\(stack.gatewayPort)/v1/billing/webhooks/stripe",
                    noticeSecret: Self.secret, pageURL: "http://127.0.0.1:\(port)", logLevel: .error)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        do {
                            try await PaymentSandbox.run(configuration)
                        } catch is CancellationError {
                            // The service was killed, as requested.
                        }
                    }
                    defer { group.cancelAll() }
                    let sandbox = TestHTTPClient(port: port)
                    try await eventually("the sandbox answers") {
                        (try? await sandbox.get("/health/ready"))?.status == 200
                    }
                    try await body(stack, sandbox)
                }
            }
        }

        private func membership(_ person: TestPerson) async throws -> Membership {
            try await person.http.get("/v1/subscription").expect(200)
        }

        private func payments(_ person: TestPerson) async throws -> [Payments.Payment] {
            try await person.http.get("/v1/payments").expect(200, as: Payments.self).items
        }

        private func buy(_ person: TestPerson, _ sandbox: TestHTTPClient, trial: Bool = false) async throws {
            let begun: Subscription = try await person.http.send(
                "POST", "/v1/subscription", json: Order(trial: trial), headers: ["prefer": "wait=12"]
            ).expect(201)
            let page = try #require(begun.checkout?.url.flatMap(URL.init(string:)))
            let paid = try await sandbox.send(
                "POST", page.path(), headers: ["content-type": "application/x-www-form-urlencoded"],
                body: Array("card=4242424242424242".utf8))
            // The client follows the redirect.
            #expect(paid.status == 200 && paid.text == "up", "\(paid.text)")
        }

        @Test(
            "BIL-03, BIL-11, BIL-15: kill -9 during a purchase charges no one twice"
        )
        func life() async throws {
            try await withShop { stack, sandbox in
                let person = try await stack.gateway.register(), day = "/v1/days/2026-01-02"
                #expect(try await person.http.get(day).status == 403)
                try await buy(person, sandbox)
                let clock = ContinuousClock(), start = clock.now
                try await eventually("pro") { try await person.http.get(day).status == 200 }
                print("entitled after \(clock.now - start)")
                try await change(person, stack)
                let purchases = try await payments(person)
                #expect(purchases.map(\.purpose).sorted() == ["purchase", "upgrade"])
                #expect(purchases.allSatisfy { $0.status == "paid" })
                for payment in purchases {
                    let answer = try await person.http.send(
                        "POST", "/v1/payments/\(payment.id.uuidString.lowercased())/refund",
                        headers: ["prefer": "wait=12"])
                    #expect(answer.status == 200, "\(answer.text)")
                }
                try await eventually("basic") { try await person.http.get(day).status == 403 }
                try await eventually("the ledger adds up to zero") {
                    try await stack.count("SELECT count(*) FROM billing.ledger_entries") == 4
                }
                #expect(
                    try await stack.count(
                        "SELECT sum(minor_units)::int FROM billing.ledger_postings WHERE account LIKE 'p%'")
                        == 0)
            }
        }

        @Test(
            "BIL-01: a trial gives Pro at once, once for each card"
        )
        func trial() async throws {
            try await withShop { stack, sandbox in
                let person = try await stack.gateway.register(), day = "/v1/days/2026-01-02"
                #expect(try await person.http.get(day).status == 403)
                try await buy(person, sandbox, trial: true)
                try await eventually("pro") { try await person.http.get(day).status == 200 }
                #expect(try await membership(person).subscription?.status == "trialing")
                let canceled = try await person.http.send("DELETE", "/v1/subscription", headers: ["prefer": "wait=12"])
                #expect(canceled.status == 200 && canceled.text.contains("endsAt"), "\(canceled.text)")
                #expect(try await person.http.get(day).status == 200)
                let other = try await stack.gateway.register()
                try await buy(other, sandbox, trial: true)
                try await eventually("refused") {
                    try await membership(other).subscription?.status == "ended"
                }
                #expect(try await other.http.get(day).status == 403)
                for somebody in [person, other] { #expect(try await payments(somebody).isEmpty) }
                #expect(try await stack.count("SELECT count(*) FROM billing.ledger_entries") == 0)
                #expect(try await stack.count("SELECT count(*) FROM billing.trial_cards") == 1)
            }
        }

        @Test(
            "BIL-03, BIL-11, BIL-15: the demo account buys, views and refunds"
        )
        func demonstration() async throws {
            try await withShop { stack, _ in
                let url = try #require(URL(string: stack.gateway.http.baseURL))
                let shown = try await GatewayClient.withClient(GatewayClient(base: url)) { client in
                    let account = try await GatewayAccount.register(
                        prefix: "demo", locale: "en", timeZone: "UTC", on: client)
                    var command = try GatewayClient.Request(.post, "/v1/meals").with(
                        GatewayModels.NewMeal(name: "Lunch", items: [.init(name: "apple", grams: 150)]))
                    command.accessToken = try await account.accessToken()
                    command.wait = 12
                    let meal = try await client.expect(GatewayModels.Meal.self, from: command)
                    return try await DemoSamples.shipped().upgrade.run(on: meal, as: account, client)
                }
                let outcome = try #require(shown)
                #expect(outcome.paid.currency == "CAD" && !outcome.refusal.isEmpty)
                for took in [outcome.unlockedAfter, outcome.refundedAfter, outcome.lockedAfter] { #expect(took > 0) }
                let payments = try await stack.count("SELECT count(*) FROM billing.payments")
                #expect(payments == 1)
            }
        }

        /// Changes to the yearly plan at the quoted price, while `billing` dies.
        private func change(_ person: TestPerson, _ stack: TestStack) async throws {
            let options = Change(plan: "pro-yearly-cad")
            let quote: Quote = try await person.http.send("POST", "/v1/subscription/change", json: options).expect(200)
            let agreed = Change(plan: options.plan, agreedTotal: quote.total, quotedAt: quote.quotedAt)
            let accepted = try await person.http.send("POST", "/v1/subscription/change", json: agreed)
            #expect(accepted.status == 202)
            let billing = stack.service("billing")
            try await eventually("the charge is requested") {
                try await stack.count("SELECT count(*) FROM billing.payments WHERE body ->> 'purpose' = 'upgrade'") == 1
            }
            try await billing.restart()
            try await eventually("yearly") {
                try await membership(person).subscription?.plan == "pro-yearly-cad"
            }
        }
    }
}
