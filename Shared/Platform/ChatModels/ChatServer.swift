import Foundation
import Logging
import Outbound
import Synchronization

/// A server that speaks the chat-completions protocol.
///
/// Calls have a timeout and are retried once if that may help; a failing server is paused; requests use the answer
/// format that the server accepts.
package final class ChatServer: Sendable {
    private struct State {
        var breaker = RemoteBreaker()
        /// The answer format that the server is known to accept.
        var rung = ChatRequest.Rung.jsonSchema
    }

    /// Connection timeout, short so that an unreachable server delays little.
    private static let connectTimeout = Duration.seconds(2)
    /// Maximum size of an answer, in bytes: thirty foods take a few thousand.
    private static let maxAnswerSize = 1 << 17
    /// A call is not started with less time than this left.
    private static let minTime = Duration.milliseconds(50)

    private let url: String
    private let key: String?
    private let client: OutboundClient
    private let logger: Logger
    private let state = Mutex(State())

    /// A server; nothing is sent before the first request.
    ///
    /// - Parameters:
    ///   - settings: Its address and credentials.
    ///   - lanes: Maximum number of concurrent calls.
    ///   - logger: Logs when calls are paused and resumed.
    package init(_ settings: ChatServerSettings, lanes: Int, logger: Logger) {
        url = "\(settings.url)/chat/completions"
        key = settings.key
        // Callers are already limited, so no call waits for a lane.
        client = OutboundClient(label: "remote model", lanes: lanes, waiting: lanes)
        self.logger = logger
    }

    /// Whether the circuit breaker is closed, so that calls need no probe.
    package var isAnswering: Bool { state.withLock { $0.breaker.isClosed } }

    /// Whether a call would be allowed now.
    package var wouldAsk: Bool { state.withLock { $0.breaker.wouldLet(at: .now) } }

    /// The answer format of the next request.
    package var rung: ChatRequest.Rung { state.withLock(\.rung) }

    /// Asks the model.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - end: When an answer is no longer useful.
    ///   - read: Parses the text; nil if it is invalid.
    /// - Returns: The answer.
    /// - Throws: `RemoteFailure`.
    package func ask<Answer: Sendable>(
        _ request: ChatRequest, until end: ContinuousClock.Instant, reading read: (String) -> Answer?
    ) async throws(RemoteFailure) -> Answer {
        let known = state.withLock { state in state.breaker.letsThrough(at: .now) ? state.rung : nil }
        guard var rung = known else { throw .leftAlone }
        var hasTriedAgain = false
        while true {
            switch await attempt(request, rung, until: end) {
            case .body(let body):
                guard let answer = ChatAnswer.text(in: body).flatMap(read) else { throw failed(.unreadable) }
                succeeded(rung)
                return answer
            case .otherForm:
                // The format is remembered only after an accepted request, since the rejection of one photo says
                // nothing about the format.
                guard let next = rung.next else { throw failed(.refused) }
                rung = next
            case .again(let failure, let asked):
                let pause = asked ?? .milliseconds(Int.random(in: 100...300))
                guard !hasTriedAgain, end - .now > pause + Self.minTime,
                    state.withLock({ $0.breaker.takeRetry() })
                else { throw failed(failure, asked: asked) }
                hasTriedAgain = true
                do { try await Task.sleep(for: pause) } catch { throw .cancelled }
            case .failure(let failure) where failure == .cancelled || failure == .busy: throw failure
            case .failure(let failure): throw failed(failure)
            }
        }
    }

    /// The result of one call.
    private enum Outcome {
        case body([UInt8])
        /// 400, 422: the server rejects the format, or the rest of the request.
        case otherForm
        /// The same request may succeed later, after the delay that the server states.
        case again(RemoteFailure, Duration?)
        case failure(RemoteFailure)
    }

    private func attempt(
        _ request: ChatRequest, _ rung: ChatRequest.Rung, until end: ContinuousClock.Instant
    ) async -> Outcome {
        let left = end - .now
        guard left >= Self.minTime else { return .failure(.timedOut) }
        var call = OutboundRequest(.post, url)
        call.headers = [("Content-Type", "application/json"), ("Accept", "application/json")]
        if let key { call.headers.append(("Authorization", "Bearer \(key)")) }
        call.body = request.body(rung)
        call.timeout = left
        call.connectTimeout = Self.connectTimeout
        call.maxAnswerSize = Self.maxAnswerSize
        do throws(OutboundError) {
            let response = try await client.send(call)
            switch response.status {
            case 200..<300: return .body(response.body)
            case 400, 422: return .otherForm
            case 401, 403, 404: return .failure(.unauthorized)
            case 429: return .again(.limited, response.retryAfter)
            case 408, 500...: return .again(.server, response.retryAfter)
            default: return .failure(.refused)
            }
        } catch {
            switch error {
            case .unreachable: return .again(.unreachable, nil)
            case .timedOut: return .failure(.timedOut)
            case .tooLarge: return .failure(.tooLarge)
            case .untrusted: return .failure(.untrusted)
            case .overloaded: return .failure(.busy)
            case .cancelled: return .failure(.cancelled)
            case .forbidden, .malformed: return .failure(.refused)
            }
        }
    }

    private func succeeded(_ rung: ChatRequest.Rung) {
        let (isBack, isNewForm) = state.withLock { state in
            defer {
                state.breaker.succeed()
                state.rung = rung
            }
            return (!state.breaker.isClosed, state.rung != rung)
        }
        if isBack { logger.notice("the remote model responds again") }
        if isNewForm {
            logger.notice("the remote model is called with another response format", metadata: ["form": "\(rung)"])
        }
    }

    private func failed(_ failure: RemoteFailure, asked: Duration? = nil) -> RemoteFailure {
        let isNews = state.withLock { state in
            let wasClosed = state.breaker.isClosed
            state.breaker.fail(at: .now, asked: asked)
            return wasClosed && !state.breaker.isClosed
        }
        if isNews { logger.warning("the remote model is paused", metadata: ["reason": "\(failure.rawValue)"]) }
        return failure
    }
}
