import BillingProviders
import BillingRules
import EventContracts
import Foundation
import Outbound
import Quantities
import StripeWire
import Testing

@Suite("Stripe requests and responses")
struct StripeProviderTests {
    @Test("BIL-12: a charge is sent once per key and API version")
    func charge() async throws {
        let peer = RecordedPeer([.status(200, ProviderSamples.intent("succeeded", more: ProviderSamples.paid))])
        let report = try await peer.provider.charge(ProviderSamples.command)
        let paidAt = ProviderSamples.moment.addingTimeInterval(5)
        #expect(report.state == .paid(at: paidAt, card: CardFacts(brand: "visa", lastFour: "4242")))
        #expect(report.key == ProviderSamples.key && report.amount == ProviderSamples.cad(903))
        let form = try peer.form(0)
        let expected = [
            "amount": "903", "currency": "cad", "customer": "cus_1", "payment_method": "pm_1", "confirm": "true",
            "off_session": "true", "metadata[charge]": "\(ProviderSamples.key)",
            "metadata[account]": "\(ProviderSamples.account)",
        ]
        for (name, value) in expected { #expect(form[name] == value, "\(name)") }
        #expect(peer.requests[0].url == "http://peer/v1/payment_intents")
        #expect(peer.header("Idempotency-Key", of: 0) == "\(ProviderSamples.key)")
        #expect(peer.header("Stripe-Version", of: 0) == StripeAPI.version)
        #expect(peer.header("Authorization", of: 0) == "Bearer sk_test")
    }

    @Test(
        "BIL-05, BIL-13: the payment page shows net price and taxes")
    func page() async throws {
        let peer = RecordedPeer([
            .status(
                200,
                #"{"id":"cs_1","status":"open","payment_status":"unpaid","url":"https://pay/cs_1","metadata":{}}"#)
        ])
        let checkout = CheckoutID.random()
        let page = try await peer.provider.openCheckout(
            CheckoutRequest(
                account: ProviderSamples.account, customer: "cus_1", checkoutID: checkout,
                purpose: .payment(ProviderSamples.charge), title: "Pro", expiresAt: ProviderSamples.moment))
        #expect(page == HostedPage(pageID: "cs_1", state: .open, url: "https://pay/cs_1"))
        let form = try peer.form(0)
        let expected = [
            "mode": "payment", "expires_at": "1790000000", "success_url": "http://here/checkout/\(checkout)",
            "line_items[0][price_data][unit_amount]": "799", "line_items[1][price_data][unit_amount]": "104",
            "line_items[1][price_data][product_data][name]": "HST",
            "payment_method_options[card][restrictions][brands_blocked][0]": "american_express",
            "payment_intent_data[setup_future_usage]": "off_session",
            "payment_intent_data[metadata][charge]": "\(ProviderSamples.key)",
        ]
        for (name, value) in expected { #expect(form[name] == value, "\(name)") }
    }

    @Test("BIL-01, BIL-05: a trial page states the first charge, charges nothing")
    func trialPage() async throws {
        let peer = RecordedPeer([
            .status(
                200,
                #"{"id":"cs_1","status":"open","payment_status":"unpaid","url":"https://pay/cs_1","metadata":{}}"#)
        ])
        let page = try await peer.provider.openCheckout(
            CheckoutRequest(
                account: ProviderSamples.account, customer: "cus_1", checkoutID: .random(),
                purpose: .card(ProviderSamples.key, terms: "free for 14 days"), title: "Pro",
                expiresAt: ProviderSamples.moment))
        #expect(page == HostedPage(pageID: "cs_1", state: .open, url: "https://pay/cs_1"))
        let form = try peer.form(0)
        let expected = [
            "mode": "setup", "customer": "cus_1", "expires_at": "1790000000", "payment_method_types[0]": "card",
            "payment_method_options[card][restrictions][brands_blocked][0]": "american_express",
            "custom_text[submit][message]": "Pro: free for 14 days",
            "setup_intent_data[metadata][charge]": "\(ProviderSamples.key)",
            "setup_intent_data[metadata][account]": "\(ProviderSamples.account)",
            "metadata[charge]": "\(ProviderSamples.key)",
        ]
        for (name, value) in expected { #expect(form[name] == value, "\(name)") }
        let names = form.fields.map(\.name)
        #expect(!names.contains { $0.hasPrefix("line_items") || $0.hasPrefix("payment_intent_data") })
        #expect(peer.header("Idempotency-Key", of: 0) == "\(ProviderSamples.key)/page")
    }

    @Test("BIL-01: a trial's card is read from the setup, or unknown")
    func leftCard() async throws {
        let method = #"{"id":"pm_1","card":{"brand":"visa","last4":"4242","fingerprint":"Xt5EWLLDS7FJjR1c"}}"#
        let peer = RecordedPeer([
            .status(
                200,
                #"{"id":"cs_1","status":"complete","payment_status":"unpaid","setup_intent":"seti_1","metadata":{}}"#),
            .status(200, #"{"id":"seti_1","status":"succeeded","payment_method":\#(method)}"#),
            .status(200, #"{"id":"seti_1","status":"processing","payment_method":null}"#),
            .status(200, #"{"id":"seti_1","status":"succeeded","payment_method":"pm_1"}"#),
            .status(500, ""),
        ])
        let page = try await peer.provider.checkout("cs_1")
        #expect(page.state == .complete && page.setupID == "seti_1" && page.chargeID == nil)
        let card = try await peer.provider.card(leftBy: "seti_1")
        #expect(card == LeftCard(cardID: "pm_1", brand: "visa", fingerprint: "Xt5EWLLDS7FJjR1c"))
        #expect(peer.requests[1].url == "http://peer/v1/setup_intents/seti_1?expand%5B0%5D=payment_method")
        for _ in 0..<2 { #expect(try await peer.provider.card(leftBy: "seti_1") == nil) }
        await #expect(throws: ProviderFailure.notDone) { _ = try await peer.provider.card(leftBy: "seti_1") }
        #expect(LeftCard(cardID: "pm_1", brand: "amex").isTaken == false)
        #expect(LeftCard(cardID: "pm_1").isTaken)
    }

    @Test(
        "Stripe: a declined card gives its reason and is not an error",
        arguments: [
            (#""code":"card_declined","decline_code":"insufficient_funds""#, .insufficientFunds),
            (#""code":"card_declined","decline_code":"generic_decline""#, .declined),
            (#""code":"expired_card","decline_code":"expired_card""#, .expiredCard),
            (#""code":"expired_card""#, .expiredCard),
            (#""code":"authentication_required","decline_code":"authentication_required""#, .authenticationRequired),
            (#""code":"card_declined","decline_code":"card_not_supported""#, .unsupportedBrand),
            (#""code":"of_tomorrow""#, .declined),
        ] as [(String, DeclineReason)])
    func declined(codes: String, reason: DeclineReason) async throws {
        let peer = RecordedPeer([.status(402, #"{"error":{"type":"card_error",\#(codes)}}"#)])
        let report = try await peer.provider.charge(ProviderSamples.command)
        #expect(report.state == .declined(reason))
    }

    private static let outcomes: [(RecordedPeer.Answer, ProviderFailure)] = [
        (.failure(.timedOut), .unknownOutcome), (.failure(.unreachable), .unknownOutcome),
        (.failure(.cancelled), .unknownOutcome), (.failure(.tooLarge), .unknownOutcome),
        (.failure(.overloaded), .notDone), (.failure(.untrusted), .notDone),
        (.status(500, ""), .unknownOutcome), (.status(503, #"{"error":{"type":"api_error"}}"#), .unknownOutcome),
        (.status(409, #"{"error":{"type":"idempotency_error"}}"#), .unknownOutcome),
        (.status(302, ""), .unknownOutcome), (.status(402, "?"), .unknownOutcome),
        (.status(429, ""), .notDone),
        (
            .status(400, #"{"error":{"type":"invalid_request_error","code":"amount_too_small"}}"#),
            .refused(code: "amount_too_small")
        ),
        (.status(401, ""), .refused(code: "401")),
        (.status(200, "{}"), .unknownOutcome),
        (.status(200, ProviderSamples.intent("paid_twice")), .unknownOutcome),
        (.status(200, ProviderSamples.intent("succeeded")), .unknownOutcome),
    ]

    @Test(
        "row 27: an outcome is unknown if money may have moved", arguments: outcomes)
    func failures(answer: RecordedPeer.Answer, failure: ProviderFailure) async throws {
        let peer = RecordedPeer([answer])
        await #expect(throws: failure) { _ = try await peer.provider.charge(ProviderSamples.command) }
        #expect(peer.requests.count == 1)
    }

    @Test("row 27: an unknown outcome is found by its key on any page of the list")
    func found() async throws {
        let other = ProviderSamples.intent(
            "succeeded", key: ChargeKey(subscriptionID: .random(), period: 0, generation: 0), id: "pi_0",
            more: ProviderSamples.paid)
        let mine = ProviderSamples.intent("succeeded", more: ProviderSamples.paid)
        let peer = RecordedPeer([
            .status(200, #"{"data":[\#(other)],"has_more":true}"#),
            .status(200, #"{"data":[\#(mine)],"has_more":false}"#),
        ])
        let found = try await peer.provider.findCharge(ProviderSamples.key, of: "cus_1", since: ProviderSamples.moment)
        let report = try #require(found)
        #expect(report.chargeID == "pi_1" && report.key == ProviderSamples.key)
        #expect(peer.requests[1].url.contains("starting_after=pi_0"))
        #expect(peer.requests[0].url.contains("customer=cus_1&created%5Bgte%5D=1789999400"))
    }

    @Test("row 27: a fully read list proves absence; a partial one does not")
    func absent() async throws {
        let peer = RecordedPeer([.status(200, #"{"data":[],"has_more":false}"#)])
        let none = try await peer.provider.findCharge(ProviderSamples.key, of: "cus_1", since: ProviderSamples.moment)
        #expect(none == nil)
        let foreign = ChargeKey(subscriptionID: .random(), period: 0, generation: 0)
        let page = #"{"data":[\#(ProviderSamples.intent("canceled", key: foreign))],"has_more":true}"#
        let endless = RecordedPeer(Array(repeating: .status(200, page), count: 20))
        await #expect(throws: ProviderFailure.notDone) {
            _ = try await endless.provider.findCharge(
                ProviderSamples.key, of: "cus_1", since: ProviderSamples.moment)
        }
        let silent = RecordedPeer([.failure(.timedOut)])
        await #expect(throws: ProviderFailure.notDone) {
            _ = try await silent.provider.findCharge(ProviderSamples.key, of: "cus_1", since: ProviderSamples.moment)
        }
    }

    @Test("BIL-11: a refund names charge and amount and has its own key")
    func refund() async throws {
        let peer = RecordedPeer([
            .status(200, #"{"id":"re_1","amount":903,"currency":"cad","status":"succeeded","payment_intent":"pi_1"}"#),
            .status(200, #"{"data":[],"has_more":false}"#),
        ])
        let command = RefundRequest(
            account: ProviderSamples.account, chargeID: "pi_1", key: ProviderSamples.key,
            amount: ProviderSamples.cad(903))
        let report = try await peer.provider.refund(command)
        #expect(report == RefundReport(refundID: "re_1", amount: ProviderSamples.cad(903), state: .settled))
        #expect(try peer.form(0)["payment_intent"] == "pi_1" && peer.form(0)["amount"] == "903")
        #expect(peer.header("Idempotency-Key", of: 0) == "\(ProviderSamples.key)/refund")
        let none = try await peer.provider.findRefund(of: "pi_1")
        #expect(none == nil)
    }

    @Test("Stripe: a page that cannot be closed is queried for its state")
    func closedPage() async throws {
        let peer = RecordedPeer([
            .status(400, #"{"error":{"type":"invalid_request_error"}}"#),
            .status(
                200,
                """
                {"id":"cs_1","status":"complete","payment_status":"paid","payment_intent":"pi_1","url":null,\
                "metadata":{}}
                """),
        ])
        let page = try await peer.provider.closeCheckout("cs_1")
        #expect(page == HostedPage(pageID: "cs_1", state: .complete, chargeID: "pi_1"))
        #expect(peer.requests[1].method == .get)
    }

    @Test("Stripe: a name that would alter the URL is not requested", arguments: ["", "../refunds", "a?b", "pi 1"])
    func names(name: String) async throws {
        let peer = RecordedPeer([])
        await #expect(throws: ProviderFailure.refused(code: "malformed_name")) {
            _ = try await peer.provider.charge(named: name)
        }
        #expect(peer.requests.isEmpty)
    }
}
