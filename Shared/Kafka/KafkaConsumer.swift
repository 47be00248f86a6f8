import CLibrdkafka
import Foundation
import Logging
import Synchronization

/// A member of a consumer group that starts where its service says, not where Kafka's offsets say.
///
/// A thread of its own polls all the time; per partition it keeps a bounded buffer and pauses fetching when that is full.
/// One batch of a partition is out at a time. A rebalance or a seek drops what is buffered of the partition, so that
/// nothing from before comes after.
package final class KafkaConsumer: Sendable {
    /// Answers where to start, at each assignment and before any fetch.
    package typealias StartingOffsets = @Sendable ([TopicPartition]) async -> [TopicPartition: Int64]

    private let context: ConsumerContext
    private let handle: KafkaHandle

    /// Joins the group.
    ///
    /// - Throws: a configuration that librdkafka refuses.
    package init(
        _ configuration: KafkaConfiguration, group: String, topics: [String], limits: ConsumerLimits = ConsumerLimits(),
        startingOffsets: @escaping StartingOffsets, logger: Logger
    ) throws(KafkaError) {
        let context = ConsumerContext(limits: limits, startingOffsets: startingOffsets, logger: logger)
        self.context = context
        handle = try KafkaHandle(
            RD_KAFKA_CONSUMER, configuration.consumer(group: group), context: context
        ) { conf in
            ClientLog.install(in: conf)
            rd_kafka_conf_set_rebalance_cb(conf) { client, code, list, opaque in
                guard let client, let list, let opaque else { return }
                Unmanaged<ConsumerContext>.fromOpaque(opaque).takeUnretainedValue().rebalance(client, code, list)
            }
            rd_kafka_conf_set_stats_cb(conf) { _, json, length, opaque in
                guard let json, let opaque else { return 0 }
                let bytes = UnsafeRawBufferPointer(start: json, count: length)
                Unmanaged<ConsumerContext>.fromOpaque(opaque).takeUnretainedValue().note(statistics: Array(bytes))
                return 0
            }
        }
        rd_kafka_poll_set_consumer(handle.pointer)
        let error = withPartitionList(topics.map { (TopicPartition(topic: $0, partition: -1), noOffset) }) {
            rd_kafka_subscribe(handle.pointer, $0)
        }
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR else {
            handle.destroy()
            throw KafkaError(error, doing: "subscribe")
        }
        let thread = Thread { [handle] in context.run(handle) }
        thread.name = "kafka-consumer"
        thread.start()
    }

    /// The next thing to do, for one caller at a time; nil once finished.
    package func next() async -> ConsumerEvent? {
        guard let (event, resumes) = await context.next() else { return nil }
        if let resumes {
            withPartitionList([(resumes, noOffset)]) { _ = rd_kafka_resume_partitions(handle.pointer, $0) }
        }
        return event
    }

    /// The batch of the partition is dealt with; its next may come.
    package func release(_ partition: TopicPartition) {
        context.change { $0.release(partition) }
    }

    /// Hands out nothing of a partition until `resume`; polling goes on.
    package func pause(_ partition: TopicPartition) {
        context.change { $0.hold(partition, true) }
    }

    /// Ends `pause`.
    package func resume(_ partition: TopicPartition) {
        context.change { $0.hold(partition, false) }
    }

    /// Goes on at another offset; what was fetched before is dropped.
    package func seek(_ partition: TopicPartition, to offset: Int64) {
        context.seek(partition, to: offset)
    }

    /// Tells Kafka where the group stands, for lag tools only; nothing waits for it.
    package func commit(_ offsets: [TopicPartition: Int64]) {
        context.commit(offsets)
    }

    /// Records behind the log's end, as of the last statistics.
    package var lag: [TopicPartition: Int64] { context.statistics.lag }

    /// Goes up when a connection to a broker was made: the log behind it may be another one.
    package var connectionGeneration: Int { context.statistics.connects }

    /// The partitions held.
    package var assignment: Set<TopicPartition> { context.assignment }

    /// When the polling thread last turned.
    package var lastPoll: ContinuousClock.Instant { context.lastPoll }

    /// Lets `next` return nil from now on; the member stays in its group until `stop`.
    package func finish() {
        context.finish()
    }

    /// Leaves the group and ends; safe to call twice.
    package func stop() async {
        finish()
        await context.close()
    }
}

