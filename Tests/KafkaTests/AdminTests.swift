import CLibrdkafka
import Kafka
import Testing
import TestSupport

@Suite("Consumer group administration")
struct AdminTests {
    /// A broker in this process, which can be told to answer with errors.
    private final class FailingBroker: @unchecked Sendable {
        private let client: OpaquePointer
        private let cluster: OpaquePointer
        let address: String

        init() throws {
            var message = [CChar](repeating: 0, count: 512)
            client = try #require(rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), &message, message.count))
            cluster = try #require(rd_kafka_mock_cluster_new(client, 1))
            address = String(cString: try #require(rd_kafka_mock_cluster_bootstraps(cluster)))
        }

        deinit {
            rd_kafka_mock_cluster_destroy(cluster)
            rd_kafka_destroy(client)
        }

        /// The next request of a kind (the protocol's `ApiKey`) is answered so.
        func refuse(_ kind: Int16, _ error: rd_kafka_resp_err_t) {
            var errors = [error]
            rd_kafka_mock_push_request_errors_array(cluster, kind, 1, &errors)
        }
    }

    private static let offsetFetch: Int16 = 9

    @Test("a moved coordinator is a retryable error and ends nothing")
    func movedCoordinator() async throws {
        let broker = try FailingBroker()
        let admin = try KafkaAdmin(TestKafka(brokers: broker.address).configuration, logger: quiet)
        let place = TopicPartition(topic: "any", partition: 0)
        broker.refuse(Self.offsetFetch, RD_KAFKA_RESP_ERR_NOT_COORDINATOR)
        let error = await #expect(throws: KafkaError.self) {
            try await admin.committedOffsets(group: "readers", partitions: [place])
        }
        #expect(error?.name == "NOT_COORDINATOR" && error?.isRetryable == true)
        try await eventually("the next question is answered", within: .seconds(20)) {
            try await admin.committedOffsets(group: "readers", partitions: [place]).isEmpty
        }
    }
}
