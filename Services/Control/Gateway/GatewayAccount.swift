import EventContracts
import Foundation

/// A person registered for a demonstration or a measurement, with a session that is kept valid.
actor GatewayAccount {
    /// The credentials for signing in from another client.
    struct Credentials: Sendable {
        let email: String
        let password: String
    }

    nonisolated let id: String
    nonisolated let credentials: Credentials
    private let client: GatewayClient
    private var session: GatewayModels.Session
    private var renewAt: ContinuousClock.Instant

    private init(_ signedIn: GatewayModels.SignedIn, _ credentials: Credentials, _ client: GatewayClient) {
        id = signedIn.account.id
        self.credentials = credentials
        self.client = client
        session = signedIn.session
        renewAt = Self.renewal(of: signedIn.session)
    }

    /// Registers an account with a random address and a random password; waits if the gateway asks to.
    ///
    /// The address begins with the prefix.
    ///
    /// - Throws: `GatewayError`.
    static func register(
        prefix: String, locale: String, timeZone: String, on client: GatewayClient
    ) async throws -> GatewayAccount {
        let terms = try await client.expect(GatewayModels.Terms.self, from: .init(.get, "/v1/terms"))
        let credentials = Credentials(
            email: "\(prefix)-\(RandomText.make(12))@example.org", password: RandomText.make(24))
        var request = try GatewayClient.Request(.post, "/v1/accounts").with(
            GatewayModels.Registration(
                email: credentials.email, password: credentials.password, locale: locale, timeZone: timeZone,
                acceptedTerms: terms.version))
        request.idempotencyKey = UUID().uuidString
        let signedIn = try await client.expect(GatewayModels.SignedIn.self, from: request, tries: 20)
        return GatewayAccount(signedIn, credentials, client)
    }

    /// A valid access token, renewed before it expires.
    func accessToken() async throws -> String {
        guard .now >= renewAt else { return session.accessToken }
        // Concurrent requests need not wait: they use the previous token until the answer arrives.
        renewAt = .now + .seconds(30)
        var request = try GatewayClient.Request(.post, "/v1/sessions/refresh").with(
            ["refreshToken": session.refreshToken])
        request.idempotencyKey = UUID().uuidString
        session = try await client.expect(GatewayModels.SignedIn.self, from: request).session
        renewAt = Self.renewal(of: session)
        return session.accessToken
    }

    /// The time of renewal: half of a token's lifetime is left for slow requests.
    private static func renewal(of session: GatewayModels.Session) -> ContinuousClock.Instant {
        .now + .seconds(session.expiresIn) / 2
    }
}

/// Random text that is easy to type and copy.
enum RandomText {
    private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")

    /// Random text with five bits of randomness per character.
    static func make(_ count: Int) -> String {
        String((0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
    }
}
