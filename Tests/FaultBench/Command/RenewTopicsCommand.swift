import ArgumentParser
import TestSupport

/// Empties a Kafka for a measurement: `fault-bench renew-topics`.
struct RenewTopicsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew-topics", abstract: "Delete Food Magic's topics with their records, and create them.")

    @Option(help: ArgumentHelp("A Kafka for tests.", valueName: "host:port,…"))
    var brokers: String

    func run() async throws {
        try await NamedBrokers(brokers: brokers).renewTopics()
    }
}
