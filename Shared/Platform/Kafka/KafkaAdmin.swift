import CLibrdkafka
import Foundation
import Logging
import Synchronization

/// Administers topics and groups, for operators and for the relay's backpressure.
package final class KafkaAdmin: Sendable {
    /// A topic to create.
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
    /// Sends all requests except those about groups; created on first use.
    private let client = Mutex<KafkaHandle?>(nil)
    /// Queries the offsets of groups; created on first use.
    private let asker = Mutex<KafkaHandle?>(nil)

    /// A client without threads and connections until the first request.
    ///
    /// Each request throws if librdkafka refuses the configuration.
    package init(_ configuration: KafkaConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// The partitions of every topic of the cluster.
    ///
    /// - Throws: `_TIMED_OUT` if no broker answers in time.
    package func partitionCounts(timeout: Duration) async throws(KafkaError) -> [String: Int32] {
        try await handle().partitionCounts(timeout: timeout)
    }

    /// The partitions and replicas of every topic of the cluster, and the ids of the running brokers.
    ///
    /// - Throws: `_TIMED_OUT` if no broker answers in time.
    package func cluster(timeout: Duration) async throws(KafkaError) -> KafkaCluster {
        try await handle().cluster(timeout: timeout)
    }

    /// The first remaining offset and the offset of the next record.
    ///
    /// - Throws: `KafkaError` if the broker does not answer in time or does not know the partition.
    package func watermarks(
        _ partition: TopicPartition, timeout: Duration
    ) async throws(KafkaError) -> (low: Int64, high: Int64) {
        try await handle().watermarks(partition, timeout: timeout)
    }

    /// Creates a topic; an existing one is unchanged.
    ///
    /// - Returns: Whether it was created now.
    /// - Throws: `KafkaError`; a broker without an admin API lets it time out.
    @discardableResult
    package func create(_ topic: NewTopic, timeout: Duration) async throws(KafkaError) -> Bool {
        try await handle().blocking { pointer in
            var message = [CChar](repeating: 0, count: 512)
            guard
                let new = rd_kafka_NewTopic_new(
                    topic.name, topic.partitions, topic.replication, &message, message.count)
            else { return .failure(KafkaError(configuration: "topic \(topic.name)")) }
            defer { rd_kafka_NewTopic_destroy(new) }
            for (name, value) in topic.settings { rd_kafka_NewTopic_set_config(new, name, value) }
            return answer(
                of: pointer, to: RD_KAFKA_ADMIN_OP_CREATETOPICS, timeout: timeout, doing: "create topic"
            ) { options, queue in
                var topics: [OpaquePointer?] = [new]
                rd_kafka_CreateTopics(pointer, &topics, 1, options, queue)
            } reading: { event in
                var code = rd_kafka_event_error(event)
                var count = 0
                if code == RD_KAFKA_RESP_ERR_NO_ERROR,
                    let results = rd_kafka_CreateTopics_result_topics(
                        rd_kafka_event_CreateTopics_result(event), &count),
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
    }

    /// The committed offsets of a group; partitions without one are left out.
    ///
    /// One client queries every group: a client with a group's id would need threads and memory for each.
    ///
    /// - Throws: `KafkaError` if the group's coordinator does not answer within 2 s.
    package func committedOffsets(
        group: String, partitions wanted: [TopicPartition]
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await groupAsker().blocking { pointer in
            let question = withPartitionList(of: wanted) { rd_kafka_ListConsumerGroupOffsets_new(group, $0) }
            defer { rd_kafka_ListConsumerGroupOffsets_destroy(question) }
            return answer(
                of: pointer, to: RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPOFFSETS, timeout: .seconds(2),
                doing: "committed offsets"
            ) { options, queue in
                var questions = [question]
                rd_kafka_ListConsumerGroupOffsets(pointer, &questions, 1, options, queue)
            } reading: { event in
                if let error = KafkaError(ifFailed: rd_kafka_event_error(event), doing: "committed offsets") {
                    return .failure(error)
                }
                var count = 0
                guard
                    let groups = rd_kafka_ListConsumerGroupOffsets_result_groups(
                        rd_kafka_event_ListConsumerGroupOffsets_result(event), &count),
                    count == 1
                else { return .failure(KafkaError(RD_KAFKA_RESP_ERR__BAD_MSG, doing: "committed offsets")) }
                if let error = rd_kafka_group_result_error(groups[0]) {
                    return .failure(KafkaError(rd_kafka_error_code(error), doing: "committed offsets"))
                }
                let places = partitions(of: rd_kafka_group_result_partitions(groups[0]))
                return .success(Dictionary(uniqueKeysWithValues: places.filter { $0.1 >= 0 }))
            }
        }
    }

    /// A client configured as a group member that never joins.
    ///
    /// librdkafka aborts the process for a client without a group if a group's coordinator has moved: it then looks for
    /// the client's own coordinator, which does not exist (librdkafka issue 5040).
    private func groupAsker() throws(KafkaError) -> KafkaHandle {
        try open(asker, RD_KAFKA_CONSUMER, ["group.id": configuration.clientID])
    }

    /// The client of all other requests.
    func handle() throws(KafkaError) -> KafkaHandle { try open(client, RD_KAFKA_PRODUCER) }

    private func open(
        _ kept: borrowing Mutex<KafkaHandle?>, _ type: rd_kafka_type_t, _ properties: [String: String] = [:]
    ) throws(KafkaError) -> KafkaHandle {
        try kept.withLock { kept throws(KafkaError) in
            if let kept { return kept }
            let handle = try KafkaHandle(
                type, configuration.administration.merging(properties) { $1 }, context: ClientContext(logger: logger))
            kept = handle
            return handle
        }
    }
}

/// Sends a request of the admin API and waits for the answer: `ask` sends the request, `reading` reads the answer from
/// the queue.
func answer<Value>(
    of client: OpaquePointer, to operation: rd_kafka_admin_op_t, timeout: Duration, doing what: String,
    ask: (_ options: OpaquePointer?, _ queue: OpaquePointer?) -> Void,
    reading: (OpaquePointer) -> Result<Value, KafkaError>
) -> Result<Value, KafkaError> {
    let queue = rd_kafka_queue_new(client)
    let options = rd_kafka_AdminOptions_new(client, operation)
    defer {
        rd_kafka_AdminOptions_destroy(options)
        rd_kafka_queue_destroy(queue)
    }
    var message = [CChar](repeating: 0, count: 512)
    rd_kafka_AdminOptions_set_request_timeout(options, timeout.timeout, &message, message.count)
    ask(options, queue)
    // The library ends the request by its own timeout; the extra second leaves time for its report.
    guard let event = rd_kafka_queue_poll(queue, timeout.timeout + 1_000) else {
        return .failure(KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: what))
    }
    defer { rd_kafka_event_destroy(event) }
    return reading(event)
}
