import Foundation
import Outbound
import StripeWire

/// Requests to Stripe, or to `payment-sandbox`, which has the same API.
package struct StripeConnection: Sendable {
    /// Sends a request; `OutboundClient.send` except in tests.
    package typealias Send = @Sendable (OutboundRequest) async throws(OutboundError) -> OutboundResponse

    private let baseURL: String
    /// The secret API key.
    private let apiKey: String
    private let timeout: Duration
    private let send: Send

    /// - Parameters:
    ///   - baseURL: The address without a path, such as `https://api.stripe.com`.
    ///   - apiKey: The secret key.
    ///   - timeout: Timeout of a request; Stripe's own libraries use 80 s.
    ///   - send: Sends a request.
    package init(
        baseURL: String, apiKey: String, timeout: Duration = .seconds(80), send: @escaping Send
    ) {
        self.baseURL = baseURL
        self.apiKey = apiKey
        self.timeout = timeout
        self.send = send
    }

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - path: The path of the object.
    ///   - query: Fields of the query.
    /// - Returns: The object.
    /// - Throws: `notDone` without an answer, because reading has no effect.
    func get<Object: Decodable>(_ path: String, _ query: StripeForm = StripeForm()) async throws(ProviderFailure)
        -> Object
    {
        do throws(ProviderFailure) {
            return try await object(request(.get, query.fields.isEmpty ? path : "\(path)?\(query.encoded)"))
        } catch {
            throw error == .unknownOutcome ? .notDone : error
        }
    }

    /// Sends a POST request once.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - form: The form.
    ///   - key: The idempotency key.
    /// - Returns: The created object.
    /// - Throws: `unknownOutcome` if it may have been executed.
    func post<Object: Decodable>(_ path: String, _ form: StripeForm, key: String) async throws(ProviderFailure)
        -> Object
    {
        try await object(posted(path, form, key: key))
    }

    /// Deletes an object; a second deletion is refused as `resource_missing`.
    ///
    /// - Parameter path: The path of the object.
    /// - Returns: The provider's description of the deleted object.
    /// - Throws: `unknownOutcome` if it may have been executed.
    func delete<Object: Decodable>(_ path: String) async throws(ProviderFailure) -> Object {
        try await object(request(.delete, path))
    }

    /// Like `post`, but reports a refused card with the reason.
    func postCharge<Object: Decodable>(
        _ path: String, _ form: StripeForm, key: String
    ) async throws(ProviderFailure) -> Result<Object, StripeDecline> {
        let response = try await answer(posted(path, form, key: key))
        guard response.status == Self.paymentRequired else { return .success(try Self.object(response)) }
        guard let failure = Self.failure(response), failure.type == "card_error" else { throw .unknownOutcome }
        return .failure(StripeDecline(failure: failure))
    }

    private static let paymentRequired = 402

    private func posted(_ path: String, _ form: StripeForm, key: String) -> OutboundRequest {
        var request = request(.post, path)
        request.headers += [("Content-Type", StripeForm.contentType), (StripeAPI.idempotencyHeader, key)]
        request.body = Array(form.encoded.utf8)
        return request
    }

    private func request(_ method: OutboundRequest.Method, _ path: String) -> OutboundRequest {
        var request = OutboundRequest(method, baseURL + path)
        request.headers = [("Authorization", "Bearer \(apiKey)"), (StripeAPI.versionHeader, StripeAPI.version)]
        request.timeout = timeout
        return request
    }

    private func object<Object: Decodable>(_ request: OutboundRequest) async throws(ProviderFailure) -> Object {
        try Self.object(await answer(request))
    }

    private func answer(_ request: OutboundRequest) async throws(ProviderFailure) -> OutboundResponse {
        do throws(OutboundError) {
            return try await send(request)
        } catch {
            switch error {
            case .overloaded, .untrusted, .forbidden: throw .notDone
            case .malformed: throw .refused(code: "malformed_request")
            // The connection may have broken after the request was sent.
            case .unreachable, .timedOut, .tooLarge, .cancelled: throw .unknownOutcome
            }
        }
    }

    private static func object<Object: Decodable>(_ response: OutboundResponse) throws(ProviderFailure) -> Object {
        switch response.status {
        case 200..<300:
            guard let object = try? JSONDecoder().decode(Object.self, from: Data(response.body)) else {
                throw .unknownOutcome
            }
            return object
        // Too many requests: this one had no effect.
        case 429: throw .notDone
        // Another request with this key is in progress.
        case 409: throw .unknownOutcome
        case 400..<500: throw .refused(code: failure(response).flatMap { $0.code ?? $0.type } ?? "\(response.status)")
        default: throw .unknownOutcome
        }
    }

    private static func failure(_ response: OutboundResponse) -> StripeObject.Failure? {
        try? JSONDecoder().decode(StripeObject.ErrorBody.self, from: Data(response.body)).error
    }
}

/// A card that was not charged.
struct StripeDecline: Error, Equatable {
    let failure: StripeObject.Failure
}
