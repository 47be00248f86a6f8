import Foundation
import Outbound
import Sealing
import ServiceRuntime
import Synchronization

/// Client of a key server, which wraps and unwraps data keys so that master keys never leave it.
///
/// The protocol, always `POST` with JSON and a bearer token, bytes in base64:
///
/// | path | request | response |
/// |---|---|---|
/// | `/keys/{id}/wrap` | `plaintext`, `associatedData` | 200 with `wrapped` |
/// | `/keys/{id}/unwrap` | `wrapped`, `associatedData` | 200 with `plaintext` |
///
/// The server authenticates `associatedData` with the wrapped bytes. It answers 400 or 422 if a key cannot be opened,
/// 404 for an unknown key; every other status means that a later attempt may succeed.
package final class KeyServer: Sendable {
    /// The server's address and credentials.
    package struct Settings: Sendable, Equatable {
        /// Without a trailing slash.
        package let url: String
        /// Secret.
        package let token: String
        /// Timeout of one attempt.
        package var timeout = Duration.seconds(2)

        package init(url: String, token: String) {
            self.url = url
            self.token = token
        }
    }

    /// Maximum attempts of one call, including the first.
    static let maxTries = 3
    /// Number of consecutive failures after which calls are paused.
    static let failuresToOpen = 5
    /// Duration of the pause, after which one call is allowed as a probe.
    static let pause = Duration.seconds(1)
    /// Maximum number of saved retries; each call earns a tenth, so that a failing server does not receive twice the
    /// calls.
    static let retryBudget = 10.0
    private static let retryShare = 0.1
    /// Maximum size of a response, in bytes.
    private static let maxAnswerSize = 4_096

    private struct State {
        var failures = 0
        var openUntil: ContinuousClock.Instant?
        var retries = KeyServer.retryBudget
    }

    private let settings: Settings
    private let client = OutboundClient(label: "key server", lanes: 8, waiting: 512)
    private let state = Mutex(State())

    package init(_ settings: Settings) { self.settings = settings }

    /// Whether the recent calls were answered.
    package var isAnswering: Bool { state.withLock { $0.failures < Self.failuresToOpen } }

    private struct Sent: Encodable {
        var plaintext: Data?
        var wrapped: Data?
        let associatedData: Data
    }

    private struct Answered: Decodable {
        var plaintext: Data?
        var wrapped: Data?
    }

    /// Asks the server to wrap bytes with a master key.
    ///
    /// - Throws: `SealingError.keyRingUnavailable`.
    func wrap(_ plaintext: Data, with key: String, _ associated: [UInt8]) async throws(SealingError) -> [UInt8] {
        let answer = try await call("wrap", key, Sent(plaintext: plaintext, associatedData: Data(associated)))
        guard let wrapped = answer.wrapped else { throw .keyRingUnavailable(isRetryable: false) }
        return [UInt8](wrapped)
    }

    /// Asks the server to unwrap bytes that a master key wrapped.
    ///
    /// - Throws: `SealingError.keyRingUnavailable`.
    func unwrap(_ wrapped: [UInt8], with key: String, _ associated: [UInt8]) async throws(SealingError) -> Data {
        let answer = try await call("unwrap", key, Sent(wrapped: Data(wrapped), associatedData: Data(associated)))
        guard let plaintext = answer.plaintext else { throw .keyRingUnavailable(isRetryable: false) }
        return plaintext
    }

    private func call(_ verb: String, _ key: String, _ body: Sent) async throws(SealingError) -> Answered {
        guard let path = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", ".", "_", "~"])),
            let bytes = try? JSONEncoder().encode(body)
        else { throw .keyRingUnavailable(isRetryable: false) }
        var request = OutboundRequest(.post, "\(settings.url)/keys/\(path)/\(verb)")
        request.headers = [("Authorization", "Bearer \(settings.token)"), ("Content-Type", "application/json")]
        request.body = [UInt8](bytes)
        request.timeout = settings.timeout
        request.maxAnswerSize = Self.maxAnswerSize
        guard letsThrough() else { throw .keyRingUnavailable(isRetryable: true) }
        var tries = 1
        while true {
            let response = try? await client.send(request)
            switch response?.status {
            case 200:
                note(isAnswer: true)
                guard let body = response?.body,
                    let answered = try? JSONDecoder().decode(Answered.self, from: Data(body))
                else { throw .keyRingUnavailable(isRetryable: false) }
                return answered
            case 400, 422:
                note(isAnswer: true)
                throw .keyRingUnavailable(isRetryable: false)
            case 401, 403, 404:
                // This needs an operator; an immediate retry does not help.
                note(isAnswer: true)
                throw .keyRingUnavailable(isRetryable: true)
            default:
                note(isAnswer: false)
                guard tries < Self.maxTries, takesRetry(),
                    (try? await Task.sleep(for: .milliseconds(Int.random(in: 20...60) << tries))) != nil
                else { throw .keyRingUnavailable(isRetryable: true) }
                tries += 1
            }
        }
    }

    /// Whether a call is allowed; an open breaker allows one after each pause.
    private func letsThrough() -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if let until = state.openUntil {
                guard now >= until else { return false }
                state.openUntil = now + Self.pause
            }
            state.retries = min(Self.retryBudget, state.retries + Self.retryShare)
            return true
        }
    }

    private func note(isAnswer: Bool) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard !isAnswer else {
                state.failures = 0
                state.openUntil = nil
                return
            }
            state.failures += 1
            if state.failures >= Self.failuresToOpen { state.openUntil = now + Self.pause }
        }
    }

    private func takesRetry() -> Bool {
        state.withLock { state in
            guard state.openUntil == nil, state.retries >= 1 else { return false }
            state.retries -= 1
            return true
        }
    }
}
