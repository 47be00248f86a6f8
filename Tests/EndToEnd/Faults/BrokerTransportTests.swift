import Foundation
import Kafka
import Logging
import Messaging
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Broker settings of a service: TLS by a given authority, and a password that is never sent.
@Suite("Broker connections with TLS and SCRAM", .timeLimit(.minutes(10)))
struct BrokerTransportTests {
    private static let password = "a password of the test's own"
    private static let users = ["allergen": password]
    private static let client = "a client of the test's own"
    private static let topic = "ingestion.account.v1"

    @Test("OPS-17: broker: TLS and SCRAM hide events from eavesdroppers")
    func letsIn() async throws {
        let authority = try TestAuthority()
        try await Self.withGate(authority.identity(["broker.test"], isLoopback: true)) { door, directory in
            let settings = try Self.settings(door, trusting: authority.trustFile(in: directory))
            let logger = Logger(label: "test")
            let producer = try KafkaProducer(KafkaConfiguration(settings, clientID: Self.client), logger: logger)
            let event = OutgoingRecord(topic: Self.topic, partition: 0, key: nil, value: [7], headers: [])
            #expect(try await producer.send([event])[0].get().offset == 0)
            await producer.flushAndClose(within: .seconds(2))

            let consumer = try KafkaConsumer(
                KafkaConfiguration(settings, clientID: Self.client), group: "allergen", topics: [Self.topic],
                startingOffsets: { _ in [:] }, logger: logger)
            var read: [[UInt8]?] = []
            while read.isEmpty, let next = await consumer.next() {
                if case .records(let batch) = next { read += batch.records.map(\.value) }
            }
            await consumer.stop()
            #expect(read == [[7]])
            #expect(door.counts.letIn > 0 && door.counts.turnedAway == 0 && door.counts.withoutTLS == 0)
            for text in [Self.client, Self.topic, Self.password] { #expect(!door.isOverheard(text), "\(text)") }
        }
    }

    @Test("OPS-17: broker: a wrong password is rejected and logged as the reason")
    func turnsAway() async throws {
        let authority = try TestAuthority()
        try await Self.withGate(authority.identity(["broker.test"], isLoopback: true)) { door, directory in
            let trust = try authority.trustFile(in: directory)
            for wrong in [["KAFKA_SASL_PASSWORD": "another password"], ["KAFKA_SASL_USERNAME": "vision"]] {
                let before = door.counts.turnedAway
                try await Self.expectRefusal(
                    Self.settings(door, trusting: trust, wrong), saying: "SASL authentication error")
                #expect(door.counts.turnedAway > before)
            }
            try await Self.expectRefusal(
                Self.settings(door, trusting: trust, ["KAFKA_SASL_MECHANISM": "SCRAM-SHA-256"]), saying: "SCRAM-SHA-512"
            )
            #expect(door.counts.letIn == 0)
        }
    }

    @Test("OPS-17: broker: an operator's request states why it was refused")
    func explains() async throws {
        let authority = try TestAuthority()
        try await Self.withGate(authority.identity(["broker.test"], isLoopback: true)) { door, directory in
            let settings = try Self.settings(
                door, trusting: authority.trustFile(in: directory), ["KAFKA_SASL_PASSWORD": "another password"])
            let admin = KafkaAdmin(
                KafkaConfiguration(settings, clientID: Self.client), logger: Logger(label: "test"))
            let error = await #expect(throws: KafkaError.self) {
                try await admin.partitionCounts(timeout: .seconds(5))
            }
            let text = error?.description ?? ""
            #expect(text.contains("SASL authentication error") && !text.contains("another password"), "\(text)")
        }
    }

    @Test("OPS-17: broker: an untrusted certificate is rejected with the reason")
    func trustsOnlyItsAuthority() async throws {
        let authority = try TestAuthority(), stranger = try TestAuthority()
        try await Self.withGate(authority.identity(["broker.test"], isLoopback: true)) { door, directory in
            try await Self.expectRefusal(
                Self.settings(door, trusting: stranger.trustFile(in: directory)), saying: "certificate verify failed")
            #expect(door.counts.letIn == 0 && door.counts.turnedAway == 0 && door.counts.withoutTLS > 0)
        }
        // The certificate is trusted but belongs to another server.
        try await Self.withGate(authority.identity(["broker.test"])) { door, directory in
            try await Self.expectRefusal(
                Self.settings(door, trusting: authority.trustFile(in: directory)), saying: "certificate verify failed")
            #expect(door.counts.letIn == 0 && door.counts.turnedAway == 0 && door.counts.withoutTLS > 0)
        }
    }

    @Test("OPS-17: broker: without TLS it fails, and no credentials are sent")
    func needsTLS() async throws {
        let authority = try TestAuthority()
        try await Self.withGate(authority.identity(["broker.test"], isLoopback: true)) { door, directory in
            let trust = try authority.trustFile(in: directory)
            for plain in ["plaintext", "sasl_plaintext"] {
                try await Self.expectRefusal(
                    Self.settings(door, trusting: trust, ["KAFKA_SECURITY_PROTOCOL": plain]), saying: "brokers are down"
                )
            }
            #expect(door.counts.letIn == 0 && door.counts.turnedAway == 0 && door.counts.withoutTLS > 0)
            #expect(door.isOverheard(Self.client), "the eavesdropper reads unencrypted traffic")
            #expect(!door.isOverheard(Self.password) && !door.isOverheard("n=allergen"))
        }
    }

    /// Checks that a producer with these settings reaches no broker, and that a warning gives the reason without the
    /// password.
    private static func expectRefusal(_ settings: KafkaSettings, saying reason: String) async throws {
        let logs = CapturedLogs()
        let producer = try KafkaProducer(KafkaConfiguration(settings, clientID: client), logger: logs.logger())
        let cluster = try? await producer.clusterID(timeout: .seconds(3))
        try? await eventually("a warning about \(reason)") {
            logs.lines.contains { $0.level >= .warning && $0.message.contains(reason) }
        }
        await producer.flushAndClose(within: .zero)
        #expect(cluster == nil)
        #expect(
            logs.lines.contains { $0.level >= .warning && $0.message.contains(reason) },
            "\(logs.lines.map(\.text).joined(separator: "\n"))")
        #expect(!logs.lines.contains { $0.text.contains(settings.credentials?.password ?? password) })
    }

    private static func withGate(
        _ identity: TestAuthority.Identity, _ body: (GuardedBroker, URL) async throws -> Void
    ) async throws {
        try await TestBroker.with { broker in
            try await withTemporaryDirectory { directory in
                try await GuardedBroker.with(broker, identity, users: users) { try await body($0, directory) }
            }
        }
    }

    private static func settings(
        _ door: GuardedBroker, trusting file: String, _ more: [String: String] = [:]
    ) throws -> KafkaSettings {
        let values = [
            "KAFKA_BROKERS": "127.0.0.1:\(door.port)", "KAFKA_SECURITY_PROTOCOL": "sasl_ssl",
            "KAFKA_SSL_CA_LOCATION": file, "KAFKA_SASL_USERNAME": "allergen", "KAFKA_SASL_PASSWORD": password,
        ]
        var reader = EnvironmentReader(values.merging(more) { $1 })
        let settings = KafkaSettings(from: &reader)
        try reader.finish()
        return settings
    }
}