/// What the consumer, its thread and its callbacks share; `@unchecked Sendable` since every stored property is a `let` of
/// a `Sendable` type, or the inherited logger.
private final class ConsumerContext: ClientLog, @unchecked Sendable {
    private struct State {
        var buffers: ConsumerBuffers
        var waiter: CheckedContinuation<(ConsumerEvent, TopicPartition?)?, Never>?
        var isFinished = false
        var isClosing = false
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
        var seeks: [TopicPartition: Int64] = [:]
        var commits: [TopicPartition: Int64] = [:]
        var lag: [TopicPartition: Int64] = [:]
        var connects = 0
        var lastPoll = ContinuousClock.now
    }

    private let state: Mutex<State>
    private let startingOffsets: KafkaConsumer.StartingOffsets

    /// How long one poll waits; a seek or a stop waits no longer than that.
    private static let pollMilliseconds: Int32 = 20

    init(limits: ConsumerLimits, startingOffsets: @escaping KafkaConsumer.StartingOffsets, logger: Logger) {
        state = Mutex(State(buffers: ConsumerBuffers(limits: limits)))
        self.startingOffsets = startingOffsets
        super.init(logger)
    }

    var assignment: Set<TopicPartition> { state.withLock { $0.buffers.assignment } }
    var lastPoll: ContinuousClock.Instant { state.withLock { $0.lastPoll } }
    var statistics: (lag: [TopicPartition: Int64], connects: Int) { state.withLock { ($0.lag, $0.connects) } }

    // MARK: The service's side

