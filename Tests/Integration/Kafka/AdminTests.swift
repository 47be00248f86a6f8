import CLibrdkafka
import Kafka
import TestSupport
import Testing
import UnitSupport

@Suite("Consumer group administration")
struct AdminTests {
    /// A broker in this process, which can be made to answer with errors.
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

        /// The next request of a kind (`ApiKey` in the protocol) fails with this error.
        func refuse(_ kind: Int16, _ error: rd_kafka_resp_err_t) {
            var errors = [error]
            rd_kafka_mock_push_request_errors_array(cluster, kind, 1, &errors)
        }
    }

    private static let offsetFetch: Int16 = 9
    private static let joinGroup: Int16 = 11

    @Test("consumer: ends if the broker refuses its session timeout")
    func refusedSession() async throws {
        let broker = try FailingBroker()
        broker.refuse(Self.joinGroup, RD_KAFKA_RESP_ERR_INVALID_SESSION_TIMEOUT)
        try await withConsumer(TestKafka(brokers: broker.address), ["any"]) { consumer in
            #expect(await consumer.next() == nil)
            #expect(consumer.failure?.name == "INVALID_SESSION_TIMEOUT" && consumer.failure?.isRetryable == false)
        }
    }

    @Test("instance id: a second consumer ends the first, naming the cause")
    func fencedMember() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        var settings = ConsumerSettings()
        settings.overrides = ["group.instance.id": "one", "session.timeout.ms": "6000"]
        try await withConsumer(kafka, [topic], settings) { first in
            try await first.untilAssigned()
            try await withConsumer(kafka, [topic], settings) { second in
                async let end: Void = { while await first.next() != nil {} }()
                try await eventually("the first is fenced") { first.failure != nil }
                await end
                #expect(first.failure?.name == "FENCED_INSTANCE_ID" && first.failure?.isFatal == true)
                try await second.untilAssigned()
            }
        }
    }

    @Test("new topic: its partitions are assigned soon after its creation")
    func laterTopic() async throws {
        let kafka = try TestKafka.shared()
        let known = try await kafka.makeTopic(partitions: 1), name = TestKafka.uniqueName("later")
        try await withConsumer(kafka, [known, name]) { consumer in
            // The group has begun without the new topic.
            try await consumer.untilAssigned()
            async let assigned: Void = consumer.untilAssigned()
            let admin = KafkaAdmin(kafka.configuration, logger: quiet)
            try await admin.create(.init(name: name, partitions: 3), timeout: .seconds(20))
            let begin = ContinuousClock.now
            try await eventually("the broker has it") {
                try await consumer.partitionCounts(timeout: .seconds(2))[name] == 3
            }
            try await eventually("it is assigned") {
                _ = try? await consumer.partitionCounts(timeout: .seconds(2))
                return consumer.assignment.count { $0.topic == name } == 3
            }
            // The library itself asks only every 30 s.
            #expect(ContinuousClock.now - begin < .seconds(15))
            try await assigned
        }
    }

    @Test("consumer: continues after its coordinator moves to another broker", .slow)
    func movedCoordinator() async throws {
        let broker = try FailingBroker()
        let admin = KafkaAdmin(TestKafka(brokers: broker.address).configuration, logger: quiet)
        let place = TopicPartition(topic: "any", partition: 0)
        broker.refuse(Self.offsetFetch, RD_KAFKA_RESP_ERR_NOT_COORDINATOR)
        let error = await #expect(throws: KafkaError.self) {
            try await admin.committedOffsets(group: "readers", partitions: [place])
        }
        #expect(error?.name == "NOT_COORDINATOR" && error?.isRetryable == true)
        try await eventually("the next question is answered") {
            try await admin.committedOffsets(group: "readers", partitions: [place]).isEmpty
        }
    }
}
