import Foundation
import Synchronization

/// A cache of data keys: at most `capacity`, least recently used dropped first, none older than `lifetime`.
final class KeyCache: Sendable {
    /// Marks the start of reading a key; detects whether keys were dropped since.
    struct Ticket: Sendable {
        fileprivate let began: ContinuousClock.Instant
        fileprivate let forgotten: UInt64
    }

    private struct Entry {
        let key: DataKey
        let expires: ContinuousClock.Instant
        var lastUse: UInt64
    }

    private struct State {
        var entries: [UUID: Entry] = [:]
        var uses: UInt64 = 0
        var forgotten: UInt64 = 0
    }

    private let capacity: Int
    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(capacity: Int, lifetime: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.capacity = capacity
        self.lifetime = lifetime
        self.now = now
    }

    /// The key if it is cached and fresh, otherwise a ticket for storing the key after reading it.
    func lookUp(_ account: UUID) -> (key: DataKey?, ticket: Ticket) {
        let now = now()
        return state.withLock { state in
            let ticket = Ticket(began: now, forgotten: state.forgotten)
            guard let entry = state.entries[account] else { return (nil, ticket) }
            guard now < entry.expires else {
                state.entries[account] = nil
                return (nil, ticket)
            }
            state.uses += 1
            state.entries[account]?.lastUse = state.uses
            return (entry.key, ticket)
        }
    }

    /// Stores a key that was read under a ticket, unless keys were dropped since; its age counts from the ticket.
    func store(_ key: DataKey, for account: UUID, _ ticket: Ticket) {
        let expires = ticket.began + lifetime
        state.withLock { state in
            guard state.forgotten == ticket.forgotten else { return }
            if state.entries.count >= capacity, state.entries[account] == nil { Self.dropOldest(&state) }
            state.uses += 1
            state.entries[account] = Entry(key: key, expires: expires, lastUse: state.uses)
        }
    }

    /// Drops a key, and invalidates reads of it that are under way.
    func forget(_ account: UUID) {
        state.withLock { state in
            state.forgotten += 1
            state.entries[account] = nil
        }
    }

    /// Drops the least recently used eighth at once, so that the search for them is rare.
    private static func dropOldest(_ state: inout State) {
        let sorted = state.entries.sorted { $0.value.lastUse < $1.value.lastUse }
        for (account, _) in sorted.prefix(max(1, sorted.count / 8)) { state.entries[account] = nil }
    }
}
