import Foundation
import StripeWire

/// The bank behind the payment sandbox: customers, pages, charges, refunds, and books.
///
/// A value type that processes requests with their time; the surrounding program handles HTTP, storage and notices. It
/// stores which test card was used, never the typed number.
package struct SandboxBank: Codable, Sendable, Equatable {
    var customers: [String: StripeObject.Customer] = [:]
    /// Registered cards by id.
    var cards: [String: TestCard] = [:]
    var intents: [Intent] = []
    var pages: [String: Page] = [:]
    /// Open pages by closing time, so that closing expired ones reads no others; nil in files from before the field
    /// existed.
    var openPages: [String: Int64]?
    var refunds: [StripeObject.Refund] = []
    /// Cards registered without a payment; empty in files from before they existed.
    var setups: [String: StripeObject.SetupIntent]?
    /// The answer to each idempotency key.
    var answers: [String: KeptAnswer] = [:]
    /// Notices that the program has not fetched yet.
    var waitingNotices: [Data] = []
    var lastNumber = 0

    package init() {}

    /// A charge with the time of its request.
    struct Intent: Codable, Sendable, Equatable {
        var object: StripeObject.PaymentIntent
        var created: Int64
    }

    /// A page with its content.
    struct Page: Codable, Sendable, Equatable {
        var session: StripeObject.CheckoutSession
        var lines: [PageLine]
        var currency: String
        var expiresAt: Int64
        var returnURL: String
        var intentMetadata: [String: String]
        /// The terms, if a card is registered without a payment; nil for a payment page.
        var terms: String?
    }

    struct KeptAnswer: Codable, Sendable, Equatable {
        var request: String
        var answer: SandboxAnswer
    }

    /// Moved money: payments minus refunds, in minor units, by ISO 4217 code in lower case.
    package var balances: [String: Int64] {
        var sums: [String: Int64] = [:]
        for intent in intents where intent.object.status == .succeeded {
            sums[intent.object.currency, default: 0] += intent.object.amount
        }
        for refund in refunds where refund.status == "succeeded" {
            sums[refund.currency, default: 0] -= refund.amount
        }
        return sums
    }

    /// Money moved for one business fact, in minor units.
    package struct Movement: Sendable, Equatable {
        package var charges = 0
        package var paid: Int64 = 0
        package var refunds = 0
        package var refunded: Int64 = 0

        /// A movement of zero.
        package init() {}
    }

    /// Money moved for each business fact, by the charge's key; charges without a key are under the empty key.
    package var movements: [String: Movement] {
        var movements: [String: Movement] = [:], facts: [String: String] = [:]
        for intent in intents where intent.object.status == .succeeded {
            let fact = intent.object.metadata[StripeNotice.chargeField] ?? ""
            facts[intent.object.id] = fact
            movements[fact, default: Movement()].charges += 1
            movements[fact, default: Movement()].paid += intent.object.amount
        }
        for refund in refunds where refund.status == "succeeded" {
            let fact = refund.paymentIntent.flatMap { facts[$0] } ?? ""
            movements[fact, default: Movement()].refunds += 1
            movements[fact, default: Movement()].refunded += refund.amount
        }
        return movements
    }

    /// Number of customers.
    package var customerCount: Int { customers.count }

    /// Returns and removes the notices to be sent, oldest first; the program, not the bank, repeats failed ones.
    package mutating func takeNotices() -> [[UInt8]] {
        defer { waitingNotices = [] }
        return waitingNotices.map { [UInt8]($0) }
    }

    mutating func name(_ prefix: String) -> String {
        lastNumber += 1
        return "\(prefix)_sandbox\(lastNumber)"
    }

    mutating func notice(_ type: String, object: String, metadata: [String: String], at now: Date) {
        struct Event: Encodable {
            var id: String
            var object = "event"
            var type: String
            var created: Int64
            var data: Content
            struct Content: Encodable { var object: Object }
            struct Object: Encodable {
                var id: String
                var metadata: [String: String]
            }
        }
        let event = Event(
            id: name("evt"), type: type, created: Int64(now.timeIntervalSince1970),
            data: .init(object: .init(id: object, metadata: metadata)))
        // Encoding cannot fail, because the event has only strings and numbers.
        if let body = try? JSONEncoder().encode(event) { waitingNotices.append(body) }
    }

    /// Creates a charge, or returns the reason for declining it.
    mutating func charge(
        _ card: TestCard, named method: String, _ amount: Int64, _ currency: String, customer: String?,
        metadata: [String: String], isPersonThere: Bool, at now: Date
    ) -> StripeObject.PaymentIntent {
        var intent = StripeObject.PaymentIntent(
            id: name("pi"), amount: amount, currency: currency, status: .succeeded, customer: customer,
            paymentMethod: method, metadata: metadata)
        let seconds = Int64(now.timeIntervalSince1970)
        if let refusal = card.refusal(isPersonThere: isPersonThere) {
            intent.status = .requiresPaymentMethod
            intent.lastPaymentError = StripeObject.Failure(
                type: "card_error", code: refusal.code, declineCode: refusal.decline)
        } else {
            intent.latestCharge = StripeObject.Charge(
                id: name("ch"), created: seconds, amountRefunded: 0,
                card: StripeObject.Charge.Card(brand: card.brand, last4: card.lastFour), paymentIntent: intent.id)
        }
        intents.append(Intent(object: intent, created: seconds))
        let type = intent.status == .succeeded ? "payment_intent.succeeded" : "payment_intent.payment_failed"
        notice(type, object: intent.id, metadata: metadata, at: now)
        return intent
    }
}

/// One line of a page's content.
package struct PageLine: Codable, Sendable, Equatable {
    package let title: String
    package let amount: Int64
}

/// An answer of the bank.
package struct SandboxAnswer: Codable, Sendable, Equatable {
    package var status: Int
    package var body: Data

    static func object(_ object: some Encodable) -> SandboxAnswer {
        guard let body = try? JSONEncoder().encode(object) else { return .failure(500, "api_error") }
        return SandboxAnswer(status: 200, body: body)
    }

    static func failure(_ status: Int, _ type: String, code: String? = nil, decline: String? = nil) -> SandboxAnswer {
        let error = StripeObject.ErrorBody(error: StripeObject.Failure(type: type, code: code, declineCode: decline))
        return SandboxAnswer(status: status, body: (try? JSONEncoder().encode(error)) ?? Data())
    }
}
