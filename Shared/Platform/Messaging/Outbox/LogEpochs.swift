import Foundation
import Kafka
import Logging
import Postgres

/// Detects that the broker's log is not the one that rows were delivered to, and then starts a new epoch, in which
/// everything is sent again.
///
/// Three signs: another cluster id; a log that ends at or below the highest confirmed offset; a delivery report at or
/// below it. A topic may be recreated in the same cluster, so the cluster id alone is not enough.
struct LogEpochs: Sendable {
    let database: MessagingDatabase
    let connection: PostgresConfiguration
    let producer: KafkaProducer
    /// Timeout of one request to the broker.
    let timeout: Duration
    let logger: Logger
    /// Timeout for marking a week of rows to be sent again.
    private static let markingLimit = Duration.seconds(1_800)

    /// The epoch, and the offsets confirmed in it.
    struct Known: Sendable {
        var epoch: Int64
        var clusterID: String?
        var highest: [TopicPartition: Int64]
    }

    /// The stored state.
    static func known(on session: borrowing some PostgresQuerying & ~Copyable) async throws -> Known {
        let results = try await session.pipeline([
            "SELECT epoch, cluster_id FROM relay_state",
            "SELECT topic, partition, highest_offset FROM relay_partitions",
        ])
        var known = Known(epoch: 1, clusterID: nil, highest: [:])
        for row in results[0] { (known.epoch, known.clusterID) = try row.decode(Int64.self, String?.self) }
        for row in results[1] {
            let (topic, partition, offset) = try row.decode(String.self, Int32.self, Int64.self)
            known.highest[TopicPartition(topic: topic, partition: partition)] = offset
        }
        return known
    }

    /// Checks the broker repeatedly until cancelled, in parallel with sending, which must not wait for the answers.
    func watch(every interval: Duration) async {
        while !Task.isCancelled {
            try? await database.activity.pause(interval)
            // Stopping interrupts the check; its error is then not a failure of the broker or the database.
            guard !Task.isCancelled else { return }
            do {
                try await check()
            } catch  where !Task.isCancelled {
                logger.warning("the log could not be checked", metadata: ["error": "\(error)"])
            } catch {
                return
            }
        }
    }

    /// Checks the broker, and starts an epoch if its log was replaced; if the broker does not answer, nothing changes.
    func check() async throws {
        let known = try await Self.known(on: database.pool)
        guard let clusterID = try? await producer.clusterID(timeout: timeout) else { return }
        if let before = known.clusterID, before != clusterID {
            return try await start(after: known.epoch, clusterID: clusterID, reason: "another cluster id")
        }
        if known.clusterID == nil {
            try await database.pool.execute(
                "UPDATE relay_state SET cluster_id = \(clusterID) WHERE epoch = \(known.epoch) AND cluster_id IS NULL")
        }
        let places = Array(known.highest.keys)
        guard let ends = try? await producer.logEnds(of: places, timeout: timeout) else { return }
        if known.highest.contains(where: { place, highest in ends[place].map { $0 <= highest } ?? false }) {
            try await start(after: known.epoch, clusterID: clusterID, reason: "the log ends too early")
        }
    }

    /// Compares delivery reports with earlier ones, and with each other.
    ///
    /// - Parameters:
    ///   - reports: In the order of sending.
    ///   - highest: The highest offset of each partition that was confirmed before.
    /// - Returns: Whether they prove that the log was replaced.
    static func contradicts(_ reports: [OutboxRows.Sent], highest: [TopicPartition: Int64]) -> Bool {
        var highest = highest
        for (row, offset) in reports {
            guard offset > highest[row.topicPartition] ?? -1 else { return true }
            highest[row.topicPartition] = offset
        }
        return false
    }

    /// Compare and set: of several relays that detect it, one starts the epoch.
    func start(after epoch: Int64, clusterID: String?, reason: String) async throws {
        let session = try await DedicatedSession.open(connection, statementTimeout: Self.markingLimit)
        defer { session.close() }
        let isOurs = try await session.withTransaction { transaction in
            let rows = try await transaction.query(
                """
                UPDATE relay_state SET epoch = epoch + 1, cluster_id = \(clusterID)
                WHERE epoch = \(epoch) RETURNING epoch
                """)
            guard !rows.isEmpty else { return false }
            try await transaction.execute("DELETE FROM relay_partitions")
            try await transaction.execute(
                "UPDATE outbox SET sent_epoch = 0, sent_offset = NULL WHERE sent_epoch > 0")
            return true
        }
        database.relayQueue.rescan()
        if isOurs {
            logger.warning(
                "the log was lost: a new epoch begins and everything kept is sent again",
                metadata: ["relay.epoch": "\(epoch + 1)", "relay.reason": "\(reason)"])
        }
    }
}
