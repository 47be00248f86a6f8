import EventContracts
import Foundation
import Kafka
import Logging
import TestPeers
import UnitSupport

/// Brokers given on the command line instead of a dev broker: any Kafka that is available for tests.
package struct NamedBrokers: Sendable {
    /// `host:port` list, separated by commas.
    package let brokers: String
    /// Program that stops and starts brokers: called as `PROGRAM ACTION NODE`, nodes from 1; nil if faults are not
    /// possible.
    ///
    /// Actions: `kill` (as a crash), `start`, `freeze`, `thaw`, `lose` (kill, and delete the log), `fill` (its disk),
    /// `free`.
    package let control: String?
    /// Timeout of an action, and of creating topics in the cluster.
    private static let timeout = Duration.seconds(120)

    package init(brokers: String, control: String? = nil) {
        self.brokers = brokers
        self.control = control
    }

    /// Number of brokers.
    package var count: Int { brokers.split(separator: ",").count }

    /// Executes an action.
    ///
    /// - Throws: `TestKafka.Missing` if there is no control program or it fails.
    package func act(_ action: String, node: Int = 1) async throws {
        guard let control else {
            throw TestKafka.Missing(description: "no --broker-control that could \(action) broker \(node)")
        }
        let status = try await SideProgram([control, action, "\(node)"]).status(within: Self.timeout)
        guard status == 0 else {
            throw TestKafka.Missing(description: "\(control) \(action) \(node) ended with \(status)")
        }
    }

    /// Existing topics of the contract.
    package func topics() async throws -> [String] {
        let existing = try await admin().partitionCounts(timeout: .seconds(10))
        return Topic.all.map(\.name).filter { existing[$0] != nil }
    }

    /// Deletes every contract topic with its records, and creates all of them with `fmctl topics apply`.
    ///
    /// - Throws: `KafkaError`, or `TestKafka.Missing` if the topics cannot be created.
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
