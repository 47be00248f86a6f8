/// Who holds which connection, and who waits: the pool's decisions, without time, threads or sockets.
///
/// A slot is the right to one connection. Waiters are served in the order of their arrival; each is granted either a
/// connection or a free slot to connect with.
struct PoolState<Resource, Waiter> {
    /// The answer to somebody who wants a connection.
    enum Acquisition {
        /// Take this one.
        case lend(Resource)
        /// A slot is yours: connect, then report with `connected` or `slotFreed`.
        case connect
        /// Queue with `enqueue`.
        case wait
        /// Too many wait already.
        case refuse
        /// The pool is closed.
        case closed
    }

    /// What a waiter gets.
    enum Grant {
        case lend(Resource)
        case connect
    }

    /// What to do with a connection that was given back.
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

    /// Asks for a connection; the one used last comes first, so that few stay warm.
    mutating func acquire() -> Acquisition {
        if isClosed { return .closed }
        if let resource = idle.popLast() { return .lend(resource) }
        if slots < size {
            slots += 1
            return .connect
        }
        return queue.count < waitingLimit ? .wait : .refuse
    }

    /// Queues a caller that was told to wait; returns the number it can be taken out by.
    mutating func enqueue(_ waiter: Waiter, until deadline: ContinuousClock.Instant) -> Int {
        ids += 1
        queue.append(Waiting(id: ids, deadline: deadline, waiter: waiter))
        return ids
    }

    /// Takes a waiter out of the queue; nil when it was served already.
    mutating func withdraw(_ id: Int) -> Waiter? {
        guard let index = queue.firstIndex(where: { $0.id == id }) else { return nil }
        return queue.remove(at: index).waiter
    }

    /// Takes out everybody whose time is up.
    mutating func expire(at now: ContinuousClock.Instant) -> [Waiter] {
        let expired = queue.filter { $0.deadline <= now }
        queue.removeAll { $0.deadline <= now }
        return expired.map(\.waiter)
    }

    /// Takes back a sound connection.
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

    /// Takes back a slot whose connection is gone or never came about; it goes to whoever waits longest.
    mutating func slotFreed() -> (Waiter, Grant)? {
        guard !isClosed, !queue.isEmpty else {
            slots -= 1
            return nil
        }
        return (queue.removeFirst().waiter, .connect)
    }

    /// Closes for good; returns the connections to close and the waiters to turn away.
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
