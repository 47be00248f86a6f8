import Foundation
import SandboxBank
import ServiceRuntime
import StripeWire
import TestPeers
import Testing
import UnitSupport

@testable import PaymentSandbox

@Suite("Payment sandbox program")
struct PaymentSandboxTests {
    private static let form = ["content-type": StripeForm.contentType]

    private func fields(_ pairs: [(String, String)]) -> [UInt8] {
        var form = StripeForm()
        for (name, value) in pairs { form.set(name, to: value) }
        return Array(form.encoded.utf8)
    }

    /// Opens a page, as `billing` does.
    private func open(
        _ http: TestHTTPClient, back: String, at now: Date, terms: String? = nil
    ) async throws -> String {
        var headers = Self.form
        headers["authorization"] = "Bearer key"
        headers["idempotency-key"] = "customer"
        let customer = try await http.send("POST", StripeAPI.customers, headers: headers, body: fields([]))
        let id = try customer.decode(StripeObject.Customer.self).id
        headers["idempotency-key"] = terms == nil ? "page" : "card"
        let asked =
            terms.map { [("mode", "setup"), ("custom_text[submit][message]", $0)] } ?? [
                ("line_items[0][price_data][unit_amount]", "903"), ("line_items[0][price_data][currency]", "cad"),
                ("line_items[0][price_data][product_data][name]", "Pro <month>"),
            ]
        let page = try await http.send(
            "POST", StripeAPI.checkoutSessions, headers: headers,
            body: fields(
                [
                    ("customer", id), ("success_url", back),
                    ("expires_at", "\(Int64(now.timeIntervalSince1970) + 2_100)"),
                ] + asked))
        return try page.decode(StripeObject.CheckoutSession.self).id
    }

    @Test("payment sandbox: fetching notifications wakes no waiting caller")
    func rests() async throws {
        let books = try SandboxBooks(file: nil, clock: FixedClock(Date())), rest = Duration.milliseconds(300)
        try books.with { _, _ in }
        let begin = ContinuousClock.now
        await books.wakeSignal.wait(atMost: .seconds(600))
        #expect(.now - begin < .seconds(120), "a change wakes a waiting caller")
        #expect(books.takeNotices().isEmpty)
        let again = ContinuousClock.now
        await books.wakeSignal.wait(atMost: rest)
        #expect(.now - again >= rest)
    }

    @Test("BIL-03, BIL-13: sandbox page: shows the purchase and stores no input")
    func page() async throws {
        try await withTemporaryDirectory { directory in
            let clock = FixedClock(Date()), file = directory.appending(path: "books.json")
            let books = try SandboxBooks(file: file.path, clock: clock)
            let responder = SandboxResponder(books: books, key: "key", pageURL: "http://sandbox")
            try await TestServer.with(responder) { port in
                let http = TestHTTPClient(port: port)
                #expect(try await http.send("POST", StripeAPI.customers, headers: Self.form).status == 401)
                let name = try await open(http, back: "http://127.0.0.1:\(port)/health/ready", at: clock.now())
                let shown = try await http.get("/pay/\(name)")
                #expect(shown.status == 200 && shown.text.contains("9.03 CAD"))
                #expect(shown.text.contains("Pro &lt;month&gt;"))
                let declined = try await http.send(
                    "POST", "/pay/\(name)", headers: Self.form, body: fields([("card", "4000000000000002")]))
                #expect(declined.status == 422 && declined.text.contains("Declined"))
                let asks = try await http.send(
                    "POST", "/pay/\(name)", headers: Self.form, body: fields([("card", "4000002500003155")]))
                #expect(asks.status == 200 && asks.text.contains("Your bank asks"))
                let paid = try await http.send(
                    "POST", "/pay/\(name)", headers: Self.form,
                    body: fields([("card", "4000002500003155"), ("confirmed", "yes")]))
                // The client follows the redirect.
                #expect(paid.status == 200 && paid.text == "up")
                let again = try await http.send(
                    "POST", "/pay/\(name)", headers: Self.form, body: fields([("card", "4242424242424242")]))
                #expect(again.status == 410)
                let free = try await open(
                    http, back: "http://127.0.0.1:\(port)/health/ready", at: clock.now(), terms: "Pro: <free> at first")
                let offered = try await http.get("/pay/\(free)")
                #expect(offered.text.contains("Pro: &lt;free&gt; at first") && offered.text.contains("Leave this card"))
                #expect(!offered.text.contains("Total"))
                let left = try await http.send(
                    "POST", "/pay/\(free)", headers: Self.form, body: fields([("card", "5555555555554444")]))
                #expect(left.status == 200 && left.text == "up")
            }
            #expect(books.balances == ["cad": 903])
            // After a restart the payments are known, but no payment data.
            #expect(try SandboxBooks(file: file.path, clock: clock).balances == ["cad": 903])
            let kept = try String(contentsOf: file, encoding: .utf8)
            #expect(!kept.contains("4000002500003155") && !kept.contains("4000000000000002"))
        }
    }
}
