import Synchronization

/// A person's session: the current access token, renewed by a new sign-in before it expires.
package final class TestSession: Sendable {
    private struct Credentials: Encodable {
        let email: String
        let password: String
    }

    private struct State {
        var token: String
        var renewAt: ContinuousClock.Instant
    }

    /// Half the lifetime of a token (`AccessTokens.life`), and the pause before a retry if the gateway does not answer.
    private static let life = Duration.seconds(300), pause = Duration.seconds(10)

    private let credentials: Credentials
    private let state: Mutex<State>

    /// The session of a person who has just signed in.
    package init(token: String, email: String, password: String) {
        credentials = Credentials(email: email, password: password)
        state = Mutex(State(token: token, renewAt: .now + Self.life))
    }

    /// The token to send; one request in five minutes renews it, over its caller's connection.
    package func token(by gateway: TestHTTPClient) async -> String {
        let (known, isDue) = state.withLock { state in
            let isDue = state.renewAt < .now
            if isDue { state.renewAt = .now + Self.pause }
            return (state.token, isDue)
        }
        guard isDue, let next = try? await signIn(by: gateway) else { return known }
        state.withLock { $0 = State(token: next, renewAt: .now + Self.life) }
        return next
    }

    private func signIn(by gateway: TestHTTPClient) async throws -> String {
        struct SignedIn: Decodable {
            struct Session: Decodable { let accessToken: String }
            let session: Session
        }
        var stranger = gateway
        stranger.session = nil
        let answer: SignedIn = try await stranger.send("POST", "/v1/sessions", json: credentials).expect(201)
        return answer.session.accessToken
    }
}
