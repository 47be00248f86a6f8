import EventContracts
import ServiceRuntime
import Synchronization

/// Limits the memory of photos that are received and sent, in total and for each account.
///
/// Memory is granted for bytes that have arrived, never for announced ones: a client that sends nothing occupies no
/// memory. While others wait for memory, a client must transfer `minBytesPerSecond` or its lease is revoked.
package final class PhotoMemory: Sendable {
    package struct Limits: Sendable, Equatable {
        /// Maximum bytes of all photos; at least the size of the largest one.
        package var bytes = 20 << 20
        /// Maximum bytes of one account's photos; its oldest photo may exceed this.
        package var bytesPerAccount = 10 << 20
        /// Maximum number of requests that wait for memory; if there are more, the last in the order of service is
        /// refused at once.
        package var waiting = 64
        /// How long a request may wait for memory.
        package var timeout = Duration.seconds(4)
        /// Minimum rate of a client while others wait, in bytes per second: 15 MB in 60 s, as over 2 Mbit/s.
        package var minBytesPerSecond = 256 << 10
        /// How long a client may pause while others wait.
        package var grace = Duration.milliseconds(750)

        package init() {}
    }

    /// No memory became free in time.
    package struct Exhausted: Error {}

    /// The client was slower than `minBytesPerSecond` while others waited.
    package struct TooSlow: Error {}

    /// The side that currently moves the bytes.
    fileprivate enum Phase {
        /// The gateway: the bytes are released soon, whatever the client does.
        case local
        /// The client; with the action to take if it is too slow, and the time until which its progress is sufficient.
        case client(onRevoke: @Sendable () -> Void, creditUntil: ContinuousClock.Instant)
        case revoked
    }

    fileprivate struct Entry {
        let account: AccountID
        /// Length of the whole photo; nil for a photo that is sent, whose bytes are granted at once.
        let length: Int?
        var held = 0
        var phase = Phase.local
        var isWaiting = false

        /// Number of bytes of the photo that have not arrived; nil for a photo that is sent.
        var missing: Int? { length.map { $0 - held } }

        var isRevoked: Bool { if case .revoked = phase { true } else { false } }
    }

    private struct Waiter {
        let lease: Int
        let bytes: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// The leases of each account.
        var leases: [AccountID: Set<Int>] = [:]
        var waiters: [Waiter] = []
        var lastID = 0
        var alarm: AlarmClock.Alarm?
    }

    /// Actions to perform after the lock is released.
    private struct Actions {
        var granted: [Waiter] = []
        var revoked: [@Sendable () -> Void] = []

        func run() {
            for waiter in granted { waiter.continuation.resume() }
            for revoke in revoked { revoke() }
        }
    }

    private let limits: Limits
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limits: The limits.
    ///   - clock: Returns the current instant, for measuring the rate of clients.
    package init(_ limits: Limits, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.limits = limits
        self.clock = clock
    }

    /// Number of requests that wait for memory.
    package var waiting: Int { state.withLock(\.waiters.count) }

    /// Number of granted bytes.
    package var held: Int { state.withLock { $0.entries.values.reduce(0) { $0 + $1.held } } }

    /// A lease without memory yet.
    ///
    /// - Parameters:
    ///   - account: The photo's account.
    ///   - length: Length of a photo that arrives in pieces; nil for one that is granted at once.
    /// - Returns: The lease.
    package func lease(for account: AccountID, length: Int?) -> Lease {
        let id = state.withLock { state in
            state.lastID += 1
            state.entries[state.lastID] = Entry(account: account, length: length.map { min($0, limits.bytes) })
            state.leases[account, default: []].insert(state.lastID)
            return state.lastID
        }
        return Lease(self, id)
    }

    /// The memory of one photo, held until it is released or the lease is no longer referenced.
    package final class Lease: Sendable {
        private let memory: PhotoMemory
        private let id: Int

        fileprivate init(_ memory: PhotoMemory, _ id: Int) {
            self.memory = memory
            self.id = id
        }

        deinit { release() }

        /// Waits for memory for more bytes.
        ///
        /// - Throws: `Exhausted`, `TooSlow` when the lease is revoked, `CancellationError`.
        package func grow(by bytes: Int) async throws { try await memory.grow(id, by: bytes) }

        /// Marks the client as moving the bytes from now on; `onRevoke` must end the transfer if it is too slow.
        package func startTransfer(onRevoke: @escaping @Sendable () -> Void) {
            memory.startTransfer(id, onRevoke)
        }

        /// Records bytes that the client has moved.
        package func progress(_ bytes: Int) { memory.progress(id, bytes) }

        /// Marks the gateway as moving the bytes from now on.
        ///
        /// - Returns: Whether the lease was revoked before.
        @discardableResult
        package func endTransfer() -> Bool { memory.endTransfer(id) }

        /// Frees the memory.
        package func release() { memory.release(id) }
    }

    // MARK: - Leases

    private func grow(_ id: Int, by bytes: Int) async throws {
        // A photo larger than the limit reserves all memory.
        let wanted = min(bytes, limits.bytes)
        do {
            // The usual case: memory is free and nothing waits.
            if try state.withLock({ state in try grantAtOnce(&state, id, wanted) }) { return }
            try await withDeadline(limits.timeout) { try await self.wait(id, wanted) }
        } catch is DeadlinePassed {
            throw Exhausted()
        }
    }

    private func grantAtOnce(_ state: inout State, _ id: Int, _ bytes: Int) throws -> Bool {
        if case .revoked = state.entries[id]?.phase { throw TooSlow() }
        guard fits(bytes, for: id, in: state) else { return false }
        state.entries[id]?.held += bytes
        return true
    }

    private func wait(_ id: Int, _ bytes: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(Waiter(lease: id, bytes: bytes, continuation: continuation))
            }
        } onCancel: {
            let (waiter, actions) = state.withLock { state in
                let waiter = state.waiters.firstIndex { $0.lease == id }.map { state.waiters.remove(at: $0) }
                if waiter != nil { resumeCredit(&state, id) }
                return (waiter, serve(&state))
            }
            waiter?.continuation.resume(throwing: CancellationError())
            actions.run()
        }
    }

    private func enqueue(_ waiter: Waiter) {
        let (refused, actions): (Waiter?, Actions) = state.withLock { state in
            // Checked under the lock, so that a later cancellation finds the waiter in the queue.
            guard !Task.isCancelled else { return (waiter, Actions()) }
            state.waiters.append(waiter)
            state.entries[waiter.lease]?.isWaiting = true
            return (refuseLast(&state), serve(&state))
        }
        refused?.continuation.resume(throwing: Exhausted())
        actions.run()
    }

    /// Removes the last waiter in the order of service if too many wait, so that large photos of slow clients do not
    /// block small ones.
    private func refuseLast(_ state: inout State) -> Waiter? {
        guard state.waiters.count > limits.waiting, let last = inTurn(state).last else { return nil }
        state.waiters.removeAll { $0.lease == last.lease }
        resumeCredit(&state, last.lease)
        return last
    }

    private func startTransfer(_ id: Int, _ onRevoke: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.entries[id]?.phase = .client(onRevoke: onRevoke, creditUntil: clock() + limits.grace)
            return serve(&state)
        }.run()
    }

    private func progress(_ id: Int, _ bytes: Int) {
        state.withLock { state in
            guard case .client(let onRevoke, let until)? = state.entries[id]?.phase else { return }
            let now = clock()
            let earned = max(until, now) + .seconds(Double(bytes) / Double(limits.minBytesPerSecond))
            state.entries[id]?.phase = .client(onRevoke: onRevoke, creditUntil: min(earned, now + limits.grace))
        }
    }

    private func endTransfer(_ id: Int) -> Bool {
        let (wasRevoked, actions) = state.withLock { state in
            if case .revoked? = state.entries[id]?.phase { return (true, Actions()) }
            state.entries[id]?.phase = .local
            return (false, serve(&state))
        }
        actions.run()
        return wasRevoked
    }

    private func release(_ id: Int) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: id) else { return Actions() }
            state.leases[entry.account]?.remove(id)
            if state.leases[entry.account]?.isEmpty == true { state.leases[entry.account] = nil }
            return serve(&state)
        }.run()
    }

    // MARK: - Decisions

    /// Grants what fits, and revokes slow leases while a request would still wait.
    private func serve(_ state: inout State) -> Actions {
        var actions = Actions()
        if let alarm = state.alarm { AlarmClock.shared.cancel(alarm) }
        state.alarm = nil
        grant(&state, &actions)
        guard !state.waiters.isEmpty else { return actions }
        if let again = revokeSlow(&state, &actions) {
            state.alarm = AlarmClock.shared.set(at: again) { [weak self] in self?.checkClients() }
        }
        return actions
    }

    /// Revokes the leases of clients that have become slow while others wait; called by a timer.
    package func checkClients() { state.withLock { serve(&$0) }.run() }

    /// Grants what fits, in order.
    ///
    /// The photo that needs the fewest bytes comes first, since it releases its memory soonest; the others wait for it.
    private func grant(_ state: inout State, _ actions: inout Actions) {
        for waiter in inTurn(state) where isWithinShare(waiter.bytes, waiter.lease, in: state) {
            guard fits(waiter.bytes, for: waiter.lease, in: state) else { return }
            state.waiters.removeAll { $0.lease == waiter.lease }
            state.entries[waiter.lease]?.held += waiter.bytes
            resumeCredit(&state, waiter.lease)
            actions.granted.append(waiter)
        }
    }

    /// The waiters in the order in which they are served.
    private func inTurn(_ state: State) -> [Waiter] {
        state.waiters.map { (waiter: $0, missing: state.entries[$0.lease]?.missing ?? $0.bytes) }
            .sorted { ($0.missing, $0.waiter.lease) < ($1.missing, $1.waiter.lease) }
            .map(\.waiter)
    }

    /// Extends the client's time by the time it was kept waiting.
    private func resumeCredit(_ state: inout State, _ id: Int) {
        state.entries[id]?.isWaiting = false
        guard case .client(let onRevoke, _)? = state.entries[id]?.phase else { return }
        state.entries[id]?.phase = .client(onRevoke: onRevoke, creditUntil: clock() + limits.grace)
    }

    /// Revokes slow leases, the largest first and only as many as needed, until the next waiter will have room; none if
    /// all of them would not suffice.
    ///
    /// - Returns: When to check again for slow clients; nil if no client could become slow.
    private func revokeSlow(_ state: inout State, _ actions: inout Actions) -> ContinuousClock.Instant? {
        let now = clock()
        var again: ContinuousClock.Instant?
        var isTurnTaken = false
        for waiter in inTurn(state) {
            // Memory of other accounts does not help an account that has used up its own share.
            let isWithinShare = isWithinShare(waiter.bytes, waiter.lease, in: state, afterRevocations: true)
            // Only the first waiter in order is served; later ones wait.
            if isWithinShare && isTurnTaken { continue }
            isTurnTaken = isTurnTaken || isWithinShare
            let clients = moving(of: isWithinShare ? nil : state.entries[waiter.lease]?.account, in: state)
            let slow = clients.filter { $0.creditUntil <= now }.sorted { $0.held > $1.held }
            func fitsWithout(_ count: Int) -> Bool {
                var after = state
                for slow in slow.prefix(count) { after.entries[slow.id]?.phase = .revoked }
                return fits(waiter.bytes, for: waiter.lease, in: after, afterRevocations: true)
            }
            guard fitsWithout(slow.count), let count = (0...slow.count).first(where: fitsWithout) else {
                if let next = clients.map(\.creditUntil).filter({ $0 > now }).min() { again = min(again ?? next, next) }
                continue
            }
            for slow in slow.prefix(count) {
                state.entries[slow.id]?.phase = .revoked
                actions.revoked.append(slow.onRevoke)
            }
        }
        return again
    }

    private typealias Moving = (
        id: Int, held: Int, onRevoke: @Sendable () -> Void, creditUntil: ContinuousClock.Instant
    )

    /// The leases with memory whose bytes clients are moving, of one account or, if nil, of all.
    private func moving(of account: AccountID?, in state: State) -> [Moving] {
        state.entries.compactMap { id, entry in
            guard case .client(let onRevoke, let until) = entry.phase, !entry.isWaiting, entry.held > 0,
                account ?? entry.account == entry.account
            else { return nil }
            return (id, entry.held, onRevoke, until)
        }
    }

    /// Whether an account stays within its share with additional bytes; its oldest photo may exceed it.
    private func isWithinShare(
        _ bytes: Int, _ id: Int, in state: State, afterRevocations: Bool = false
    ) -> Bool {
        guard let account = state.entries[id]?.account else { return true }
        var held = bytes, isOldest = true
        for other in state.leases[account] ?? [] {
            guard let entry = state.entries[other], entry.held > 0 else { continue }
            if other < id { isOldest = false }
            if other == id || !(entry.isRevoked && afterRevocations) { held += entry.held }
        }
        return isOldest || held <= limits.bytesPerAccount
    }

    /// Whether a lease may grow: all leases stay within the limits, and every upload could still be completed.
    private func fits(_ bytes: Int, for id: Int, in state: State, afterRevocations: Bool = false) -> Bool {
        let held = state.entries.values.reduce(bytes) { $0 + ($1.isRevoked && afterRevocations ? 0 : $1.held) }
        return held <= limits.bytes
            && isWithinShare(bytes, id, in: state, afterRevocations: afterRevocations)
            && isSafe(bytes, for: id, in: state)
    }

    /// Whether all uploads could be completed one after the other with the remaining memory, the one that needs the
    /// least first (the banker's algorithm), so that they cannot deadlock.
    private func isSafe(_ bytes: Int, for id: Int, in state: State) -> Bool {
        var uploads: [(missing: Int, held: Int)] = [], free = limits.bytes
        for (other, entry) in state.entries {
            guard case .client = entry.phase, let missing = entry.missing else { continue }
            let more = other == id ? bytes : 0
            guard entry.held + more > 0 else { continue }
            uploads.append((max(missing - more, 0), entry.held + more))
            free -= entry.held + more
        }
        for upload in uploads.sorted(by: { $0.missing < $1.missing }) {
            guard upload.missing <= free else { return false }
            free += upload.held
        }
        return true
    }
}
