import ArgumentParser
import CLibrdkafka
import CMockBroker
import Dispatch
import EventContracts
import Foundation

/// librdkafka's in-process broker on a fixed port, for one machine without Kafka and for tests.
///
/// It speaks the real protocol, so kcat and every client work. Its limits (librdkafka 2.0): it keeps everything in memory
/// and loses it when it ends; a partition holds 5 MiB and silently drops the oldest; topics cannot be made by a client's
/// admin call, only here; offsets cannot be looked up by time; a group takes 3 s to form; transactions do not hide what
/// was aborted; a commit during a rebalance is refused. Beyond one machine use Apache Kafka, unchanged.
struct DevBrokerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev-broker", abstract: "An in-memory Kafka broker for one machine and for tests.")

    @Option(help: "The port on 127.0.0.1; 0 takes any free one.")
    var port: Int32 = 9092

    @Option(help: "A file that gets host:port once the broker listens.")
    var bootstrapFile: String?

    @Option(help: "More topics, as name:partitions, separated by commas.")
    var topics = ""

    @Flag(help: "End when standard input does, so that it does not outlive the program that started it.")
    var endWithInput = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        for topic in extraTopics where topic.partitions == nil {
            throw ValidationError("--topics wants name:partitions, found \(topic.name)")
        }
    }

    func run() throws {
        mock_broker_line_buffered_output()
        let broker = try DevBroker(port: port)
        for topic in Topic.all { try broker.create(topic.name, partitions: topic.partitions) }
        for topic in extraTopics { try broker.create(topic.name, partitions: topic.partitions ?? 1) }
        broker.open()
        if let bootstrapFile {
            try Data(broker.address.utf8).write(to: URL(fileURLWithPath: bootstrapFile), options: .atomic)
        }
        print("dev-broker listens on \(broker.address), \(Topic.all.count + extraTopics.count) topics, in memory only")
        let signals = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .main)
        }
        for source in signals {
            source.setEventHandler { Self.end(broker) }
            source.resume()
        }
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler {
            if FileHandle.standardInput.availableData.isEmpty { Self.end(broker) }
        }
        if endWithInput { input.activate() }
        dispatchMain()
    }

    private static func end(_ broker: DevBroker) {
        broker.stop()
        Foundation.exit(0)
    }

    private var extraTopics: [(name: String, partitions: Int32?)] {
        topics.split(separator: ",").map { topic in
            let parts = topic.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count == 2 ? Int32(parts[1]).flatMap { $0 > 0 ? $0 : nil } : nil)
        }
    }
}
