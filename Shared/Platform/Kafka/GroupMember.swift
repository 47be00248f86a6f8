import Foundation
import Logging
import Synchronization

/// The shared state of a consumer's callers and its thread.
final class GroupMember: Sendable {
    private typealias Waiter = CheckedContinuation<ConsumerEvent?, Never>

    private struct State {
        var buffers: ConsumerBuffers
        var waiter: Waiter?
        var isFinished = false
        var isClosing = false
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
        var commits: [TopicPartition: Int64] = [:]
        var nextCommit = ContinuousClock.now
        var ends: [TopicPartition: Int64] = [:]
        var connections = ConnectionCount()
        var lastPoll = ContinuousClock.now
        var failure: KafkaError?
    }

    let startingOffsets: KafkaConsumer.StartingOffsets
    private let state: Mutex<State>

    init(limits: ConsumerLimits, startingOffsets: @escaping KafkaConsumer.StartingOffsets) {
        self.startingOffsets = startingOffsets
        state = Mutex(State(buffers: ConsumerBuffers(limits: limits)))
    }

    // MARK: What callers ask

    var assignment: Set<TopicPartition> { state.withLock { $0.buffers.assignment } }
    func isAssigned(_ place: TopicPartition) -> Bool { state.withLock { $0.buffers.isAssigned(place) } }
    var positions: [TopicPartition: Int64] { state.withLock { $0.buffers.positions } }
    var awaited: [TopicPartition: Int64] { state.withLock { $0.buffers.awaited } }
    var connectionGeneration: Int { state.withLock { $0.connections.generation } }
    var lastPoll: ContinuousClock.Instant { state.withLock { $0.lastPoll } }
    var failure: KafkaError? { state.withLock { $0.failure } }

    var lag: [TopicPartition: Int64] {
        state.withLock { state in
            var lag: [TopicPartition: Int64] = [:]
            for (place, position) in state.buffers.positions {
                if let end = state.ends[place] { lag[place] = max(0, end - position) }
            }
            return lag
        }
    }

    /// Waits for an event; nil once finished or when the caller is cancelled.
    func next() async -> ConsumerEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (before, due) = state.withLock { state in
                    let before = state.waiter
                    state.waiter = continuation
                    // This is set before the handler below is called: either the handler finds the waiter, or this code
                    // sees the cancellation.
                    return (before, Task.isCancelled ? Self.dismiss(&state) : Self.due(&state))
                }
                before?.resume(returning: nil)
                due?()
            }
        } onCancel: {
            state.withLock { Self.dismiss(&$0) }?()
        }
    }

    /// Changes the buffers and returns an event to the waiting caller.
    ///
    /// - Returns: Whether the thread has something to do.
    func change(_ body: (inout ConsumerBuffers) -> Void) -> Bool {
        let (hasOrders, due) = state.withLock { state in
            body(&state.buffers)
            let due = Self.due(&state)
            return (state.buffers.hasOrders, due)
        }
        due?()
        return hasOrders
    }

    /// Whether the thread has pending actions.
    var hasOrders: Bool { state.withLock { $0.buffers.hasOrders } }

    func commit(_ offsets: [TopicPartition: Int64]) {
        state.withLock { $0.commits.merge(offsets) { $1 } }
    }

    /// Ends the events; polling continues.
    func finish(_ failure: KafkaError? = nil) {
        let due = state.withLock { state in
            state.isFinished = true
            if state.failure == nil { state.failure = failure }
            return Self.due(&state)
        }
        due?()
    }

    /// Asks the thread to end, without waiting.
    func close() {
        state.withLock { $0.isClosing = true }
    }

    /// Waits until the thread has left the group.
    func waitUntilClosed() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.closers.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    // MARK: What the thread does

    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Buffers a record without returning it yet, so that a batch can grow.
    ///
    /// - Returns: Whether fetching its partition is to be paused now.
    func keep(_ record: KafkaRecord) -> Bool {
        state.withLock { state in
            state.ends[record.topicPartition] = max(record.offset + 1, state.ends[record.topicPartition] ?? 0)
            return state.buffers.append(record)
        }
    }

    func reachEnd(of place: TopicPartition, offset: Int64) {
        state.withLock { state in
            state.ends[place] = offset
            state.buffers.reachEnd(of: place, offset: offset)
        }
    }

    /// Ends one turn of the thread: delivers buffered records.
    func turn() {
        let due = state.withLock { state in
            state.lastPoll = .now
            return Self.due(&state)
        }
        due?()
    }

    /// How often offsets are committed to the group.
    ///
    /// Services start from their own rows; lag tools and the relays of other services (`PartitionThrottle`) read the
    /// group's offsets.
    private static let commitInterval = Duration.seconds(1)

    /// Offsets to commit, of assigned partitions; empty until the next commit is due.
    func takeCommits(isLast: Bool = false) -> [TopicPartition: Int64] {
        state.withLock { state in
            let now = ContinuousClock.now
            guard !state.commits.isEmpty, isLast || now >= state.nextCommit else { return [:] }
            state.nextCommit = now + Self.commitInterval
            defer { state.commits = [:] }
            let ours = state.buffers.assignment
            return state.commits.filter { ours.contains($0.key) }
        }
    }

    func takeOrders() -> (resumes: Set<TopicPartition>, seeks: [ConsumerBuffers.Seek]) {
        state.withLock { ($0.buffers.takeResumes(), $0.buffers.seeks) }
    }

    /// Stores the client's statistics, which come every five seconds.
    ///
    /// - Parameters:
    ///   - statistics: The statistics.
    ///   - end: The end of a partition's log as of the last fetch; nil if unknown.
    func note(_ statistics: KafkaStatistics, end: (TopicPartition) -> Int64?) {
        state.withLock { state in
            let ours = state.buffers.assignment
            state.ends = state.ends.filter { ours.contains($0.key) }
            for place in ours { if let end = end(place) { state.ends[place] = end } }
            state.connections.note(statistics.brokers)
        }
    }

    func noteClosed() {
        finish()
        let closers = state.withLock { state in
            state.isClosed = true
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    // MARK: Handing out

    /// The action, to run outside the lock, that delivers the next event to the waiter.
    private static func due(_ state: inout State) -> (@Sendable () -> Void)? {
        guard let waiter = state.waiter else { return nil }
        if state.isFinished { return dismiss(&state) }
        guard let event = state.buffers.next() else { return nil }
        state.waiter = nil
        return { waiter.resume(returning: event) }
    }

    private static func dismiss(_ state: inout State) -> (@Sendable () -> Void)? {
        guard let waiter = state.waiter else { return nil }
        state.waiter = nil
        return { waiter.resume(returning: nil) }
    }
}
