import BillingRules
import EventContracts
import Foundation
import IngestionBilling
import IngestionCore
import IngestionService
import Messaging
import Quantities
import StripeWire
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Plans, subscription and payments through the API") struct SubscriptionTests {
    private static let secret = "a-secret-of-notices"
    private static let table = EntitlementTable()

    private func with(
        trialDays: Int = 0, _ body: @escaping @Sendable (TestGateway) async throws -> Void
    ) async throws {
        try await TestGateway.with {
            $0.plan = .basic
            $0.trialDays = trialDays
            $0.paymentNotices = PaymentNoticeSettings(provider: "sandbox", secrets: [Self.secret])
        } _: { gateway in
            try await body(gateway)
        }
    }

    /// The commands of one type that the gateway has sent.
    private func orders<Body: EventBody>(_ type: Body.Type, of gateway: TestGateway) async throws -> [Body] {
        try await gateway.database.events(type).map(\.body)
    }

    private func active(_ account: AccountID, at now: Date) -> SubscriptionChanged {
        var published = SubscriptionChanged(
            accountID: account, subscriptionID: .random(), version: 3, status: .active,
            choice: PlanChoice(planID: "pro-monthly-cad"), price: Money(minorUnits: 799, currency: .cad),
            region: "CA-ON", changedAt: now)
        published.periodStart = now.addingTimeInterval(-10 * 86_400)
        published.periodEnd = now.addingTimeInterval(20 * 86_400)
        return published
    }

    @Test("BIL-01: plans are public, with taxes of the region")
    func plans() async throws {
        try await with { gateway in
            let plans = try await gateway.client.get("/v1/plans?region=CA-ON")
            #expect(plans.status == 200)
            let monthly = try plans.json["plans"]?.items.first { $0["plan"]?.string == "pro-monthly-cad" }
            #expect(monthly?["price"]?["amount"]?.string == "7.99" && monthly?["total"]?["amount"]?.string == "9.03")
            #expect(try await gateway.client.get("/v1/plans?region=XX").status == 400)
        }
    }

    @Test("BIL-01: plans state the trial; a second trial is refused")
    func trials() async throws {
        try await with(trialDays: 14) { gateway in
            let open = try await gateway.client.get("/v1/plans").json
            let days = open["plans"]?.items.reduce(into: [String: String]()) { days, plan in
                if let id = plan["plan"]?.string, case .number(let text)? = plan["trialDays"] { days[id] = text }
            }
            #expect(days?["pro-monthly-cad"] == "14" && days?["institution-yearly-cad"] == "0")
            #expect(open["mayTry"] == nil)
            let person = try await gateway.register()
            func mayTry() async throws -> JSONValue? { try await person.client.get("/v1/plans").json["mayTry"] }
            #expect(try await mayTry() == .bool(true))
            #expect(
                try await gateway.client.get("/v1/plans", headers: ["authorization": "Bearer nonsense"]).status == 401)
            let options = #"{"plan":"pro-monthly-cad","region":"CA-ON","trial":true}"#
            let seats = #"{"plan":"institution-yearly-cad","seats":5,"region":"CA-ON","trial":true}"#
            #expect(try await person.send("POST", "/v1/subscription", seats).status == 422)
            #expect(try await person.send("POST", "/v1/subscription", options).status == 202)
            #expect(try await orders(StartSubscription.self, of: gateway).map(\.wantsTrial) == [true])
            var published = active(person.account, at: gateway.clock.now())
            published.status = .trialing
            published.trial = .init(days: 14, end: published.periodEnd)
            try await gateway.neighbors.publish(published, nil, nil)
            let subscription = try await person.client.get("/v1/subscription").json["subscription"]
            #expect(subscription?["status"]?.string == "trialing" && subscription?["trial"]?["endsAt"] != nil)
            #expect(try await mayTry() == .bool(false))
            published.version += 1
            published.status = .ended
            published.ending = .canceled
            try await gateway.neighbors.publish(published, nil, nil)
            #expect(try await mayTry() == .bool(false))
            #expect(try await person.send("POST", "/v1/subscription", options).status == 409)
            let plain = #"{"plan":"pro-monthly-cad","region":"CA-ON","trial":false}"#
            #expect(try await person.send("POST", "/v1/subscription", plain).status == 202)
            #expect(try await orders(StartSubscription.self, of: gateway).map(\.wantsTrial) == [true, nil])
        }
    }

    @Test("BIL-01: if no trial is offered, none is shown or accepted")
    func noTrials() async throws {
        try await with { gateway in
            let person = try await gateway.register()
            let list = try await person.client.get("/v1/plans").json
            #expect(list["mayTry"] == nil)
            let options = #"{"plan":"pro-monthly-cad","region":"CA-ON","trial":true}"#
            #expect(try await person.send("POST", "/v1/subscription", options).status == 422)
            #expect(try await orders(StartSubscription.self, of: gateway).isEmpty)
        }
    }

    @Test("BIL-17: a retirement stops offers, quotes and sales until withdrawn")
    func retirement() async throws {
        try await with { gateway in
            let person = try await gateway.register(), now = EventTime.truncate(gateway.clock.now())
            let subscriber = try await gateway.register()
            try await gateway.neighbors.publish(active(subscriber.account, at: gateway.clock.now()), nil, nil)
            let made = AnnouncementMade(
                announcementID: .random(), kind: .retirement, texts: [:], madeAt: now,
                endsAt: now.addingTimeInterval(8_000_000), retiresAt: now.addingTimeInterval(7_900_000))
            #expect(try await AnnouncementRepository.add(made, in: gateway.database.pool))
            let plans = try await gateway.client.get("/v1/plans?region=CA-ON")
            #expect(plans.status == 200)
            #expect(try plans.json["plans"]?.items.isEmpty == true)
            let options = #"{"plan":"pro-monthly-cad","region":"CA-ON"}"#
            #expect(try await person.send("POST", "/v1/subscription", options).status == 409)
            let change = #"{"plan":"pro-yearly-cad"}"#
            #expect(try await subscriber.send("POST", "/v1/subscription/change", change).status == 409)
            #expect(try await orders(StartSubscription.self, of: gateway).isEmpty)
            #expect(
                try await AnnouncementRepository.withdraw(made.announcementID, at: now, in: gateway.database.pool))
            #expect(try await gateway.client.get("/v1/plans").json["plans"]?.items.isEmpty == false)
            #expect(try await subscriber.send("POST", "/v1/subscription/change", change).status == 200)
            #expect(try await person.send("POST", "/v1/subscription", options).status == 202)
        }
    }

    @Test("BIL-02, BIL-03, BIL-10: unavailable plans are refused")
    func start() async throws {
        try await with { gateway in
            let person = try await gateway.register()
            let none = try await person.client.get("/v1/subscription")
            #expect(none.status == 200)
            #expect(try none.json["tier"]?.string == "basic")
            for body in [
                #"{"plan":"gold","region":"CA-ON"}"#, #"{"plan":"pro-monthly-cad","region":"CA-XX"}"#,
                #"{"plan":"pro-monthly-cad","region":"CA-ON","seats":2}"#, #"{"region":"CA-ON"}"#,
            ] {
                #expect(try await person.send("POST", "/v1/subscription", body).status == 422, "\(body)")
            }
            let accepted = try await person.send(
                "POST", "/v1/subscription", #"{"plan":"pro-monthly-cad","region":"CA-ON"}"#)
            #expect(accepted.status == 202)
            let command = try #require(try await orders(StartSubscription.self, of: gateway).first)
            #expect(command.accountID == person.account && command.timeZone == "America/Toronto")
            #expect(try await orders(StartSubscription.self, of: gateway).count == 1)
        }
    }

    @Test("BIL-15: a paid plan unlocks at once and locks at its end by itself")
    func entitlement() async throws {
        try await with { gateway in
            let person = try await gateway.register(), day = "/v1/days/2026-01-02"
            #expect(try await person.client.get(day).status == 403)
            let until = EventTime.truncate(gateway.clock.now().addingTimeInterval(60))
            try await gateway.neighbors.publish(
                EntitlementChanged(
                    accountID: person.account, version: 1, tier: .pro, entitlements: Self.table[.pro],
                    changedAt: gateway.clock.now(), until: until, after: Self.table[.basic]), nil, nil)
            #expect(try await person.client.get(day).status == 200)
            #expect(try await person.client.get("/v1/subscription").json["tier"]?.string == "pro")
            gateway.clock.advance(by: .seconds(59))
            #expect(try await person.client.get(day).status == 200)
            // Event times are rounded to whole milliseconds.
            gateway.clock.advance(by: .milliseconds(1_001))
            #expect(try await person.client.get(day).status == 403)
        }
    }

    @Test("BIL-07: a payment's outcome is shown at once")
    func shown() async throws {
        try await with { gateway in
            let person = try await gateway.register(), now = EventTime.truncate(gateway.clock.now())
            func pay(_ status: PaymentStatus, monthsAgo: Int) -> PaymentChanged {
                var payment = PaymentChanged(
                    accountID: person.account, paymentID: .random(), subscriptionID: .random(), version: 2,
                    status: status,
                    purpose: .renewal, choice: PlanChoice(planID: "pro-monthly-cad"),
                    net: Money(minorUnits: 799, currency: .cad), taxes: [],
                    total: Money(minorUnits: 903, currency: .cad),
                    askedAt: now - Double(monthsAgo) * 30 * 86_400)
                payment.paidAt = status == .paid ? payment.askedAt : nil
                payment.decline = status == .declined ? .insufficientFunds : nil
                return payment
            }
            for month in 1...24 { try await gateway.neighbors.publish(pay(.paid, monthsAgo: month), nil, nil) }
            var rounds: [Duration] = [], controls: [Duration] = []
            for (round, status) in [PaymentStatus.paid, .declined, .paid, .declined, .paid].enumerated() {
                let payment = pay(status, monthsAgo: 0)
                try await gateway.neighbors.publish(payment, nil, nil)
                var times: [Duration] = [], others: [Duration] = []
                for _ in 0..<20 {
                    let start = ContinuousClock.now
                    let page = try await person.client.get("/v1/payments?limit=20").json["items"]?.items ?? []
                    let middle = ContinuousClock.now
                    times.append(start.duration(to: middle))
                    #expect(try await person.client.get("/v1/subscription").status == 200)
                    others.append(middle.duration(to: .now))
                    #expect(page.count == 20)
                    let shown = page.first { $0["id"]?.string == payment.paymentID.description }
                    #expect(shown?["status"]?.string == status.rawValue, "round \(round)")
                }
                rounds.append(times.sorted()[15])
                controls.append(others.sorted()[15])
            }
            let p80 = try #require(rounds.min()), control = try #require(controls.min())
            print("a payment: shown in \(p80), a subscription in \(control) (p80 of 20, the best of 5 rounds)")
            // In a debug build beside other tests only the fastest round is significant, and another request's time.
            #expect(p80 < max(.milliseconds(50), control * 5))
        }
    }

    @Test("BIL-03, BIL-04: a change is quoted first, then made at that price")
    func change() async throws {
        try await with { gateway in
            let person = try await gateway.register()
            let change = #"{"plan":"pro-yearly-cad"}"#
            #expect(try await person.send("POST", "/v1/subscription/change", change).status == 409)
            let published = active(person.account, at: gateway.clock.now())
            try await gateway.neighbors.publish(published, nil, nil)
            let quote = try await person.send("POST", "/v1/subscription/change", change)
            #expect(quote.status == 200)
            let json = try quote.json
            let total = try #require(json["total"]?["amount"]?.string), at = try #require(json["quotedAt"]?.string)
            #expect(json["effect"]?.string == "now" && Double(total).map { $0 > 50 } == true)
            #expect(try await orders(ChangeSubscription.self, of: gateway).isEmpty)
            let half = try await person.send(
                "POST", "/v1/subscription/change", #"{"plan":"pro-yearly-cad","quotedAt":"\#(at)"}"#)
            #expect(half.status == 422)
            let agreed =
                #"{"plan":"pro-yearly-cad","quotedAt":"\#(at)","agreedTotal":{"amount":"\#(total)","currency":"CAD"}}"#
            #expect(try await person.send("POST", "/v1/subscription/change", agreed).status == 202)
            let command = try #require(try await orders(ChangeSubscription.self, of: gateway).first)
            // The amount that billing computes for that instant is the accepted one.
            let known = BillingRules.Subscription(published: published, timeZone: "America/Toronto")
            let reckoned = try known.quote(command.choice, by: SubscriptionRules(), at: command.quotedAt)
            #expect(reckoned.total == command.agreedTotal)
            #expect(try await person.send("DELETE", "/v1/subscription", "").status == 202)
            #expect(try await orders(CancelSubscription.self, of: gateway).count == 1)
        }
    }

    @Test("BIL-09, BIL-11: a person lists their payments and requests refunds")
    func payments() async throws {
        try await with { gateway in
            let person = try await gateway.register(), stranger = try await gateway.register()
            var payment = PaymentChanged(
                accountID: person.account, paymentID: .random(), subscriptionID: .random(), version: 2, status: .paid,
                purpose: .purchase, choice: PlanChoice(planID: "pro-monthly-cad"),
                net: Money(minorUnits: 799, currency: .cad), taxes: [], total: Money(minorUnits: 799, currency: .cad),
                askedAt: gateway.clock.now())
            payment.receiptNumber = "FM-2026-000001"
            try await gateway.neighbors.publish(payment, nil, nil)
            let page = try await person.client.get("/v1/payments").json
            #expect(page["items"]?.items.first?["receiptNumber"]?.string == "FM-2026-000001")
            #expect(try await stranger.client.get("/v1/payments").json["items"]?.items.isEmpty == true)
            let path = "/v1/payments/\(payment.paymentID)/refund"
            #expect(try await stranger.send("POST", path, "").status == 404)
            #expect(try await person.send("POST", path, "").status == 202)
            #expect(try await orders(RefundPayment.self, of: gateway).map(\.paymentID) == [payment.paymentID])
        }
    }

    @Test("BIL-12: a provider's notification needs a current signature")
    func notices() async throws {
        try await with { gateway in
            let account = AccountID.random(), now = gateway.clock.now()
            func notice(_ metadata: String) -> [UInt8] {
                Array(
                    #"""
                    {"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1",\#
                    "metadata":\#(metadata)}}}
                    """#
                    .utf8)
            }
            func send(_ body: [UInt8], _ signature: String?) async throws -> Int {
                var headers = ["content-type": "application/json"]
                headers["stripe-signature"] = signature
                return try await gateway.client.send(
                    "POST", "/v1/billing/webhooks/stripe", headers: headers, body: body
                ).status
            }
            let ours = notice(#"{"account":"\#(account)","charge":"x"}"#)
            let signature = StripeSignature.sign(ours, secret: Self.secret, at: now)
            #expect(try await send(ours, nil) == 400)
            #expect(try await send(ours, StripeSignature.sign(ours, secret: "another", at: now)) == 400)
            let old = now.addingTimeInterval(-301)
            #expect(try await send(ours, StripeSignature.sign(ours, secret: Self.secret, at: old)) == 400)
            #expect(try await send(ours + [UInt8(ascii: " ")], signature) == 400)
            #expect(try await orders(CheckPayment.self, of: gateway).isEmpty)
            #expect(try await send(ours, signature) == 200)
            let strange = notice("{}")
            #expect(try await send(strange, StripeSignature.sign(strange, secret: Self.secret, at: now)) == 200)
            let published = try await orders(CheckPayment.self, of: gateway)
            #expect(published.map(\.objectID) == ["pi_1"] && published.map(\.accountID) == [account])
        }
    }

    @Test("payment notifications: rejected if no provider is configured")
    func noProvider() async throws {
        try await TestGateway.with { gateway in
            let answer = try await gateway.client.send(
                "POST", "/v1/billing/webhooks/stripe", headers: ["content-type": "application/json"],
                body: Array("{}".utf8))
            #expect(answer.status == 404)
        }
    }
}
