import Foundation
import Synchronization

/// A circuit breaker: stops calls to a server after several failures in a row, and retries from time to time.
package struct ChannelBreaker: Sendable, Equatable {
    /// Number of failures in a row that open the breaker.
    package static let failures = 5
    /// Time in seconds that the breaker stays open before one attempt is allowed.
    package static let pause: TimeInterval = 30

    private var failed = 0
    /// The time until which no attempts are made; nil while the breaker is closed.
    private var openUntil: Date?

    package init() {}

    /// Whether the breaker is closed, so that attempts are always allowed.
    package var isClosed: Bool { openUntil == nil }

    /// Whether an attempt is allowed; an open breaker allows one after each pause.
    package mutating func letsThrough(at now: Date) -> Bool {
        guard let until = openUntil else { return true }
        guard now >= until else { return false }
        openUntil = now + Self.pause
        return true
    }

    /// Closes the breaker after a successful attempt.
    package mutating func succeed() { self = Self() }

    /// Records that the server did not answer, or reported a failure.
    package mutating func fail(at now: Date) {
        failed = min(failed + 1, Self.failures)
        if failed == Self.failures { openUntil = now + Self.pause }
    }
}

/// The breakers of all servers, by name.
package final class ChannelBreakers: Sendable {
    /// Maximum number of tracked servers; servers without failures need not be tracked.
    private static let maxServers = 10_000

    private let breakers = Mutex<[String: ChannelBreaker]>([:])

    package init() {}

    /// Names of the servers that currently get no calls.
    package var open: [String] { breakers.withLock { $0.filter { !$0.value.isClosed }.keys.sorted() } }

    /// Number of servers with an open breaker: mail servers, and servers named by users.
    package var openByKind: (mail: Int, named: Int) {
        breakers.withLock { breakers in
            let open = breakers.filter { !$0.value.isClosed }, mail = open[ChannelSender.mailServer] == nil ? 0 : 1
            return (mail, open.count - mail)
        }
    }

    /// Makes an attempt unless the breaker is open.
    ///
    /// - Parameters:
    ///   - server: The server's name, such as an origin.
    ///   - now: The current time.
    ///   - attempt: The attempt.
    /// - Returns: The outcome; `leftAlone` without an attempt if the breaker is open.
    package func attempt(
        _ server: String, at now: Date, _ attempt: () async -> ServerLanes.Attempt
    ) async -> ServerLanes.Attempt {
        let isLet = breakers.withLock { breakers in
            guard var breaker = breakers[server] else { return true }
            defer { breakers[server] = breaker }
            return breaker.letsThrough(at: now)
        }
        guard isLet else { return .init(.leftAlone(for: .seconds(ChannelBreaker.pause))) }
        let done = await attempt()
        breakers.withLock { breakers in
            guard done.isServerDown else {
                // An attempt that was not made says nothing about the server.
                if case .leftAlone = done.outcome { return }
                breakers[server] = nil
                return
            }
            guard breakers[server] != nil || breakers.count < Self.maxServers else { return }
            breakers[server, default: ChannelBreaker()].fail(at: now)
        }
        return done
    }
}
