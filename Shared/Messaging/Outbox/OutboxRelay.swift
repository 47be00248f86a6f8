import EventContracts
import Foundation
import Kafka
import Logging
import Postgres
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Sends the outbox, in order, for the partitions it owns; runs all the time, in every copy of a service.
///
/// A partition is owned by a session advisory lock on the connection the relay works on: lose the connection and both
/// are gone at once. Rows that this process has committed are sent from memory; the outbox is read for those of other copies,
/// after a start, and whenever memory does not hold all. A row is marked after the broker has it (`acks=all`), together with
/// others and a little later; a crash before that sends it again, which every consumer knows as done.
package struct OutboxRelay: Service {
    /// Settings of a relay.
    package struct Settings: Sendable {
        /// Most rows in flight, and most that wait to be marked.
        package var batch = 500
        /// How often it looks for rows that another process has written, while there is another copy of the service.
        package var pollInterval = Duration.milliseconds(50)
        /// How often it looks while there is no other copy, and only an operator's tool may write.
        package var alonePollInterval = Duration.seconds(1)
        /// How long what was sent may wait to be marked.
        package var markInterval = Duration.milliseconds(100)
        /// How often ownership and the broker's log are looked at.
        package var checkInterval = Duration.seconds(1)
        /// How long one question to the broker may take.
        package var brokerPatience = Duration.seconds(2)
        /// How long a broker that confirms nothing is waited for once the service is to stop; what it has not confirmed is sent
        /// again after the next start.
        package var stopPatience = Duration.seconds(2)
        /// Unread bytes per partition on a broker with a cap; 0 = none.
        package var capBytes = 0

        package init() {}
    }

    let database: MessagingDatabase
    let connection: PostgresConfiguration
    let producer: KafkaProducer
    let admin: KafkaAdmin
    let settings: Settings
    let rules: any DeliveryRules
    let metrics: MessagingMetrics
    let logger: Logger

    package func run() async throws {
        let life = Life()
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await relay(until: life) }
                group.addTask { await giveUp(after: life) }
                await group.next()
                group.cancelAll()
            }
        } onGracefulShutdown: {
            life.isStopping.store(true, ordering: .releasing)
            database.relayQueue.look()
        }
    }

    /// Whether the relay is to stop, and how many batches the broker has answered.
    private final class Life: Sendable {
        let isStopping = Atomic(false)
        let answered = Atomic(0)
    }

    private func relay(until life: Life) async {
        while !life.isStopping.load(ordering: .acquiring), !Task.isCancelled {
            do {
                try await relay(life)
            } catch {
                logger.warning("relay interrupted", metadata: ["error": "\(error)"])
                await database.relayQueue.wait(atMost: .seconds(1))
            }
        }
    }

    /// Returns when the service is to stop and the broker confirms nothing any more.
    private func giveUp(after life: Life) async {
        do {
            try await gracefulShutdown()
            var answered = -1
            while answered != life.answered.load(ordering: .relaxed) {
                answered = life.answered.load(ordering: .relaxed)
                try await Task.sleep(for: settings.stopPatience)
            }
        } catch {
            // The relay has ended before.
        }
    }

    /// Works on one connection until told to stop (what is due by then is sent) or until it breaks.
    private func relay(_ life: Life) async throws {
        // Until this one is counted, nobody knows how many there are.
        database.hasOtherCopies.store(true, ordering: .relaxed)
        defer { database.hasOtherCopies.store(true, ordering: .relaxed) }
        let session = try await DedicatedSession.open(connection)
        defer { session.close() }
        try await PartitionOwnership.begin(on: session)
        // A mark lost in a crash of the database only means sending again.
        try await session.execute("SET synchronous_commit = off")
        try await Self.planOnce(session)
        let epochs = LogEpochs(
            database: database, connection: connection, producer: producer, timeout: settings.brokerPatience,
            logger: logger)
        guard rules.detectsLostLogs else { return try await send(on: session, epochs, until: life) }
        try await epochs.check()
        // Cancelled when the sending ends.
        async let _ = epochs.watch(every: settings.checkInterval)
        try await session.onThread { try await send(on: session, epochs, until: life) }
    }

    /// Has each statement planned once, for whatever the outbox will grow to: it is small when the session begins, and a
    /// plan that reads all of it would be kept.
    private static func planOnce(_ session: DedicatedSession) async throws {
        _ = try await session.pipeline([
            "SET plan_cache_mode = force_generic_plan", "SET enable_seqscan = off", "SET enable_hashjoin = off",
            "SET enable_mergejoin = off",
        ])
    }

    /// What a relay knows while it holds its connection.
    private struct Progress {
        var owned: Set<Int32> = []
        var known: LogEpochs.Known
        var pacer: PartitionThrottle
        var sequences = SentSequences()
        /// Sent, and not yet marked; since when the first of them waits.
        var unmarked: (rows: [OutboxRows.Sent], since: ContinuousClock.Instant) = ([], .now)
        /// How often the outbox is read, and when next; at once when rows may be there that memory does not hold.
        var pollInterval = Duration.zero
        var nextLook = ContinuousClock.now

        init(known: LogEpochs.Known, pacer: PartitionThrottle) {
            self.known = known
            self.pacer = pacer
        }

        mutating func delivered(_ rows: [OutboxRows.Sent]) {
            if unmarked.rows.isEmpty { unmarked.since = .now }
            unmarked.rows += rows
            for (row, _) in rows { sequences.note(row) }
        }

        /// How long there is nothing to do unless somebody rings.
        func rest(atMost markInterval: Duration) -> Duration {
            let look = nextLook - .now
            return unmarked.rows.isEmpty ? look : min(look, unmarked.since + markInterval - .now)
        }
    }

    /// Sends what is due again and again.
    private func send(on session: DedicatedSession, _ epochs: LogEpochs, until life: Life) async throws {
        var progress = Progress(
            known: try await LogEpochs.known(on: session),
            pacer: PartitionThrottle(capBytes: rules.keepsWithinCap ? settings.capBytes : 0, admin: admin))
        var nextCheck = ContinuousClock.now
        while !Task.isCancelled {
            if .now >= nextCheck {
                try await check(&progress, on: session)
                nextCheck = .now + settings.checkInterval
            }
            let isStopping = life.isStopping.load(ordering: .acquiring)
            if isStopping { progress.nextLook = .now }
            let (due, isAll) = try await due(&progress, on: session)
            let round = try await send(due, &progress, epochs: epochs, on: session)
            if case .delivered(let rows) = round { progress.delivered(rows) }
            if round.count > 0 { life.answered.add(1, ordering: .relaxed) }
            if isStopping {
                if round.count == 0 { return }
            } else if round.count < due.count {
                // A full partition, or a broker that refuses: looked for again, though not at once.
                progress.nextLook = min(progress.nextLook, .now + settings.pollInterval)
                await database.relayQueue.wait(atMost: settings.pollInterval)
            } else if !isAll {
                progress.nextLook = .now
            } else {
                await database.relayQueue.wait(atMost: progress.rest(atMost: settings.markInterval))
            }
        }
    }

    /// What may be sent now, and whether nothing else is known to be due.
    private func due(
        _ progress: inout Progress, on session: DedicatedSession
    ) async throws -> (rows: [OutboxRows.Due], isAll: Bool) {
        let handed = database.relayQueue.take(atMost: settings.batch)
        if .now < progress.nextLook, let handed {
            let owned = handed.filter { progress.owned.contains($0.partition) }
            if case .send(let rows) = progress.sequences.next(owned) {
                try await mark(&progress, on: session)
                return (rows, true)
            }
        }
        // What was handed over is committed, and found as well.
        let search = OutboxRows.Search(partitions: progress.owned.sorted(), limit: settings.batch)
        let marked = progress.unmarked.rows
        progress.nextLook = .now + progress.pollInterval
        let (epoch, rows) = try await OutboxRows.due(
            search, marking: marked, sentIn: progress.known.epoch, on: session)
        metrics.sent(marked.count)
        progress.unmarked.rows = []
        if epoch != progress.known.epoch {
            progress.known = try await LogEpochs.known(on: session)
            progress.pacer.reset()
        }
        progress.sequences.found(rows)
        return (rows, rows.count < settings.batch)
    }

    /// Marks what was sent, once it is much or has waited.
    private func mark(_ progress: inout Progress, on session: DedicatedSession) async throws {
        let (rows, since) = progress.unmarked
        guard rows.count >= settings.batch || !rows.isEmpty && .now >= since + settings.markInterval else { return }
        try await OutboxRows.mark(rows, sentIn: progress.known.epoch, on: session)
        metrics.sent(rows.count)
        progress.unmarked.rows = []
    }

    /// Takes the partitions that no other copy holds, and sees whether there are other copies.
    private func check(_ progress: inout Progress, on session: DedicatedSession) async throws {
        let missing = (0..<Topic.standardPartitions).filter { !progress.owned.contains($0) }
        let (claimed, copies) = try await PartitionOwnership.claim(missing, on: session)
        progress.owned.formUnion(claimed)
        metrics.ownedPartitions(progress.owned.count)
        database.hasOtherCopies.store(copies > 1, ordering: .relaxed)
        let interval = copies > 1 ? settings.pollInterval : settings.alonePollInterval
        if !claimed.isEmpty || interval < progress.pollInterval { progress.nextLook = .now }
        progress.pollInterval = interval
    }

    /// What one round came to.
    private enum Round {
        /// To be marked.
        case delivered([OutboxRows.Sent])
        /// Into a log that is not the one that is known: another epoch has begun, and everything is sent again.
        case elsewhere(Int)

        var count: Int {
            switch self {
            case .delivered(let rows): rows.count
            case .elsewhere(let count): count
            }
        }
    }

    /// Sends one batch.
    private func send(
        _ due: [OutboxRows.Due], _ progress: inout Progress, epochs: LogEpochs, on session: DedicatedSession
    ) async throws -> Round {
        guard !due.isEmpty else { return .delivered([]) }
        let admitted = await progress.pacer.admit(due)
        guard !admitted.isEmpty else { return .delivered([]) }
        let epoch = progress.known.epoch
        let results = await producer.send(admitted.map { $0.record(in: epoch) })
        database.observer?(.published)
        var delivered: [OutboxRows.Sent] = []
        for (row, result) in zip(admitted, results) {
            switch result {
            case .success(let report): delivered.append((row, report.offset))
            case .failure(let error):
                metrics.sendFailed()
                logger.warning(
                    "record not delivered", metadata: ["kafka.error": "\(error)", "kafka.topic": "\(row.topic)"])
            }
        }
        if rules.checksDeliveryReports, epochs.contradicts(delivered, known: progress.known) {
            try await epochs.start(after: epoch, clusterID: progress.known.clusterID, reason: "delivery report")
            return .elsewhere(delivered.count)
        }
        for (row, offset) in delivered {
            progress.pacer.delivered(row, offset: offset)
            progress.known.highest[row.topicPartition] = max(
                offset, progress.known.highest[row.topicPartition] ?? -1)
        }
        return .delivered(delivered)
    }
}

