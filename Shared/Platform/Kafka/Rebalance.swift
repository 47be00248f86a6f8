import CLibrdkafka
import Dispatch
import Logging
import Synchronization

/// One change of a consumer's partitions, handled on its thread within a poll; eager or cooperative.
struct Rebalance {
    let client: OpaquePointer
    let member: GroupMember
    let logger: Logger

    /// How long the thread waits for the service's answer before it checks whether the consumer is closing, in
    /// milliseconds.
    private static let waitMilliseconds = 50

    private var isCooperative: Bool { String(cString: rd_kafka_rebalance_protocol(client)) == "COOPERATIVE" }

    /// Requests the starting offsets and starts there; assigns nothing if the consumer closes before the answer.
    func assign(_ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) {
        let places = partitions(of: list).map(\.0)
        guard let offsets = places.isEmpty ? [:] : startingOffsets(of: places) else {
            return leave(list)
        }
        for (index, place) in places.enumerated() {
            list.pointee.elems[index].offset = offsets[place] ?? Int64(RD_KAFKA_OFFSET_BEGINNING)
        }
        let error =
            isCooperative
            ? rd_kafka_incremental_assign(client, list).map { KafkaError(consuming: $0, doing: "assign") }
            : KafkaError(ifFailed: rd_kafka_assign(client, list), doing: "assign")
        if let error {
            logger.warning("partitions not assigned", metadata: ["kafka.error": "\(error)"])
        } else {
            // A partition that was paused for a full buffer when it was revoked would stay paused, although the buffer
            // is gone.
            withPartitionList(of: places) { _ = rd_kafka_resume_partitions(client, $0) }
            _ = member.change { $0.assign(partitions(of: list)) }
        }
    }

    /// Commits what was processed, drops the buffers of the partitions, and revokes them.
    func revoke(_ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) {
        let places = partitions(of: list).map(\.0)
        ConsumerThread.commit(member.takeCommits(isLast: true), client, logger)
        _ = member.change { $0.revoke(places) }
        leave(list)
    }

    private func leave(_ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) {
        let error =
            isCooperative
            ? rd_kafka_incremental_unassign(client, list).map { KafkaError(consuming: $0, doing: "unassign") }
            : KafkaError(ifFailed: rd_kafka_assign(client, nil), doing: "unassign")
        if let error { logger.debug("partitions not unassigned", metadata: ["kafka.error": "\(error)"]) }
    }

    /// Blocks this thread, which is the consumer's own, until the service has answered; nil if the consumer closes
    /// first.
    private func startingOffsets(of places: [TopicPartition]) -> [TopicPartition: Int64]? {
        let answer = Answer()
        // Bridges from a thread to async code; the task ends before this call returns.
        let question = Task { [member] in answer.give(await member.startingOffsets(places)) }
        defer { question.cancel() }
        while !member.isClosing {
            if let offsets = answer.wait(milliseconds: Self.waitMilliseconds) { return offsets }
            member.turn()
        }
        return nil
    }

    /// Passes one value from a task to a waiting thread.
    private final class Answer: Sendable {
        private let offsets = Mutex<[TopicPartition: Int64]?>(nil)
        private let semaphore = DispatchSemaphore(value: 0)

        func give(_ value: [TopicPartition: Int64]) {
            offsets.withLock { $0 = value }
            semaphore.signal()
        }

        func wait(milliseconds: Int) -> [TopicPartition: Int64]? {
            _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
            return offsets.withLock { $0 }
        }
    }
}
