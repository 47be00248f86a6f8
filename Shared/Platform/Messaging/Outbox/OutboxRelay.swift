import EventContracts
import Foundation
import Kafka
import Logging
import Postgres
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Sends the outbox in order, for the partitions it owns; runs in every instance of a service.
///
/// A partition is owned through a session advisory lock on the relay's connection, so both are lost together. Rows that
/// this process has committed are sent from memory; the outbox is read for rows of other instances, after a start, and
/// whenever memory is incomplete. A row is marked after the broker has stored it (`acks=all`), a little later and
/// together with others; after a crash it is sent again, and consumers recognize it by its number.
package struct OutboxRelay: Service {
    /// Settings of a relay.
    package struct Settings: Sendable {
        /// Maximum number of rows in flight, and of rows waiting to be marked.
        package var batch = 500
        /// Interval of polling for rows of other processes, while there is another instance of the service.
        package var pollInterval = Duration.milliseconds(50)
        /// Interval of polling without another instance, when only an operator's tool may write rows.
        package var alonePollInterval = Duration.seconds(1)
        /// How long a sent row may wait to be marked.
        package var markInterval = Duration.milliseconds(500)
        /// Interval for checking ownership and the broker's log.
        package var checkInterval = Duration.seconds(1)
        /// Timeout of one request to the broker.
        package var brokerTimeout = Duration.seconds(2)
        /// How long to wait for a silent broker when the service stops; unconfirmed rows are sent again after the next
        /// start.
        package var stopTimeout = Duration.seconds(2)
        /// Maximum unread bytes per partition on a broker with a cap; 0 = no cap.
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
            database.relayQueue.rescan()
        }
    }

    /// Whether the relay must stop, how many batches the broker has confirmed, and the database's timeline.
    private final class Life: Sendable {
        let isStopping = Atomic(false)
        let answered = Atomic(0)
        let timeline = Mutex<String?>(nil)
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

    /// Returns when the service is stopping and the broker no longer confirms anything.
    private func giveUp(after life: Life) async {
        do {
            try await gracefulShutdown()
            var answered = -1
            while answered != life.answered.load(ordering: .relaxed) {
                answered = life.answered.load(ordering: .relaxed)
                try await Task.sleep(for: settings.stopTimeout)
            }
        } catch {
            // The relay ended before the stop.
        }
    }

    /// Works on one connection until stopped (rows due by then are sent) or until the connection breaks.
    private func relay(_ life: Life) async throws {
        // The number of instances is unknown until this one is counted.
        noteCopies(.max)
        defer { noteCopies(.max) }
        let session = try await DedicatedSession.open(connection)
        defer { session.close() }
        await reportFailover(on: session, life)
        try await PartitionOwnership.begin(on: session)
        // If the database crashes and loses a mark, the record is only sent again.
        try await session.execute("SET synchronous_commit = off")
        try await Self.planOnce(session)
        let epochs = LogEpochs(
            database: database, connection: connection, producer: producer, timeout: settings.brokerTimeout,
            logger: logger)
        guard rules.detectsLostLogs else { return try await send(on: session, epochs, until: life) }
        try await epochs.check()
        // Cancelled when sending ends.
        async let _ = epochs.watch(every: settings.checkInterval)
        try await session.onThread { try await send(on: session, epochs, until: life) }
    }

    /// Reports that another server has taken over since the last connection: a promoted replica begins a timeline.
    ///
    /// Commits that an asynchronous replica had not received are lost, which nothing in its tables shows.
    private func reportFailover(on session: DedicatedSession, _ life: Life) async {
        let rows = try? await session.query("SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)")
        guard let timeline = try? rows?.first?.decode(String.self) else { return }
        let before = life.timeline.withLock { known -> String? in
            defer { known = timeline }
            return known
        }
        guard let before, before != timeline else { return }
        metrics.failedOver()
        logger.warning(
            "another database server took over", metadata: ["database.timeline": "\(timeline), after \(before)"])
    }

    /// Plans each statement once, for an outbox of any size: the outbox is small when the session begins, and a plan
    /// that scans all of it would be kept.
    private static func planOnce(_ session: DedicatedSession) async throws {
        _ = try await session.pipeline([
            "SET plan_cache_mode = force_generic_plan", "SET enable_seqscan = off", "SET enable_hashjoin = off",
            "SET enable_mergejoin = off",
        ])
    }

    /// The relay's state while it holds its connection.
    private struct Progress {
        var owned: Set<Int32> = []
        var known: LogEpochs.Known
        var pacer: PartitionThrottle
        var sequences = SentSequences()
        /// Rows sent but not marked, and since when the oldest of them waits.
        var unmarked: (rows: [OutboxRows.Sent], since: ContinuousClock.Instant) = ([], .now)
        /// The polling interval and the next polling time; at once if memory may be incomplete.
        var pollInterval = Duration.zero
        var nextPoll = ContinuousClock.now

        init(known: LogEpochs.Known, pacer: PartitionThrottle) {
            self.known = known
            self.pacer = pacer
        }

        mutating func delivered(_ rows: [OutboxRows.Sent]) {
            if unmarked.rows.isEmpty { unmarked.since = .now }
            unmarked.rows += rows
            for (row, _) in rows { sequences.note(row) }
        }

        /// How long to wait without a wake signal.
        func rest(atMost markInterval: Duration) -> Duration {
            let wait = nextPoll - .now
            return unmarked.rows.isEmpty ? wait : min(wait, unmarked.since + markInterval - .now)
        }
    }

    /// Sends due rows repeatedly.
    private func send(on session: DedicatedSession, _ epochs: LogEpochs, until life: Life) async throws {
        var progress = Progress(
            known: try await LogEpochs.known(on: session),
            pacer: PartitionThrottle(capBytes: rules.keepsWithinCap ? settings.capBytes : 0, admin: admin))
        var nextCheck = ContinuousClock.now
        while !Task.isCancelled {
            if .now >= nextCheck {
                try await check(&progress, on: session)
                nextCheck = .now + interval(settings.checkInterval)
            }
            let isStopping = life.isStopping.load(ordering: .acquiring)
            if isStopping { progress.nextPoll = .now }
            let (due, isAll) = try await due(&progress, on: session)
            let round = try await send(due, &progress, epochs: epochs, on: session)
            if case .delivered(let rows) = round { progress.delivered(rows) }
            if round.count > 0 { life.answered.add(1, ordering: .relaxed) }
            if isStopping {
                if round.count == 0 { return }
            } else if round.count < due.count {
                // A partition is at its cap, or the broker refuses: retried, but not at once.
                progress.nextPoll = min(progress.nextPoll, .now + settings.pollInterval)
                await database.relayQueue.wait(atMost: settings.pollInterval)
            } else if !isAll {
                progress.nextPoll = .now
            } else {
                await database.relayQueue.wait(atMost: progress.rest(atMost: settings.markInterval))
            }
        }
    }

    /// The polling interval, longer while the service is idle, unless there are other instances, whose rows only a poll
    /// finds.
    private func interval(_ busy: Duration) -> Duration {
        database.hasOtherCopies.load(ordering: .relaxed) ? busy : database.activity.interval(busy)
    }

    /// Rows to send now, and whether no further rows are known to be due.
    private func due(
        _ progress: inout Progress, on session: DedicatedSession
    ) async throws -> (rows: [OutboxRows.Due], isAll: Bool) {
        let handed = database.relayQueue.take(atMost: settings.batch)
        if .now < progress.nextPoll, let handed {
            let owned = handed.filter { progress.owned.contains($0.partition) }
            if case .send(let rows) = progress.sequences.next(owned) {
                try await mark(&progress, on: session)
                return (rows, true)
            }
        }
        // Rows in memory are committed, so the query finds them too.
        let search = OutboxRows.Search(partitions: progress.owned.sorted(), limit: settings.batch)
        let marked = progress.unmarked.rows
        progress.nextPoll = .now + interval(progress.pollInterval)
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

    /// Marks sent rows once there are many, or the oldest has waited long enough.
    private func mark(_ progress: inout Progress, on session: DedicatedSession) async throws {
        let (rows, since) = progress.unmarked
        guard rows.count >= settings.batch || !rows.isEmpty && .now >= since + settings.markInterval else { return }
        try await OutboxRows.mark(rows, sentIn: progress.known.epoch, on: session)
        metrics.sent(rows.count)
        progress.unmarked.rows = []
    }

    /// Takes ownership of partitions that no other instance owns, and counts the instances.
    private func check(_ progress: inout Progress, on session: DedicatedSession) async throws {
        let missing = (0..<Topic.standardPartitions).filter { !progress.owned.contains($0) }
        let (claimed, copies) = try await PartitionOwnership.claim(missing, on: session)
        progress.owned.formUnion(claimed)
        if !claimed.isEmpty {
            // Another instance may have delivered to them since this one started.
            let stored = try await LogEpochs.known(on: session)
            if stored.epoch == progress.known.epoch {
                progress.known.highest.merge(stored.highest, uniquingKeysWith: max)
            }
        }
        metrics.ownedPartitions(progress.owned.count)
        noteCopies(copies)
        let interval = copies > 1 ? settings.pollInterval : settings.alonePollInterval
        if !claimed.isEmpty || interval < progress.pollInterval { progress.nextPoll = .now }
        progress.pollInterval = interval
    }

    private func noteCopies(_ count: Int) {
        database.hasOtherCopies.store(count > 1, ordering: .relaxed)
        database.copies.store(count, ordering: .relaxed)
    }

    /// The result of one round.
    private enum Round {
        /// Delivered; to be marked.
        case delivered([OutboxRows.Sent])
        /// Delivered to a replaced log: a new epoch has begun, and everything is sent again.
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
        let spans = database.tracer.map { tracer in
            admitted.map { tracer.begin("publish \($0.topic)", .producer, after: $0.traceparent) }
        }
        let results = await producer.send(admitted.map { $0.record(in: epoch) })
        for (span, result) in zip(spans ?? [], results) { span?.end(hasFailed: (try? result.get()) == nil) }
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
        if rules.checksDeliveryReports, LogEpochs.contradicts(delivered, highest: progress.known.highest) {
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

/// Decides which instance of a service sends which partitions, with session advisory locks.
private enum PartitionOwnership {
    /// The lock that every relay shares, so that relays can be counted.
    private static let relays: SQL = "hashtext(current_schema() || '.relays')"

    /// Registers this relay for counting.
    static func begin(on session: DedicatedSession) async throws {
        _ = try await session.query("SELECT pg_advisory_lock_shared(\(part: relays), 0)::text")
    }

    /// Takes ownership of partitions that no other instance owns.
    ///
    /// - Returns: The taken partitions, and the number of relays including this one.
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
    /// The duration in seconds, as a floating-point number.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
