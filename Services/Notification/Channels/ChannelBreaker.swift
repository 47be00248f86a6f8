import Foundation
import Synchronization

/// Leaves a server alone that has failed several times in a row, and asks it now and then whether it is back.
package struct ChannelBreaker: Sendable, Equatable {
    /// Failures in a row that open it.
    package static let failures = 5
    /// How long it stays open before one try is let through.
    package static let pause: TimeInterval = 30

    private var failed = 0
    /// Until when no attempts are made; nil while it is closed.
    private var openUntil: Date?

    package init() {}

    /// Whether it lets tries through without asking.
    package var isClosed: Bool { openUntil == nil }

    /// Whether a try may be made; an open breaker lets one through after each pause.
    package mutating func letsThrough(at now: Date) -> Bool {
        guard let until = openUntil else { return true }
        guard now >= until else { return false }
        openUntil = now + Self.pause
        return true
    }

    /// The other side works.
    package mutating func succeed() { self = Self() }

    /// The server did not answer, or reported a failure.
    package mutating func fail(at now: Date) {
        failed = min(failed + 1, Self.failures)
        if failed == Self.failures { openUntil = now + Self.pause }
    }
}

/// The breakers of all servers, by name.
package final class ChannelBreakers: Sendable {
    /// Maximum number of tracked servers; those without a failure need not be tracked.
    private static let maxServers = 10_000

    private let breakers = Mutex<[String: ChannelBreaker]>([:])

    package init() {}

    /// Names of the servers that get no calls at present.
    package var open: [String] { breakers.withLock { $0.filter { !$0.value.isClosed }.keys.sorted() } }

    /// Number of paused servers: mail servers, and those named by users.
    package var openByKind: (mail: Int, named: Int) {
        breakers.withLock { breakers in
            let open = breakers.filter { !$0.value.isClosed }, mail = open[ChannelSender.mailServer] == nil ? 0 : 1
            return (mail, open.count - mail)
        }
    }

    /// Makes an attempt unless the breaker is open.
    ///
    /// - Parameters:
    ///   - server: Its name, such as an origin.
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
                // Of a try that was never made nothing is learned.
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