/// Which copy of a service sends which partitions: session advisory locks.
private enum PartitionOwnership {
    /// The lock that every relay shares, so that they can be counted.
    private static let relays: SQL = "hashtext(current_schema() || '.relays')"

    /// Has this relay be counted.
    static func begin(on session: DedicatedSession) async throws {
        _ = try await session.query("SELECT pg_advisory_lock_shared(\(part: relays), 0)::text")
    }

    /// Takes those of some partitions that no other copy holds.
    ///
    /// - Returns: What was taken, and how many relays there are, this one among them.
    static func claim(
        _ partitions: [Int32], on session: DedicatedSession
    ) async throws -> (claimed: [Int32], relays: Int) {
        let results = try await session.pipeline([
            """
            SELECT partition FROM unnest(\(partitions)) AS wanted (partition)
            WHERE pg_try_advisory_lock(hashtext(current_schema() || '.outbox'), partition)
            """,
            """
            SELECT count(*) FROM pg_locks
            WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND objid = 0
                AND classid = (\(part: relays)::bigint & 4294967295)::oid
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """,
        ])
        return (
            try results[0].map { try $0.decode(Int32.self) }, try results[1].first?.decode(Int.self) ?? 1
        )
    }
}

extension Duration {
    /// As a floating-point number of seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
