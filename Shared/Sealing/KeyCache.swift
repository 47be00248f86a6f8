import Foundation
import Synchronization

/// Data keys for a short time: at most `capacity`, the longest unused dropped first, none older than `lifetime`.
final class KeyCache: Sendable {
    /// Says when a read of a key began, and proves that nothing was forgotten since.
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

    /// The key if it is here and young enough, otherwise a ticket to store the one that is read now.
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

    /// Stores a key that was read under a ticket, unless anything was forgotten since; it ages from the ticket on.
    func store(_ key: DataKey, for account: UUID, _ ticket: Ticket) {
        let expires = ticket.began + lifetime
        state.withLock { state in
            guard state.forgotten == ticket.forgotten else { return }
            if state.entries.count >= capacity, state.entries[account] == nil { Self.dropOldest(&state) }
            state.uses += 1
            state.entries[account] = Entry(key: key, expires: expires, lastUse: state.uses)
        }
    }

    /// Drops a key now, and any read of it that is under way.
    func forget(_ account: UUID) {
        state.withLock { state in
            state.forgotten += 1
            state.entries[account] = nil
        }
    }

    /// Drops the longest unused eighth, so that the search for it is paid for once in so many stores.
    private static func dropOldest(_ state: inout State) {
        let sorted = state.entries.sorted { $0.value.lastUse < $1.value.lastUse }
        for (account, _) in sorted.prefix(max(1, sorted.count / 8)) { state.entries[account] = nil }
    }
}
