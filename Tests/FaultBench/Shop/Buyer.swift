import Foundation
import SandboxBank
import TestPeers
import TestSupport
import UnitSupport

/// A person who subscribes, changes to a larger plan, requests a refund, and starts again.
struct Buyer: Sendable {
    let person: TestPerson
    let bank: FaultyBank

    static let monthly = "pro-monthly-cad", yearly = "pro-yearly-cad"
    static let goodCard = "4242424242424242"
    private static let declinedCard = "4000000000000002"
    /// Timeout of any step, including faults and pauses between attempts: `billing` waits longer after each failure, up
    /// to a minute, and with a quarter of failures some of ten thousand commands fail seven times.
    var timeout = Duration.seconds(600)
    private static let pollInterval = Duration.milliseconds(300)

    /// A response that ends a purchase.
    private struct CannotBuy: Error, CustomStringConvertible {
        let description: String
    }

    /// A subscription as its owner sees it.
    struct Membership: Decodable, Sendable {
        struct Subscription: Decodable, Sendable {
            struct Checkout: Decodable, Sendable { let url: String? }
            let id: UUID
            let status: String
            let plan: String
            let endsAt: Date?
            let periodEnd: Date?
            let checkout: Checkout?
        }
        let subscription: Subscription?
        let tier: String
    }

    private struct Payments: Decodable {
        struct Payment: Decodable {
            let id: UUID
            let status: String
        }
        let items: [Payment]
    }

    private struct Quote: Codable, Sendable {
        struct Money: Codable, Sendable {
            let amount: String
            let currency: String
        }
        let total: Money
        let quotedAt: String
    }

    private struct Order: Encodable {
        let plan: String
        let region = "CA-ON"
    }

    private struct Change: Encodable {
        let plan: String
        var agreedTotal: Quote.Money?
        var quotedAt: String?
    }

    /// The person's current plan.
    func membership() async throws -> Membership {
        let answer = try await person.http.get("/v1/subscription")
        guard answer.status == 200 else { throw CannotBuy(description: "\(answer.status): \(answer.text)") }
        return try Self.decoder.decode(Membership.self, from: Data(answer.body))
    }

    /// Buys a plan.
    func buy(_ plan: String = monthly) async throws {
        try await accepted("POST", "/v1/subscription", Order(plan: plan))
        let page = try await until("the page is open") { () -> String? in
            try await membership().subscription?.checkout?.url
        }
        if Double.random(in: 0..<1) < 0.1 { _ = bank.pay(page, card: Self.declinedCard) }
        guard bank.pay(page, card: Self.goodCard) == .paid else {
            throw CannotBuy(description: "a page that is open is not paid on")
        }
        _ = try await until("pro") { () -> Bool? in try await membership().tier == "pro" ? true : nil }
    }

    /// Changes the plan at the quoted price.
    func change(to plan: String = yearly) async throws {
        let quote: Quote = try await person.http.send("POST", "/v1/subscription/change", json: Change(plan: plan))
            .expect(200)
        try await accepted(
            "POST", "/v1/subscription/change",
            Change(plan: plan, agreedTotal: quote.total, quotedAt: quote.quotedAt))
        _ = try await until("the change") { () -> Bool? in
            try await membership().subscription?.plan == plan ? true : nil
        }
    }

    /// Requests a refund of every payment, each twice at once.
    func refund() async throws {
        let payments: Payments = try await person.http.get("/v1/payments?limit=100").expect(200)
        for payment in payments.items where payment.status == "paid" {
            let path = "/v1/payments/\(payment.id.uuidString.lowercased())/refund"
            async let first = person.http.send("POST", path), second = person.http.send("POST", path)
            for answer in try await [first, second] where answer.status >= 500 {
                throw CannotBuy(description: "\(answer.status): \(answer.text)")
            }
        }
        _ = try await until("basic") { () -> Bool? in try await membership().tier == "basic" ? true : nil }
    }

    /// Cancels the renewal.
    func cancel() async throws {
        let answer = try await person.http.send("DELETE", "/v1/subscription", headers: ["prefer": "wait=10"])
        guard answer.status < 300 else { throw CannotBuy(description: "\(answer.status): \(answer.text)") }
        _ = try await until("an end") { () -> Bool? in
            try await membership().subscription?.endsAt == nil ? nil : true
        }
    }

    private func accepted(_ method: String, _ path: String, _ body: some Encodable) async throws {
        let answer = try await person.http.send(
            method, path, json: body, headers: ["idempotency-key": UUID().uuidString])
        guard answer.status == 202 || answer.status < 300 else {
            throw CannotBuy(description: "\(answer.status): \(answer.text)")
        }
    }

    private func until<Value>(_ what: String, _ value: () async throws -> Value?) async throws -> Value {
        try await eventually(what, within: timeout) {
            if let value = try await value() { return value }
            try await Task.sleep(for: Self.pollInterval)
            return nil
        }
    }

    /// Reads instants with their fractions.
    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            let format = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
            return try format.parse(text)
        }
        return decoder
    }
}
