import ArgumentParser
import EventContracts
import Foundation
import Glibc

/// An in-memory Kafka broker for one machine without Kafka and for tests; decision 0006 lists what it leaves out.
///
/// It has the real protocol, so kcat and every client work. It keeps everything in memory and loses it when it ends; a
/// partition holds 5 MiB and silently drops the oldest; there are no transactions, no TLS and no users. Beyond one
/// machine use Apache Kafka, unchanged.
struct DevBrokerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev-broker", abstract: "An in-memory Kafka broker for one machine and for tests.")

    @Option(help: "The port on 127.0.0.1; 0 takes any free one.")
    var port: Int32 = 9092

    @Option(help: "A file that gets host:port once the broker listens.")
    var bootstrapFile: String?

    @Option(help: "More topics, as name:partitions, separated by commas.")
    var topics = ""

    @Option(help: "Bytes that a partition keeps before it drops its oldest records.")
    var partitionBytes = 5_242_880

    @Flag(help: "End when standard input does, so that it does not outlive the program that started it.")
    var endWithInput = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        guard partitionBytes > 0 else { throw ValidationError("--partition-bytes must be above 0") }
        for topic in extraTopics where topic.partitions == nil {
            throw ValidationError("--topics wants name:partitions, found \(topic.name)")
        }
    }

    func run() throws {
        let topics = try makeTopics()
        let listener = try Listener(port: port)
        let broker = Broker(port: listener.port, topics: topics)
        let loop = try EventLoop(listener: listener, broker: broker, endsWithInput: endWithInput)
        let address = "\(broker.host):\(broker.port)"
        if let bootstrapFile {
            try Data(address.utf8).write(to: URL(fileURLWithPath: bootstrapFile), options: .atomic)
        }
        // Written unbuffered, in case standard output is a pipe.
        try? FileHandle.standardOutput.write(
            contentsOf: Data("dev-broker listens on \(address), \(topics.all.count) topics, in memory only\n".utf8))
        try loop.run()
    }

    private func makeTopics() throws -> TopicStore {
        var store = TopicStore(partitionCapacity: partitionBytes)
        let wanted =
            Topic.all.map { ($0.name, $0.partitions) } + extraTopics.map { ($0.name, $0.partitions ?? 1) }
        for (name, partitions) in wanted {
            let problem = store.make(name, partitions: partitions)
            guard problem == .none || problem == .topicAlreadyExists else {
                throw BrokerFailure(description: "topic \(name) with \(partitions) partitions: \(problem)")
            }
        }
        return store
    }

    private var extraTopics: [(name: String, partitions: Int32?)] {
        topics.split(separator: ",").map { topic in
            let parts = topic.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count == 2 ? Int32(parts[1]).flatMap { $0 > 0 ? $0 : nil } : nil)
        }
    }
}
