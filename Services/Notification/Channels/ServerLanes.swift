import Foundation
import ServiceRuntime
import Synchronization

/// Limits concurrent attempts over all servers, and more strictly for a server that has not answered yet.
///
/// Each answer of a server adds a permit; a failure resets the number to `first`. Waiting for a permit is not an
/// attempt; after a timeout, or if the server gave no answer for that long, the message is postponed.
package final class ServerLanes: Sendable {
    /// The numbers of permits, and the timeout for waiting.
    package struct Limits: Sendable {
        /// Permits for all servers together.
        package var total: Int
        /// Permits for a server that has not answered.
        package var first = 2
        /// Maximum number of permits for a server that answers.
        package var maxPerServer: Int
        /// Permits for all servers together that have not answered, so that permits are left for the others.
        package var unproven: Int
        /// Timeout of waiting for a permit.
        package var timeout: Duration
        /// Maximum pause of a postponed message.
        package var maxPause: Duration

        /// Limits, which must satisfy `first` ≤ `maxPerServer` ≤ `total`, and `unproven` ≤ `total`.
        package init(
            total: Int, first: Int = 2, maxPerServer: Int, unproven: Int, timeout: Duration, maxPause: Duration
        ) {
            self.total = total
            self.first = first
            self.maxPerServer = maxPerServer
            self.unproven = unproven
            self.timeout = timeout
            self.maxPause = maxPause
        }
    }

    /// The outcome of an attempt, and whether the server is at fault.
    package struct Attempt: Sendable {
        package let outcome: DeliveryOutcome
        /// Whether the server itself has failed, not only this message.
        package let isServerDown: Bool

        /// An attempt: `later` means that the server has failed, unless stated otherwise.
        package init(_ outcome: DeliveryOutcome, isServerDown: Bool? = nil) {
            self.outcome = outcome
            if let isServerDown {
                self.isServerDown = isServerDown
            } else if case .later = outcome {
                self.isServerDown = true
            } else {
                self.isServerDown = false
            }
        }
    }

    private final class Waiter: Sendable {
        let wakeSignal = WakeSignal()
        /// The number of the attempt that the message may begin; 0 while the message waits.
        let number = Atomic<UInt64>(0)
    }

    private struct Server {
        /// Start times of the running attempts, by their numbers.
        var running: [UInt64: ContinuousClock.Instant] = [:]
        /// Waiting messages, in order of arrival.
        var waiting: [Waiter] = []
        var lanes: Int
        /// Average duration of an attempt in seconds, weighted towards the latest ones.
        var usual = 0.05
        /// Estimated total duration, in seconds, of the attempts that were postponed, at an instant.
        var deferred = 0.0
        var deferredAt = ContinuousClock.now

        init(lanes: Int) { self.lanes = lanes }
    }

    private struct State {
        var servers: [String: Server] = [:]
        /// Servers with waiting messages, the next one first.
        var queue: [String] = []
        var running = 0
        var unproven = 0
        var lastNumber: UInt64 = 0
    }

    /// The state of a waiting message.
    private enum Entry {
        case number(UInt64), later(Duration)
    }

    /// Maximum number of tracked servers; servers without attempts need not be tracked.
    private static let remembered = 10_000
    /// The weight of the newest attempt in the average.
    private static let weight = 0.2

    private let state = Mutex(State())
    private let limits: Limits

    package init(_ limits: Limits) { self.limits = limits }

    /// Makes an attempt as soon as there is a permit.
    ///
    /// - Parameters:
    ///   - server: The server's name, such as an origin.
    ///   - attempt: The attempt.
    /// - Returns: The outcome; `leftAlone` without an attempt if there was no permit in time.
    package func run(_ server: String, _ attempt: () async -> Attempt) async -> DeliveryOutcome {
        switch await enter(server) {
        case .later(let pause): return .leftAlone(for: pause)
        case .number(let number):
            let done = await attempt()
            leave(server, number, done)
            return done.outcome
        }
    }

    /// Number of waiting messages over all servers; for tests.
    var waiting: Int { state.withLock { $0.servers.values.reduce(0) { $0 + $1.waiting.count } } }

    private func enter(_ name: String) async -> Entry {
        enum Place { case entered(Entry), waits(Waiter) }
        let now = ContinuousClock.now
        let place: Place = state.withLock { state in
            if state.servers[name] == nil { forgetIdle(&state) }
            var server = state.servers[name] ?? Server(lanes: limits.first)
            defer { state.servers[name] = server }
            if server.waiting.isEmpty, let number = begin(&server, &state, now) { return .entered(.number(number)) }
            if let oldest = server.running.values.min(), now - oldest > limits.timeout {
                return .entered(.later(pause(&server, now)))
            }
            let waiter = Waiter()
            if server.waiting.isEmpty { state.queue.append(name) }
            server.waiting.append(waiter)
            return .waits(waiter)
        }
        switch place {
        case .entered(let entry): return entry
        case .waits(let waiter):
            await waiter.wakeSignal.wait(atMost: limits.timeout)
            return state.withLock { state in
                let number = waiter.number.load(ordering: .relaxed)
                guard number == 0 else { return .number(number) }
                var server = state.servers[name] ?? Server(lanes: limits.first)
                defer { state.servers[name] = server }
                server.waiting.removeAll { $0 === waiter }
                if server.waiting.isEmpty { state.queue.removeAll { $0 == name } }
                return .later(pause(&server, .now))
            }
        }
    }

    private func leave(_ name: String, _ number: UInt64, _ done: Attempt) {
        let woken: [Waiter] = state.withLock { state in
            guard var server = state.servers[name] else { return [] }
            let now = ContinuousClock.now
            let took = server.running.removeValue(forKey: number).map { (now - $0) / .seconds(1) } ?? 0
            state.running -= 1
            let wasProven = isProven(server), under = server.running.count
            if !wasProven { state.unproven -= 1 }
            server.usual += Self.weight * (took - server.usual)
            if done.isServerDown {
                server.lanes = limits.first
            } else if case .leftAlone = done.outcome {
                // The attempt was not made, so it says nothing about the server.
            } else {
                server.lanes = min(server.lanes + 1, limits.maxPerServer)
            }
            // Running attempts are counted according to the server's current state.
            if wasProven != isProven(server) { state.unproven += wasProven ? under : -under }
            state.servers[name] = server
            return letIn(&state, now)
        }
        for waiter in woken { waiter.wakeSignal.signal() }
    }

    private func isProven(_ server: Server) -> Bool { server.lanes > limits.first }

    /// The number of a new attempt; nil without a permit.
    private func begin(_ server: inout Server, _ state: inout State, _ now: ContinuousClock.Instant) -> UInt64? {
        let isProven = isProven(server)
        guard state.running < limits.total, server.running.count < server.lanes,
            isProven || state.unproven < limits.unproven
        else { return nil }
        state.lastNumber += 1
        server.running[state.lastNumber] = now
        state.running += 1
        if !isProven { state.unproven += 1 }
        return state.lastNumber
    }

    /// Starts waiting attempts while permits are free, alternating between servers.
    private func letIn(_ state: inout State, _ now: ContinuousClock.Instant) -> [Waiter] {
        var woken: [Waiter] = [], blocked: [String] = [], turns = state.queue[...]
        while state.running < limits.total, let name = turns.popFirst() {
            guard var server = state.servers[name] else { continue }
            guard let number = begin(&server, &state, now) else {
                blocked.append(name)
                continue
            }
            let waiter = server.waiting.removeFirst()
            waiter.number.store(number, ordering: .relaxed)
            woken.append(waiter)
            if !server.waiting.isEmpty { turns.append(name) }
            state.servers[name] = server
        }
        state.queue = blocked + turns
        return woken
    }

    /// The pause of a postponed message, chosen so that messages return at about the rate at which they can be sent.
    private func pause(_ server: inout Server, _ now: ContinuousClock.Instant) -> Duration {
        let silent = server.running.values.min().map { (now - $0) / .seconds(1) } ?? 0
        server.deferred = max(0, server.deferred - (now - server.deferredAt) / .seconds(1))
        server.deferred += max(server.usual, silent) / Double(server.lanes)
        server.deferredAt = now
        return min(max(.seconds(1), .seconds(server.deferred)), limits.maxPause)
    }

    private func forgetIdle(_ state: inout State) {
        guard state.servers.count >= Self.remembered else { return }
        state.servers = state.servers.filter { !$0.value.running.isEmpty || !$0.value.waiting.isEmpty }
    }
}
