import Foundation
import Kafka

/// Reads topics for an operator, without any consumer group.
struct Tail: Sendable {
    /// The range of records to read.
    enum Extent: Sendable, Equatable {
        /// All existing events.
        case all
        /// The newest events, up to a number, over all topics.
        case last(Int)
        /// New records only.
        case new
    }

    let broker: OperatorBroker
    let topics: [String]
    let extent: Extent
    /// Whether to wait for new records.
    let follows: Bool

    /// Maximum number of records for `last`.
    static let maxLast = 10_000
    /// Timeout of one poll.
    private static let pollTimeout = Duration.milliseconds(250)

    /// Passes records on: existing ones by time, then new ones; returns at the end unless it follows.
    ///
    /// - Throws: `KafkaError`, `ControlFailure.problem` for a topic that the broker does not have, or the error of
    ///   `show`.
    func run(_ show: (KafkaRecord) async throws -> Void) async throws {
        let partitions = try await broker.partitions(of: topics, broker.admin())
        let start: KafkaReader.Start =
            switch extent {
            case .all: .beginning
            case .last(let count): .last(Int64(count))
            case .new: .end
            }
        let reader = try KafkaReader(
            broker.configuration, partitions: Dictionary(uniqueKeysWithValues: partitions.map { ($0, start) }),
            logger: ControlLog.logger)
        var open = Set(partitions), backlog: [KafkaRecord] = []
        while !Task.isCancelled, follows || !open.isEmpty {
            let batch = await reader.read(waiting: Self.pollTimeout)
            let isCatchingUp = !open.isEmpty
            open.subtract(batch.ended)
            guard isCatchingUp, case .last(let count) = extent else {
                for record in batch.records { try await show(record) }
                continue
            }
            backlog += batch.records
            if open.isEmpty {
                for record in Self.newest(count, of: backlog) { try await show(record) }
                backlog = []
            }
        }
    }

    /// The newest records by their log timestamps, oldest first.
    static func newest(_ count: Int, of records: [KafkaRecord]) -> ArraySlice<KafkaRecord> {
        records.sorted { left, right in
            let places = (left.topicPartition, right.topicPartition)
            return (left.timestamp, places.0.topic, places.0.partition, left.offset)
                < (right.timestamp, places.1.topic, places.1.partition, right.offset)
        }.suffix(count)
    }
}
