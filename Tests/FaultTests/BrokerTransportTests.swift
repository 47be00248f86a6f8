import Foundation
import Kafka
import Logging
import Messaging
import ServiceRuntime
import Testing
import TestSupport

/// What the settings of a service ask of its brokers: TLS by an authority of ours, and a password that is never sent.
@Suite("Guarded connections to the broker", .timeLimit(.minutes(10)))
struct BrokerTransportTests {
    private static let users = ["allergen": "a password of the test's own"]

    private static func settings(_ port: Int, trusting file: String, _ more: [String: String] = [:]) throws
        -> KafkaSettings
    {
        let values = [
            "KAFKA_BROKERS": "127.0.0.1:\(port)", "KAFKA_SECURITY_PROTOCOL": "sasl_ssl", "KAFKA_SSL_CA_LOCATION": file,
            "KAFKA_SASL_USERNAME": "allergen", "KAFKA_SASL_PASSWORD": "a password of the test's own",
        ]
        var reader = EnvironmentReader(values.merging(more) { $1 })
        let settings = KafkaSettings(from: &reader)
        try reader.finish()
        return settings
    }

    /// The id of the cluster, for who gets in; nil after 5 s.
    private static func clusterID(_ settings: KafkaSettings) async throws -> String? {
        let producer = try producer(settings)
        let id = try? await producer.clusterID(timeout: .seconds(5))
        await producer.flushAndClose(within: .zero)
        return id
    }

    private static func producer(_ settings: KafkaSettings) throws -> KafkaProducer {
        try KafkaProducer(KafkaConfiguration(settings, clientID: "allergen"), logger: quiet)
    }

    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test(
        "OPS-17: TLS and SCRAM let records out; strangers, a wrong authority and another server's name do not"
    )
    func guarded() async throws {
        let authority = try TestAuthority(), stranger = try TestAuthority()
        try await TestBroker.with { broker in
            try await withTemporaryDirectory { directory in
                let trust = try authority.trustFile(in: directory), other = try stranger.trustFile(in: directory)
                let identity = try authority.identity(["broker.test"], isLoopback: true)
                try await GuardedBroker.with(broker, identity, users: Self.users) { door in
                    let settings = try Self.settings(door.port, trusting: trust)
                    let producer = try Self.producer(settings)
                    let record = OutgoingRecord(
                        topic: "ingestion.account.v1", partition: 0, key: nil, value: [7], headers: [])
                    #expect(try await producer.send([record])[0].get().offset == 0)
                    await producer.flushAndClose(within: .seconds(2))
                    #expect(door.counts.letIn > 0 && door.counts.turnedAway == 0)

                    let before = door.counts
                    for (name, password) in [
                        ("allergen", "another password"), ("vision", "a password of the test's own"),
                    ] {
                        let wrong = try Self.settings(
                            door.port, trusting: trust,
                            ["KAFKA_SASL_USERNAME": name, "KAFKA_SASL_PASSWORD": password])
                        #expect(try await Self.clusterID(wrong) == nil)
                    }
                    #expect(door.counts.letIn == before.letIn && door.counts.turnedAway > before.turnedAway)

                    let turnedAway = door.counts.turnedAway
                    #expect(try await Self.clusterID(Self.settings(door.port, trusting: other)) == nil)
                    let plain = try Self.settings(
                        door.port, trusting: trust, ["KAFKA_SECURITY_PROTOCOL": "sasl_plaintext"])
                    #expect(try await Self.clusterID(plain) == nil)
                    // Neither has shown anything of the password to a server that it does not know.
                    #expect(door.counts.letIn == before.letIn && door.counts.turnedAway == turnedAway)
                    #expect(door.counts.withoutTLS > 0)
                }
                // The certificate is good, and of another server.
                try await GuardedBroker.with(broker, authority.identity(["broker.test"]), users: Self.users) { door in
                    let cluster = try await Self.clusterID(Self.settings(door.port, trusting: trust))
                    #expect(cluster == nil)
                    #expect(door.counts.letIn == 0 && door.counts.turnedAway == 0)
                }
            }
        }
    }
}
