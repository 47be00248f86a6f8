import BillingProviders
import BillingRules
import EventContracts
import Foundation
import Outbound
import Quantities
import StripeWire
import Synchronization
import Testing

/// Answers requests with given responses, in order, and keeps the requests.
final class RecordedPeer: Sendable {
    private let state: Mutex<State>

    private struct State: Sendable {
        var answers: [Answer]
        var requests: [OutboundRequest] = []
    }

    /// One response, or none.
    enum Answer: Sendable {
        case status(Int, String)
        case failure(OutboundError)
    }

    init(_ answers: [Answer]) { state = Mutex(State(answers: answers)) }

    var requests: [OutboundRequest] { state.withLock { $0.requests } }

    func form(_ index: Int) throws -> StripeForm {
        let body = try #require(requests[index].body)
        return try #require(StripeForm(encoded: String(decoding: body, as: UTF8.self)))
    }

    func header(_ name: String, of index: Int) -> String? {
        requests[index].headers.first { $0.name == name }?.value
    }

    var provider: StripeProvider {
        let connection = StripeConnection(baseURL: "http://peer", apiKey: "sk_test", send: send)
        return StripeProvider(connection: connection, returnURL: "http://here/checkout/{CHECKOUT}")
    }

    @Sendable private func send(_ request: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        switch answer {
        case .status(let status, let text): return OutboundResponse(status: status, body: Array(text.utf8))
        case .failure(let error): throw error
        case nil: throw .unreachable
        }
    }
}

/// Requests and responses that tests start from.
enum ProviderSamples {
    static let account = AccountID.random()
    static let key = ChargeKey(subscriptionID: .random(), period: 2, generation: 1)
    static let moment = Date(timeIntervalSince1970: 1_790_000_000)

    static let charge = Subscription.Charge(
        key: key, purpose: .renewal, choice: PlanChoice(planID: "pro-monthly-cad"), net: cad(799),
        taxes: [TaxLine(name: "HST", authority: "CA", rate: 13_000, amount: cad(104))], total: cad(903),
        askedAt: moment)
    static let command = ChargeRequest(account: account, customer: "cus_1", card: "pm_1", charge: charge)

    static func cad(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: .cad) }

    /// A payment intent in Stripe's format.
    static func intent(_ status: String, key: ChargeKey = key, id: String = "pi_1", more: String = "") -> String {
        """
        {"id":"\(id)","object":"payment_intent","amount":903,"currency":"cad","status":"\(status)","customer":"cus_1",
        "payment_method":"pm_1","metadata":{"account":"\(account)","charge":"\(key)"}\(more)}
        """
    }

    static let paid = #"""
        ,"latest_charge":{"id":"ch_1","created":1790000005,"amount_refunded":0,
        "payment_method_details":{"card":{"brand":"visa","last4":"4242"}}}
        """#
}
