/// The pool's decisions about connections and waiters, without time, threads or sockets.
///
/// A slot is the right to one connection. Waiters are served in order of arrival; each receives either a connection or
/// a free slot for connecting.
struct PoolState<Resource, Waiter> {
    /// The answer to a request for a connection.
    enum Acquisition {
        /// Use this connection.
        case lend(Resource)
        /// Use this slot: connect, then report with `connected` or `slotFreed`.
        case connect
        /// Queue with `enqueue`.
        case wait
        /// There are too many waiters.
        case refuse
        /// The pool is closed.
        case closed
    }

    /// What a waiter receives.
    enum Grant {
        case lend(Resource)
        case connect
    }

    /// What to do with a returned connection.
    enum Release {
        case parked
        case grant(Waiter, Grant)
        /// Close it; the slot is free.
        case close
    }

    private struct Waiting {
        let id: Int
        let deadline: ContinuousClock.Instant
        let waiter: Waiter
    }

    let size: Int
    let waitingLimit: Int
    private(set) var idle: [Resource] = []
    /// Slots in use: idle, lent or connecting.
    private(set) var slots = 0
    private(set) var isClosed = false
    private var queue: [Waiting] = []
    private var ids = 0

    init(size: Int, waitingLimit: Int) {
        self.size = size
        self.waitingLimit = waitingLimit
    }

    var waiting: Int { queue.count }
    var nextDeadline: ContinuousClock.Instant? { queue.map(\.deadline).min() }

    /// Requests a connection; the most recently used one is lent first, so that few stay warm.
    mutating func acquire() -> Acquisition {
        if isClosed { return .closed }
        if let resource = idle.popLast() { return .lend(resource) }
        if slots < size {
            slots += 1
            return .connect
        }
        return queue.count < waitingLimit ? .wait : .refuse
    }

    /// Queues a caller that must wait; returns the id for removing it.
    mutating func enqueue(_ waiter: Waiter, until deadline: ContinuousClock.Instant) -> Int {
        ids += 1
        queue.append(Waiting(id: ids, deadline: deadline, waiter: waiter))
        return ids
    }

    /// Removes a waiter from the queue; nil if it was served already.
    mutating func withdraw(_ id: Int) -> Waiter? {
        guard let index = queue.firstIndex(where: { $0.id == id }) else { return nil }
        return queue.remove(at: index).waiter
    }

    /// Removes all expired waiters.
    mutating func expire(at now: ContinuousClock.Instant) -> [Waiter] {
        let expired = queue.filter { $0.deadline <= now }
        queue.removeAll { $0.deadline <= now }
        return expired.map(\.waiter)
    }

    /// Takes back a usable connection.
    mutating func release(_ resource: Resource) -> Release {
        guard !isClosed else {
            slots -= 1
            return .close
        }
        guard !queue.isEmpty else {
            idle.append(resource)
            return .parked
        }
        return .grant(queue.removeFirst().waiter, .lend(resource))
    }

    /// Takes back a slot whose connection was closed or never opened, and grants it to the longest waiter.
    mutating func slotFreed() -> (Waiter, Grant)? {
        guard !isClosed, !queue.isEmpty else {
            slots -= 1
            return nil
        }
        return (queue.removeFirst().waiter, .connect)
    }

    /// Closes permanently; returns the connections to close and the waiters to refuse.
    mutating func close() -> (idle: [Resource], waiters: [Waiter]) {
        isClosed = true
        defer {
            slots -= idle.count
            idle = []
            queue = []
        }
        return (idle, queue.map(\.waiter))
    }
}