    func next() async -> (ConsumerEvent, TopicPartition?)? {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiter = continuation }
            change { _ in }
        }
    }

    /// Changes the buffers, and hands something out if somebody waits and there is something.
    func change(_ body: (inout ConsumerBuffers) -> Void) {
        let due = state.withLock { state in
            body(&state.buffers)
            return Self.due(in: &state)
        }
        due?.waiter.resume(returning: due?.result)
    }

    private static func due(
        in state: inout State
    ) -> (
        waiter: CheckedContinuation<(ConsumerEvent, TopicPartition?)?, Never>, result: (ConsumerEvent, TopicPartition?)?
    )? {
        guard let waiter = state.waiter else { return nil }
        if state.isFinished {
            state.waiter = nil
            return (waiter, nil)
        }
        guard let next = state.buffers.next() else { return nil }
        state.waiter = nil
        return (waiter, (next.event, next.resumes))
    }

    func seek(_ place: TopicPartition, to offset: Int64) {
        state.withLock { state in
            if state.buffers.beginSeek(place) { state.seeks[place] = offset }
        }
    }

    func commit(_ offsets: [TopicPartition: Int64]) {
        state.withLock { $0.commits.merge(offsets) { $1 } }
    }

    func finish() {
        state.withLock { $0.isFinished = true }
        change { _ in }
    }

    func close() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                state.isClosing = true
                if !state.isClosed { state.closers.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    // MARK: The thread's side

    func run(_ handle: KafkaHandle) {
        while !state.withLock({ $0.isClosing }) {
            sendOrders(handle.pointer)
            guard let message = rd_kafka_consumer_poll(handle.pointer, Self.pollMilliseconds) else {
                state.withLock { $0.lastPoll = .now }
                continue
            }
            take(message, handle.pointer)
            rd_kafka_message_destroy(message)
        }
        sendOrders(handle.pointer)
        rd_kafka_consumer_close(handle.pointer)
        handle.destroy()
        let closers = state.withLock { state in
            state.isClosed = true
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    private func take(_ message: UnsafePointer<rd_kafka_message_t>, _ client: OpaquePointer) {
        state.withLock { $0.lastPoll = .now }
        let code = message.pointee.err
        if code == RD_KAFKA_RESP_ERR__PARTITION_EOF {
            let place = TopicPartition(
                topic: String(cString: rd_kafka_topic_name(message.pointee.rkt)), partition: message.pointee.partition)
            return change { $0.reachedEnd(of: place, offset: message.pointee.offset) }
        }
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else {
            let text = rd_kafka_message_errstr(message).map { String(cString: $0) } ?? ""
            logger.warning("\(text)", metadata: ["kafka.error": "\(String(cString: rd_kafka_err2name(code)))"])
            return
        }
        let record = KafkaRecord(message)
        var isFull = false
        change { isFull = $0.append(record) }
        guard isFull else { return }
        withPartitionList([(record.topicPartition, noOffset)]) { _ = rd_kafka_pause_partitions(client, $0) }
    }

    /// Makes the seeks and commits that were asked for.
    private func sendOrders(_ client: OpaquePointer) {
        let (seeks, commits) = state.withLock { state in
            defer { state.commits = [:] }
            return (state.seeks, state.commits)
        }
        if !commits.isEmpty {
            let error = withPartitionList(commits.map { ($0.key, $0.value) }) { rd_kafka_commit(client, $0, 1) }
            if error != RD_KAFKA_RESP_ERR_NO_ERROR {
                logger.debug(
                    "offsets not committed", metadata: ["kafka.error": "\(String(cString: rd_kafka_err2name(error)))"])
            }
        }
        for (place, offset) in seeks { makeSeek(place, offset, client) }
    }

    /// A seek that does not work yet, such as right after an assignment, is made again at the next turn.
    private func makeSeek(_ place: TopicPartition, _ offset: Int64, _ client: OpaquePointer) {
        let failure = withPartitionList([(place, offset)]) { list -> KafkaError? in
            if let error = rd_kafka_seek_partitions(client, list, 2_000) {
                return KafkaError(consuming: error, doing: "seek")
            }
            let code = list.pointee.elems[0].err
            return code == RD_KAFKA_RESP_ERR_NO_ERROR ? nil : KafkaError(code, doing: "seek")
        }
        if let failure {
            logger.debug("seek will be tried again", metadata: ["kafka.error": "\(failure)"])
            let isOurs = state.withLock { $0.buffers.assignment.contains(place) }
            if !isOurs { state.withLock { $0.seeks[place] = nil } }
            return
        }
        let wasFull = state.withLock { state in
            // Another seek may have been asked for meanwhile.
            guard state.seeks[place] == offset else { return false }
            state.seeks[place] = nil
            return state.buffers.seekDone(place)
        }
        if wasFull { withPartitionList([(place, noOffset)]) { _ = rd_kafka_resume_partitions(client, $0) } }
    }

    func note(statistics json: [UInt8]) {
        guard let statistics = KafkaStatistics(json: json) else { return }
        state.withLock { state in
            state.lag = statistics.lag.filter { state.buffers.assignment.contains($0.key) }
            state.connects = statistics.connects
        }
    }

    // MARK: Rebalances, on the thread, within a poll

    func rebalance(
        _ client: OpaquePointer, _ code: rd_kafka_resp_err_t,
        _ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>
    ) {
        let isCooperative = String(cString: rd_kafka_rebalance_protocol(client)) == "COOPERATIVE"
        let places = partitions(of: list).map(\.0)
        guard code == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS else {
            change { $0.revoke(places) }
            state.withLock { state in for place in places { state.seeks[place] = nil } }
            if isCooperative {
                log(rd_kafka_incremental_unassign(client, list), "unassign")
            } else {
                log(rd_kafka_assign(client, nil), "unassign")
            }
            return
        }
        let offsets = places.isEmpty ? [:] : waitForOffsets(of: places)
        for index in 0..<Int(list.pointee.cnt) {
            list.pointee.elems[index].offset = offsets[places[index]] ?? Int64(RD_KAFKA_OFFSET_BEGINNING)
        }
        change { $0.assign(places) }
        if isCooperative {
            log(rd_kafka_incremental_assign(client, list), "assign")
        } else {
            log(rd_kafka_assign(client, list), "assign")
        }
    }

    /// Blocks this thread, which is the consumer's own, until the service has said where to start or the end has come.
    private func waitForOffsets(of places: [TopicPartition]) -> [TopicPartition: Int64] {
        let box = AnswerBox()
        // The bridge from a thread into async code; it ends with the answer.
        Task { [startingOffsets] in box.set(await startingOffsets(places)) }
        while !state.withLock({ $0.isClosing }) {
            if let offsets = box.wait(milliseconds: 50) { return offsets }
            state.withLock { $0.lastPoll = .now }
        }
        return [:]
    }

    private func log(_ error: OpaquePointer?, _ what: String) {
        guard let error else { return }
        logger.warning("\(what) failed", metadata: ["kafka.error": "\(KafkaError(consuming: error, doing: what))"])
    }

    private func log(_ code: rd_kafka_resp_err_t, _ what: String) {
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return }
        logger.warning("\(what) failed", metadata: ["kafka.error": "\(KafkaError(code, doing: what))"])
    }
}

/// Hands one answer from a task to a waiting thread.
private final class AnswerBox: Sendable {
    private let answer = Mutex<[TopicPartition: Int64]?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func set(_ offsets: [TopicPartition: Int64]) {
        answer.withLock { $0 = offsets }
        semaphore.signal()
    }

    func wait(milliseconds: Int) -> [TopicPartition: Int64]? {
        _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
        return answer.withLock { $0 }
    }
}
