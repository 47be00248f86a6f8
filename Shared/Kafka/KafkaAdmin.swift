import CLibrdkafka
import Foundation
import Logging
import Synchronization

/// Looks after topics and groups: what operators and the relay's pacing need.
package final class KafkaAdmin: Sendable {
    /// A topic to make.
    package struct NewTopic: Sendable {
        package let name: String
        package let partitions: Int32
        package let replication: Int32
        package let settings: [String: String]

        package init(name: String, partitions: Int32, replication: Int32 = 1, settings: [String: String] = [:]) {
            self.name = name
            self.partitions = partitions
            self.replication = replication
            self.settings = settings
        }
    }

    private let configuration: KafkaConfiguration
    private let logger: Logger
    private let handle: KafkaHandle
    private let groups = Mutex<[String: KafkaHandle]>([:])

    /// A client that connects when it is first needed.
    ///
    /// - Throws: a configuration that librdkafka refuses.
    package init(_ configuration: KafkaConfiguration, logger: Logger) throws(KafkaError) {
        self.configuration = configuration
        self.logger = logger
        handle = try KafkaHandle(
            RD_KAFKA_PRODUCER, configuration.administration, context: ClientContext(logger: logger))
    }

    /// The partitions of every topic the cluster has.
    ///
    /// - Throws: `_TIMED_OUT` when no broker answers in time.
    package func partitionCounts(timeout: Duration) async throws(KafkaError) -> [String: Int32] {
        try await handle.partitionCounts(timeout: timeout)
    }

    /// The first offset still there and the offset of the next record to come.
    ///
    /// - Throws: `KafkaError` when the broker does not answer in time or knows no such partition.
    package func watermarks(
        _ partition: TopicPartition, timeout: Duration
    ) async throws(KafkaError) -> (low: Int64, high: Int64) {
        try await handle.watermarks(partition, timeout: timeout)
    }

    /// Makes a topic; one that exists already is left as it is.
    ///
    /// - Returns: whether it was made now.
    /// - Throws: `KafkaError`; a broker without an admin API (the dev broker) lets it time out.
    @discardableResult
    package func create(_ topic: NewTopic, timeout: Duration) async throws(KafkaError) -> Bool {
        try await handle.blocking { pointer in
            var message = [CChar](repeating: 0, count: 512)
            guard
                let new = rd_kafka_NewTopic_new(
                    topic.name, topic.partitions, topic.replication, &message, message.count)
            else { return .failure(KafkaError(configuration: "topic \(topic.name)")) }
            defer { rd_kafka_NewTopic_destroy(new) }
            for (name, value) in topic.settings { rd_kafka_NewTopic_set_config(new, name, value) }
            let queue = rd_kafka_queue_new(pointer)
            let options = rd_kafka_AdminOptions_new(pointer, RD_KAFKA_ADMIN_OP_CREATETOPICS)
            defer {
                rd_kafka_AdminOptions_destroy(options)
                rd_kafka_queue_destroy(queue)
            }
            rd_kafka_AdminOptions_set_request_timeout(options, timeout.timeout, &message, message.count)
            var topics: [OpaquePointer?] = [new]
            rd_kafka_CreateTopics(pointer, &topics, 1, options, queue)
            guard let event = rd_kafka_queue_poll(queue, timeout.timeout + 1_000) else {
                return .failure(KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: "create topic"))
            }
            defer { rd_kafka_event_destroy(event) }
            var code = rd_kafka_event_error(event)
            var count = 0
            if code == RD_KAFKA_RESP_ERR_NO_ERROR,
                let results = rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event), &count),
                count == 1
            {
                code = rd_kafka_topic_result_error(results[0])
            }
            switch code {
            case RD_KAFKA_RESP_ERR_NO_ERROR: return .success(true)
            case RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS: return .success(false)
            default: return .failure(KafkaError(code, doing: "create topic"))
            }
        }
    }

    /// Where a group stands by Kafka's own offsets; partitions without one are left out.
    ///
    /// - Throws: `KafkaError` when the group's coordinator does not answer within 2 s.
    package func committedOffsets(
        group: String, partitions wanted: [TopicPartition]
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        let handle = try groupHandle(group)
        return try await handle.blocking { pointer in
            withPartitionList(wanted.map { ($0, noOffset) }) { list in
                let error = rd_kafka_committed(pointer, list, 2_000)
                guard error == RD_KAFKA_RESP_ERR_NO_ERROR else {
                    return .failure(KafkaError(error, doing: "committed offsets"))
                }
                return .success(Dictionary(uniqueKeysWithValues: partitions(of: list).filter { $0.1 >= 0 }))
            }
        }
    }

    /// A client with the group's id that never joins it.
    private func groupHandle(_ group: String) throws(KafkaError) -> KafkaHandle {
        if let handle = groups.withLock({ $0[group] }) { return handle }
        var properties = configuration.administration
        properties["group.id"] = group
        let handle = try KafkaHandle(RD_KAFKA_CONSUMER, properties, context: ClientContext(logger: logger))
        return groups.withLock { groups in
            let kept = groups[group] ?? handle
            groups[group] = kept
            return kept
        }
    }
}
