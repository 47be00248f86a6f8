import CLibrdkafka
import Foundation
import Logging

/// A member of a consumer group that starts at the service's own positions, not at Kafka's offsets.
///
/// A separate thread polls continuously; per partition it keeps a bounded buffer and pauses fetching while it is full.
/// At most one batch of a partition is in hand. A rebalance or a seek drops the buffer of the partition, so that no
/// record from before follows it. If the broker has dropped the requested offset, the first record has a higher offset,
/// or a lower one in a new log.
package final class KafkaConsumer: Sendable {
    /// Returns the starting offsets, at each assignment and before any fetch; other partitions start at the log's
    /// start.
    ///
    /// Cancelled if the consumer closes first. It must not wait for events, since the assignment waits for it.
    package typealias StartingOffsets = @Sendable ([TopicPartition]) async -> [TopicPartition: Int64]

    private let member: GroupMember
    private let handle: KafkaHandle
    private let topics: [String]

    /// Joins the group.
    ///
    /// - Throws: For a configuration that librdkafka refuses.
    package init(
        _ configuration: KafkaConfiguration, group: String, topics: [String], limits: ConsumerLimits = ConsumerLimits(),
        startingOffsets: @escaping StartingOffsets, logger: Logger
    ) throws(KafkaError) {
        let member = GroupMember(limits: limits, startingOffsets: startingOffsets)
        self.member = member
        self.topics = topics
        handle = try KafkaHandle(
            RD_KAFKA_CONSUMER, configuration.consumer(group: group),
            context: ClientContext(logger: logger, member: member), callbacks: Self.installCallbacks)
        if let error = Self.subscribe(to: topics, handle.pointer) { throw error }
        ConsumerThread(handle: handle, member: member, logger: logger).start()
    }

    private static func subscribe(to topics: [String], _ client: OpaquePointer) -> KafkaError? {
        let code = withPartitionList(of: topics.map { TopicPartition(topic: $0, partition: -1) }) {
            rd_kafka_subscribe(client, $0)
        }
        return KafkaError(ifFailed: code, doing: "subscribe")
    }

    /// All callbacks run on the consumer's thread, within a poll.
    private static func installCallbacks(in configuration: OpaquePointer) {
        rd_kafka_conf_set_rebalance_cb(configuration) { client, code, list, opaque in
            guard let client, let list, let context = ClientContext.of(opaque), let member = context.member else {
                return
            }
            let rebalance = Rebalance(client: client, member: member, logger: context.logger)
            if code == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS { rebalance.assign(list) } else { rebalance.revoke(list) }
        }
        rd_kafka_conf_set_stats_cb(configuration) { client, json, length, opaque in
            guard let client, let json, let member = ClientContext.of(opaque)?.member,
                let statistics = KafkaStatistics(json: UnsafeRawBufferPointer(start: json, count: length))
            else { return 0 }
            member.note(statistics) { place in
                // Known from the last fetch; the broker is not queried.
                var low: Int64 = -1, high: Int64 = -1
                let code = rd_kafka_get_watermark_offsets(client, place.topic, place.partition, &low, &high)
                return code == RD_KAFKA_RESP_ERR_NO_ERROR && high >= 0 ? high : nil
            }
            return 0
        }
        rd_kafka_conf_set_offset_commit_cb(configuration) { _, code, _, opaque in
            guard let context = ClientContext.of(opaque) else { return }
            ConsumerThread.log(commitResult: code, context.logger)
        }
    }

    deinit {
        member.close()
        handle.wake()
    }

    /// The next event, for one caller at a time; nil once finished, and for a cancelled caller.
    package func next() async -> ConsumerEvent? {
        let event = await member.next()
        if member.hasOrders { handle.wake() }
        return event
    }

    /// Notes that the batch of the partition has been processed, so that its next batch can follow.
    ///
    /// Every batch must be released once, even if its partition was revoked meanwhile: a later assignment of the
    /// partition to this consumer waits for it.
    package func release(_ partition: TopicPartition) {
        change { $0.release(partition) }
    }

    /// Pauses the delivery of a partition's records until `resume`; polling continues.
    package func pause(_ partition: TopicPartition) {
        change { $0.hold(partition, true) }
    }

    /// Ends `pause`.
    package func resume(_ partition: TopicPartition) {
        change { $0.hold(partition, false) }
    }

    /// Continues at another offset (0 or higher); records fetched before are dropped, but a batch in hand must still be
    /// released.
    package func seek(_ partition: TopicPartition, to offset: Int64) {
        change { $0.seek(partition, to: offset) }
    }

    /// Commits the group's offsets to Kafka within about a second, for lag tools and for relays that keep unread data
    /// below the log's cap; nothing else waits for it, and a refusal is only logged.
    package func commit(_ offsets: [TopicPartition: Int64]) {
        member.commit(offsets)
    }

    /// Number of records between the first unreleased one and the log's end; partitions without a known end are left
    /// out.
    package var lag: [TopicPartition: Int64] { member.lag }

    /// The first unreleased offset by partition, if known.
    package var positions: [TopicPartition: Int64] { member.positions }

    /// The positions of partitions of which nothing is buffered or being processed: their next record is with the
    /// broker.
    package var awaited: [TopicPartition: Int64] { member.awaited }

    /// The offset of the next record, as reported by the broker, for many partitions in one request.
    ///
    /// `lag` knows only what came with the last fetch of a partition.
    ///
    /// - Throws: `KafkaError` if the broker does not answer in time.
    package func logEnds(
        of partitions: [TopicPartition], timeout: Duration
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await handle.logEnds(of: partitions, timeout: timeout)
    }

    /// The first offset that retention has left, as reported by the broker, for many partitions in one request; equal
    /// to the log's end if the log is empty.
    ///
    /// - Throws: `KafkaError` if the broker does not answer in time.
    package func logStarts(
        of partitions: [TopicPartition], timeout: Duration
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await handle.logStarts(of: partitions, timeout: timeout)
    }

    /// Increases within about five seconds after a broker's connection was lost and made again: the log may be another
    /// one.
    package var connectionGeneration: Int { member.connectionGeneration }

    /// The assigned partitions.
    package var assignment: Set<TopicPartition> { member.assignment }

    /// Whether a partition is assigned.
    package func isAssigned(_ place: TopicPartition) -> Bool { member.isAssigned(place) }

    /// Queries the current partitions of every topic, and so refreshes the input of the group's next assignment.
    ///
    /// The library itself refreshes it only every `topic.metadata.refresh.interval.ms`, even for topics that did not
    /// exist.
    ///
    /// - Throws: `_TIMED_OUT` if no broker answers in time.
    package func partitionCounts(timeout: Duration) async throws(KafkaError) -> [String: Int32] {
        try await handle.partitionCounts(timeout: timeout)
    }

    /// Joins the group again: the partitions are revoked, and a leader distributes them with current metadata.
    ///
    /// - Throws: `KafkaError` if the client is closing.
    package func joinAgain() async throws(KafkaError) {
        let topics = topics
        try await handle.blocking { pointer -> Result<Void, KafkaError> in
            if let error = Self.subscribe(to: topics, pointer) { return .failure(error) }
            return .success(())
        }
    }

    /// The time of the polling thread's last turn.
    package var lastPoll: ContinuousClock.Instant { member.lastPoll }

    /// Why events ended, unless by `finish` or `stop`: for example, another member joined with the same
    /// `group.instance.id`.
    package var failure: KafkaError? { member.failure }

    /// Lets `next` return nil from now on; the member stays in its group until `stop`.
    package func finish() {
        member.finish()
    }

    /// Leaves the group and ends; safe to call twice.
    package func stop() async {
        member.finish()
        member.close()
        handle.wake()
        await member.waitUntilClosed()
    }

    private func change(_ body: (inout ConsumerBuffers) -> Void) {
        if member.change(body) { handle.wake() }
    }
}
