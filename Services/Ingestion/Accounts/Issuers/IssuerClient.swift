import Foundation
import IngestionCore
import JWTKit
import Outbound
import Sealing
import ServiceRuntime
import Synchronization

/// Why an issuer returned no identity.
enum IssuerFault: Error, Sendable, Equatable {
    /// The issuer is not reachable, or reports that it is busy.
    case unavailable
    /// The issuer refused the code, or its answer is not trustworthy.
    case refused
}

/// Client of one external issuer: its description, its keys, and the identity for a code (OpenID Connect Core, section
/// 3.1).
final class IssuerClient: Sendable {
    let settings: IssuerSettings
    private let client: OutboundClient
    private let clock: any WallClock
    private let state = Mutex(State())

    /// Timeout of one exchange; three of them fit into a request.
    private static let timeout = Duration.seconds(3)
    /// Maximum size of an answer, in bytes.
    private static let maxAnswerSize = 128 << 10
    /// How long a description and keys are used before they are fetched again, in seconds.
    private static let freshness: TimeInterval = 3_600
    /// How long a description and keys are used if the issuer is not reachable, in seconds.
    private static let staleness: TimeInterval = 86_400
    /// An unknown key causes a new fetch of the keys, but not more often than this, in seconds.
    private static let refetchPause: TimeInterval = 60
    /// Tolerated clock difference, in seconds.
    private static let clockTolerance: TimeInterval = 60
    /// Maximum length of an id token, in bytes.
    private static let maxTokenLength = 16_384

    /// The issuer's endpoints.
    private struct Description: Decodable, Sendable {
        let issuer: String
        let authorization_endpoint: String
        let token_endpoint: String
        let jwks_uri: String
        var token_endpoint_auth_methods_supported: [String]?
    }

    private struct State {
        var description: (value: Description, at: Date)?
        var keys: (value: IssuerKeys, at: Date)?
    }

    init(_ settings: IssuerSettings, client: OutboundClient, clock: any WallClock) {
        self.settings = settings
        self.client = client
        self.clock = clock
    }

    /// The URL for signing in; with `asksAgain` the issuer must authenticate again and report the time.
    ///
    /// - Throws: `IssuerFault`.
    func authorizationURL(
        state: String, nonce: String, asksAgain: Bool, codeChallenge: String
    ) async throws -> String {
        let endpoint = try await description().authorization_endpoint
        var fields = [
            ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", settings.redirectURI),
            ("scope", settings.scopes), ("state", state), ("nonce", nonce), ("code_challenge", codeChallenge),
            ("code_challenge_method", "S256"),
        ]
        if asksAgain { fields += [("prompt", "login"), ("max_age", "0")] }
        return endpoint + (endpoint.contains("?") ? "&" : "?") + Self.form(fields)
    }

    /// The identity for a code.
    ///
    /// - Throws: `IssuerFault`.
    func claims(ofCode code: String, verifier: String, nonce: String) async throws -> IssuerClaims {
        struct Tokens: Decodable {
            let id_token: String
        }
        let description = try await description()
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", settings.redirectURI),
            ("code_verifier", verifier),
        ]
        var request = OutboundRequest(.post, description.token_endpoint)
        request.headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
        let methods = description.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
        if let secret = settings.clientSecret, methods.contains("client_secret_basic") {
            let pair = "\(Self.escaped(settings.clientID)):\(Self.escaped(secret))"
            request.headers.append(("Authorization", "Basic \(Data(pair.utf8).base64EncodedString())"))
        } else {
            fields.append(("client_id", settings.clientID))
            if let secret = settings.clientSecret { fields.append(("client_secret", secret)) }
        }
        request.body = Array(Self.form(fields).utf8)
        let answer = try await send(request)
        guard answer.status == 200, let tokens = try? JSONDecoder().decode(Tokens.self, from: Data(answer.body)) else {
            throw IssuerFault.refused
        }
        return try await claims(ofToken: tokens.id_token, nonce: nonce)
    }

    private func claims(ofToken token: String, nonce: String) async throws -> IssuerClaims {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= Self.maxTokenLength, parts.count == 3,
            let head = Base64URL.decode(String(parts[0])), let header = try? JSONReader.read(head),
            header["alg"] == .string(settings.algorithm.rawValue), header["crit"] == nil
        else { throw IssuerFault.refused }
        var kid: String?
        if case .string(let text)? = header["kid"] { kid = text }
        var keys = try await keys(atLeastAfter: nil)
        if !keys.knows(kid) { keys = try await self.keys(atLeastAfter: Self.refetchPause) }
        guard let claims = try? await keys.verified(token, by: kid) else { throw IssuerFault.refused }
        let now = clock.now()
        guard claims.iss == settings.issuer, claims.aud.value.contains(settings.clientID),
            claims.aud.value.count == 1 || claims.azp != nil, claims.azp ?? settings.clientID == settings.clientID,
            claims.nonce == nonce, claims.exp.value > now - Self.clockTolerance,
            claims.iat.value <= now + Self.clockTolerance,
            claims.auth_time.map({ $0.value <= now + Self.clockTolerance }) ?? true,
            (1...255).contains(claims.sub.utf8.count)
        else { throw IssuerFault.refused }
        return claims
    }

    // MARK: - Discovery document and keys

    private func description() async throws -> Description {
        let known = state.withLock(\.description), now = clock.now()
        if let known, now.timeIntervalSince(known.at) < Self.freshness { return known.value }
        let base = settings.issuer.hasSuffix("/") ? String(settings.issuer.dropLast()) : settings.issuer
        do {
            let fetched: Description = try await fetch("\(base)/.well-known/openid-configuration")
            let urls = [fetched.authorization_endpoint, fetched.token_endpoint, fetched.jwks_uri]
            guard fetched.issuer == settings.issuer, urls.allSatisfy(settings.mayCall) else {
                throw IssuerFault.refused
            }
            state.withLock { $0.description = (fetched, now) }
            return fetched
        } catch {
            if let known, now.timeIntervalSince(known.at) < Self.staleness { return known.value }
            throw error
        }
    }

    /// The cached keys; fetched again if they are older than `pause`.
    private func keys(atLeastAfter pause: TimeInterval?) async throws -> IssuerKeys {
        let known = state.withLock(\.keys), now = clock.now()
        if let known, now.timeIntervalSince(known.at) < pause ?? Self.freshness { return known.value }
        do {
            let fetched = IssuerKeys(try await fetch(description().jwks_uri), settings.algorithm)
            state.withLock { $0.keys = (fetched, now) }
            return fetched
        } catch {
            if let known, now.timeIntervalSince(known.at) < Self.staleness { return known.value }
            throw error
        }
    }

    private func fetch<Value: Decodable>(_ url: String) async throws -> Value {
        let answer = try await send(OutboundRequest(.get, url))
        guard answer.status == 200, let value = try? JSONDecoder().decode(Value.self, from: Data(answer.body)) else {
            throw IssuerFault.unavailable
        }
        return value
    }

    private func send(_ request: OutboundRequest) async throws -> OutboundResponse {
        var request = request
        request.timeout = Self.timeout
        request.maxAnswerSize = Self.maxAnswerSize
        guard let answer = try? await client.send(request), answer.status < 500, answer.status != 429 else {
            throw IssuerFault.unavailable
        }
        return answer
    }

    private static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.0)=\(escaped($0.1))" }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
    }
}

extension CharacterSet {
    /// Characters allowed unencoded in every part of a URL (RFC 3986 section 2.3).
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
