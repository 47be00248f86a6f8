import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import JWTKit
import NIOCore
import Sealing
import Synchronization
import TestPeers
import TestSupport

/// An OpenID Connect issuer on loopback, whose answers a test can falsify.
final class IssuerPeer: Sendable {
    /// The person who signs in there, with the claims.
    struct Person: Sendable {
        var subject = "somebody"
        var email: String? = "somebody@example.com"
        var isVerified = true
        /// Age of the session at the issuer, in seconds; nil if unknown.
        var seenAgo: TimeInterval?
    }

    /// The claims of an id token; each may be wrong.
    struct Claims: JWTPayload {
        var iss: String
        var sub: String
        var aud: [String]
        var exp: Date
        var iat: Date
        var nonce: String?
        var azp: String?
        var email: String?
        var email_verified: Bool?
        var auth_time: Date?

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    private struct Grant {
        let person: Person
        let nonce: String
        let challenge: String
        let redirectURI: String
    }

    private struct State {
        var key = ES256PrivateKey()
        var kid = "one"
        var grants: [String: Grant] = [:]
        var lie: @Sendable (inout Claims) -> Void = { _ in }
        var forger: ES256PrivateKey?
        var isAway = false
        var fetches: [String: Int] = [:]
        var refusals: [String] = []
    }

    static let clientID = "food magic", clientSecret = "s3cr:et/ü"

    private let state = Mutex(State())
    private let clock: FixedClock
    let port: Int

    private init(port: Int, clock: FixedClock) {
        self.port = port
        self.clock = clock
    }

    var url: String { "http://127.0.0.1:\(port)/tenant" }

    /// Changes the claims of all further tokens.
    func lie(_ lie: @escaping @Sendable (inout Claims) -> Void) { state.withLock { $0.lie = lie } }
    /// Makes the issuer sign tokens with an unpublished key.
    func forge() { state.withLock { $0.forger = ES256PrivateKey() } }
    /// Makes the issuer sign with another, published key.
    func rotate() {
        state.withLock {
            $0.key = ES256PrivateKey()
            $0.kid = "two"
        }
    }
    /// Makes the issuer answer every request with 503, or stop doing so.
    func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }
    /// Number of requests for a path.
    func fetches(_ path: String) -> Int { state.withLock { $0.fetches[path] ?? 0 } }
    /// Reasons why codes were refused.
    var refusals: [String] { state.withLock(\.refusals) }

    /// Runs an issuer while the body runs.
    static func with(_ clock: FixedClock = FixedClock(Date()), _ body: (IssuerPeer) async throws -> Void) async throws {
        let holder = Mutex<IssuerPeer?>(nil)
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            guard let peer = holder.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            let sent = Array(try await request.body.collect(upTo: 1 << 16).readableBytesView)
            let (status, json) = try await peer.answer(
                request.uri.path, request.headers[.authorization], String(decoding: sent, as: UTF8.self))
            return Response(status: .init(code: status), body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
        }
        try await TestServer.with(responder) { port in
            let peer = IssuerPeer(port: port, clock: clock)
            holder.withLock { $0 = peer }
            try await body(peer)
        }
    }

    private func answer(_ path: String, _ authorization: String?, _ body: String) async throws -> (Int, String) {
        let isAway = state.withLock { state in
            state.fetches[path, default: 0] += 1
            return state.isAway
        }
        if isAway { return (503, "") }
        switch path {
        case "/tenant/.well-known/openid-configuration":
            return (
                200,
                #"{"issuer":"\#(url)","authorization_endpoint":"\#(url)/authorize","token_endpoint":"\#(url)/token","#
                    + #""jwks_uri":"\#(url)/jwks","id_token_signing_alg_values_supported":["ES256"]}"#
            )
        case "/tenant/jwks":
            let (key, kid) = state.withLock { ($0.key, $0.kid) }
            guard let parameters = key.publicKey.parameters else { return (500, "") }
            return (
                200,
                #"{"keys":[{"kty":"RSA","kid":"\#(kid)","n":"AQAB","e":"AQAB"},"#
                    + #"{"kty":"EC","crv":"P-256","use":"sig","kid":"\#(kid)","x":"\#(Self.url(parameters.x))","#
                    + #""y":"\#(Self.url(parameters.y))"}]}"#
            )
        case "/tenant/token": return try await token(authorization, body)
        default: return (404, "")
        }
    }

    private static func url(_ base64: String) -> String {
        base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The sign-in page: takes the parameters of the redirect and returns those of the callback.
    func signIn(_ person: Person, sentTo address: String) throws -> (code: String, state: String) {
        let fields = Dictionary(
            (URLComponents(string: address)?.queryItems ?? []).map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { $1 })
        guard address.hasPrefix("\(url)/authorize?"), fields["response_type"] == "code",
            fields["client_id"] == Self.clientID, fields["code_challenge_method"] == "S256",
            fields["scope"]?.contains("openid") == true, let state = fields["state"], let nonce = fields["nonce"],
            let challenge = fields["code_challenge"], let redirectURI = fields["redirect_uri"]
        else { throw URLError(.badURL) }
        let code = UUID().uuidString
        self.state.withLock {
            $0.grants[code] = Grant(person: person, nonce: nonce, challenge: challenge, redirectURI: redirectURI)
        }
        return (code, state)
    }

    private func refuse(_ reason: String) -> (Int, String) {
        state.withLock { $0.refusals.append(reason) }
        return (400, #"{"error":"\#(reason)"}"#)
    }

    private func token(_ authorization: String?, _ body: String) async throws -> (Int, String) {
        let fields = Dictionary(
            (URLComponents(string: "?" + body)?.queryItems ?? []).map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { $1 })
        let pair = "food%20magic:s3cr%3Aet%2F%C3%BC"
        guard authorization == "Basic \(Data(pair.utf8).base64EncodedString())" else { return refuse("invalid_client") }
        let grant = state.withLock { $0.grants.removeValue(forKey: fields["code"] ?? "") }
        guard let grant, fields["grant_type"] == "authorization_code", fields["redirect_uri"] == grant.redirectURI,
            Base64URL.encode(SHA256.hash(data: Array((fields["code_verifier"] ?? "").utf8))) == grant.challenge
        else { return refuse("invalid_grant") }
        var claims = Claims(
            iss: url, sub: grant.person.subject, aud: [Self.clientID], exp: clock.now() + 600, iat: clock.now(),
            nonce: grant.nonce, azp: nil, email: grant.person.email, email_verified: grant.person.isVerified,
            auth_time: grant.person.seenAgo.map { clock.now() - $0 })
        let (key, kid, lie) = state.withLock { ($0.forger ?? $0.key, $0.kid, $0.lie) }
        lie(&claims)
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: key, kid: JWKIdentifier(string: kid))
        let token = try await keys.sign(claims, kid: JWKIdentifier(string: kid))
        return (200, #"{"access_token":"x","token_type":"Bearer","id_token":"\#(token)"}"#)
    }
}
