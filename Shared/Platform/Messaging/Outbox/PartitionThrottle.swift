import EventContracts
import Foundation
import Kafka

/// Keeps unread data below the log's cap, beyond which the broker silently drops the oldest records.
///
/// The dev broker keeps 5 MiB per partition. A group without progress delays the relay only until a timeout; after
/// that, gap healing recovers what it loses.
struct PartitionThrottle {
    /// Maximum unread bytes per partition; 0 = no throttling.
    let capBytes: Int
    /// How long to wait for a group without progress.
    static let timeout = Duration.seconds(10)

    private let admin: KafkaAdmin
    private var backlogs: [TopicPartition: PartitionBacklog] = [:]
    private var blockedSince: [TopicPartition: ContinuousClock.Instant] = [:]

    init(capBytes: Int, admin: KafkaAdmin) {
        self.capBytes = capBytes
        self.admin = admin
    }

    /// Resets at a new epoch, since the old log no longer matters.
    mutating func reset() {
        backlogs = [:]
        blockedSince = [:]
    }

    /// Records a delivered row.
    mutating func delivered(_ row: OutboxRows.Due, offset: Int64) {
        guard capBytes > 0 else { return }
        backlogs[row.topicPartition, default: PartitionBacklog(capBytes: capBytes)].note(row.size, at: offset)
    }

    /// The rows that may be sent now, in order; rows behind a full partition wait.
    mutating func admit(_ rows: [OutboxRows.Due]) async -> [OutboxRows.Due] {
        guard capBytes > 0 else { return rows }
        var freeBytes: [TopicPartition: Int] = [:]
        var admitted: [OutboxRows.Due] = []
        for row in rows {
            let place = row.topicPartition
            if freeBytes[place] == nil { freeBytes[place] = await bytesLeft(in: place) }
            guard let left = freeBytes[place], left > 0 else { continue }
            freeBytes[place] = left - row.size
            admitted.append(row)
        }
        return admitted
    }

    private mutating func bytesLeft(in place: TopicPartition) async -> Int {
        guard var backlog = backlogs[place] else { return capBytes }
        defer { backlogs[place] = backlog }
        guard backlog.isHalfFull else { return backlog.freeBytes }
        if backlog.advance(to: await slowestCommitted(place)) { blockedSince[place] = nil }
        guard backlog.freeBytes <= 0 else { return backlog.freeBytes }
        let since = blockedSince[place] ?? .now
        blockedSince[place] = since
        return ContinuousClock.now - since > Self.timeout ? capBytes : 0
    }

    /// The lowest position of the groups that read the topic; -1 if none has a position.
    private func slowestCommitted(_ place: TopicPartition) async -> Int64 {
        let groups = Set(EventRegistry.all.filter { $0.topic.name == place.topic }.flatMap(\.readers))
        var slowest: Int64?
        for group in groups {
            let committed = (try? await admin.committedOffsets(group: group, partitions: [place]))?[place] ?? -1
            if committed >= 0 { slowest = min(committed, slowest ?? committed) }
        }
        return slowest ?? -1
    }
}
