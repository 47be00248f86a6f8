import EventContracts
import Foundation
import Kafka
import Logging
import TestPeers
import UnitSupport

/// Brokers that a person named: any Kafka that is there for tests.
package struct NamedBrokers: Sendable {
    /// `host:port` list, separated by commas.
    package let brokers: String
    /// Breaks and mends brokers: called as `PROGRAM ACTION NODE`, nodes from 1 on; nil: no faults.
    ///
    /// Actions: `kill` (as a crash), `start`, `freeze`, `thaw`, `lose` (kill, and delete the log), `fill` (its disk),
    /// `free`.
    package let control: String?
    /// How long an action, and the cluster over new topics, may take.
    private static let timeout = Duration.seconds(120)

    package init(brokers: String, control: String? = nil) {
        self.brokers = brokers
        self.control = control
    }

    /// How many brokers were named.
    package var count: Int { brokers.split(separator: ",").count }

    /// Carries out an action.
    ///
    /// - Throws: `TestKafka.Missing` when there is no control or it fails.
    package func act(_ action: String, node: Int = 1) async throws {
        guard let control else {
            throw TestKafka.Missing(description: "no --broker-control that could \(action) broker \(node)")
        }
        let status = try await SideProgram([control, action, "\(node)"]).status(within: Self.timeout)
        guard status == 0 else {
            throw TestKafka.Missing(description: "\(control) \(action) \(node) ended with \(status)")
        }
    }

    /// Contract topics that exist.
    package func topics() async throws -> [String] {
        let existing = try await admin().partitionCounts(timeout: .seconds(10))
        return Topic.all.map(\.name).filter { existing[$0] != nil }
    }

    /// Deletes every contract topic with its records, and has `fmctl topics apply` create all of them.
    ///
    /// - Throws: `KafkaError`, or `TestKafka.Missing` when the topics cannot be created.
    package func renewTopics() async throws {
        let admin = admin()
        try await admin.delete(try await topics(), timeout: .seconds(30))
        try await eventually("the old topics are gone", within: Self.timeout) { try await topics().isEmpty }
        let program = try await SideProgram(
            [SideProgram.path(of: "fmctl"), "topics", "apply"],
            environment: ["KAFKA_BROKERS": brokers, "KAFKA_SECURITY_PROTOCOL": "plaintext"])
        let status = try await program.status(within: Self.timeout)
        guard status == 0 else { throw TestKafka.Missing(description: "fmctl topics apply ended with \(status)") }
    }

    private func admin() -> KafkaAdmin {
        KafkaAdmin(KafkaConfiguration(brokers: brokers, clientID: "tests"), logger: Logger(label: "test"))
    }
}
