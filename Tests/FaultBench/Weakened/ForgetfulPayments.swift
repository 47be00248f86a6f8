import Foundation
import Outbound
import StripeWire

/// Requests to the payment provider without the protection against double charges.
///
/// Each POST gets a new idempotency key, and lists of charges and refunds are empty, so that a search before charging
/// finds nothing.
struct ForgetfulPayments: Sendable {
    private let client = OutboundClient(label: "payment provider")
    private static let emptyList = Array(#"{"object":"list","data":[],"has_more":false}"#.utf8)

    func send(_ request: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        if request.method == .get, Self.isList(request.url) {
            return OutboundResponse(status: 200, body: Self.emptyList)
        }
        var request = request
        for index in request.headers.indices where request.headers[index].name == StripeAPI.idempotencyHeader {
            request.headers[index].value += "/\(UUID())"
        }
        return try await client.send(request)
    }

    private static func isList(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" }
        return path.hasSuffix(StripeAPI.paymentIntents) || path.hasSuffix(StripeAPI.refunds)
    }
}
