import EventContracts
import Foundation
import Kafka

/// The lag and gaps of every group.
struct LagReport: Encodable, Equatable {
    /// The state of a group in one partition.
    struct Partition: Encodable, Equatable {
        let partition: Int32
        /// The group's next offset; nil if it never read the partition.
        let position: Int64?
        /// The offset of the next record.
        let end: Int64
        let behind: Int64
        /// The log ends before the position: it was replaced, and the group has not noticed yet.
        let isReplaced: Bool
    }

    /// The state of a group on one topic.
    struct Row: Encodable, Equatable {
        let service: String
        let topic: String
        let behind: Int64
        let holes: Int64
        let gaps: Int64
        let dead: Int64
        let parked: Int64
        let partitions: [Partition]
    }

    /// The unsent events of a service.
    struct Sender: Encodable, Equatable {
        let service: String
        let epoch: Int64
        let unsent: Int64
        /// Age of the oldest unsent row, in seconds; nil without any.
        let oldestSeconds: Double?
        let requests: Int64
        let losses: Int64
    }

    let rows: [Row]
    let senders: [Sender]

    /// The largest lag of a group on a topic.
    var worst: Int64 { rows.map(\.behind).max() ?? 0 }

    /// Combines the states of schemas and broker; `logs` has the first and the next offset of each partition.
    static func make(
        _ states: [GroupState], logs: [TopicPartition: (low: Int64, high: Int64)], now: Date
    ) -> LagReport {
        LagReport(
            rows: states.flatMap { rows(of: $0, logs) },
            senders: states.map { state in
                let oldest = state.outbox.oldest.map { max(0, now.timeIntervalSince($0)) }
                return Sender(
                    service: state.service, epoch: state.outbox.epoch, unsent: state.outbox.unsent,
                    oldestSeconds: oldest, requests: state.outbox.requests, losses: state.outbox.losses)
            })
    }

    private static func rows(
        of state: GroupState, _ logs: [TopicPartition: (low: Int64, high: Int64)]
    ) -> [Row] {
        let positions = Dictionary(
            state.positions.map { (TopicPartition(topic: $0.topic, partition: $0.partition), $0.next) }
        ) { first, _ in first }
        return topics(readBy: state.service).map { topic in
            let places = logs.keys.filter { $0.topic == topic }.sorted { $0.partition < $1.partition }
            let partitions = places.compactMap { place in
                logs[place].map { partition(place.partition, position: positions[place], log: $0) }
            }
            let missing = state.missing[topic] ?? GroupState.Missing()
            return Row(
                service: state.service, topic: topic, behind: partitions.reduce(0) { $0 + $1.behind },
                holes: missing.holes, gaps: missing.gaps, dead: missing.dead, parked: missing.parked,
                partitions: partitions)
        }
    }

    /// The lag in one partition: a group without an offset begins at the oldest record; one beyond the end reads the
    /// new log from its start.
    static func partition(_ number: Int32, position: Int64?, log: (low: Int64, high: Int64)) -> Partition {
        let isReplaced = position.map { $0 > log.high } ?? false
        let from = isReplaced ? log.low : max(position ?? 0, log.low)
        return Partition(
            partition: number, position: position, end: log.high, behind: log.high - from, isReplaced: isReplaced)
    }

    /// The topics that a service consumes, in the order of the registry.
    static func topics(readBy service: String) -> [String] {
        let read = Set(EventRegistry.all.filter { $0.readers.contains(service) }.map(\.topic))
        return Topic.all.filter(read.contains).map(\.name)
    }
}

/// Shows lag.
enum LagTable {
    static func show(_ report: LagReport, perPartition: Bool, on console: Console) {
        var groups = Table(
            "group", "topic", .number("behind"), .number("holes"), .number("gaps"), .number("dead"), .number("parked"))
        for row in report.rows {
            let isReplaced = row.partitions.contains(where: \.isReplaced)
            groups.add(
                .init(row.service), .init(row.topic + (isReplaced ? " (log replaced)" : "")),
                .init(String(row.behind), row.behind > 0 ? .yellow : nil), .init(count: row.holes, bad: true),
                .init(count: row.gaps, bad: true), .init(count: row.dead, bad: true),
                .init(count: row.parked, bad: true))
            for partition in row.partitions where perPartition {
                groups.add(
                    "",
                    .init(
                        """
                          [\(partition.partition)] at \(partition.position.map(String.init) ?? "–") of \(partition.end)
                        """
                    ),
                    .init(String(partition.behind)), "", "", "", "")
            }
        }
        console.table(groups)
        console.line()
        var senders = Table(
            "outbox", .number("unsent"), .number("oldest"), .number("asked again"), .number("losses"), .number("epoch"))
        for sender in report.senders {
            let oldest = sender.oldestSeconds.map { Figures.age(.seconds($0)) } ?? ""
            senders.add(
                .init(sender.service), .init(String(sender.unsent), sender.unsent > 0 ? .yellow : nil),
                .init(oldest), .init(String(sender.requests)), .init(count: sender.losses, bad: true),
                .init(String(sender.epoch)))
        }
        console.table(senders)
    }
}
