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
/// are gone at once. A row is marked after the broker has it (`acks=all`), in the round trip that looks for the next ones; a
/// crash between the two sends it again, which every consumer knows as done.
package struct OutboxRelay: Service {
    /// Settings of a relay.
    package struct Settings: Sendable {
        /// Most rows in flight.
        package var batch = 500
        /// How often it looks for rows nobody rang for.
        package var pollInterval = Duration.milliseconds(50)
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
            database.relayBell.ring()
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
                await database.relayBell.wait(atMost: .seconds(1))
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
        let session = try await DedicatedSession.open(connection)
        defer { session.close() }
        // A mark lost in a crash of the database only means sending again.
        try await session.execute("SET synchronous_commit = off")
        try await Self.planOnce(session)
        let epochs = LogEpochs(
            database: database, connection: connection, producer: producer, patience: settings.brokerPatience,
            logger: logger)
        guard rules.detectsLostLogs else { return try await send(on: session, epochs, until: life) }
        try await epochs.check()
        // Cancelled when the sending ends.
        async let _ = epochs.watch(every: settings.checkInterval)
        try await send(on: session, epochs, until: life)
    }

    /// Has each statement planned once, for whatever the outbox will grow to: it is small when the session begins, and a
    /// plan that reads all of it would be kept.
    private static func planOnce(_ session: DedicatedSession) async throws {
        _ = try await session.pipeline([
            "SET plan_cache_mode = force_generic_plan", "SET enable_seqscan = off", "SET enable_hashjoin = off",
            "SET enable_mergejoin = off",
        ])
    }

    /// Sends what is due again and again.
    private func send(on session: DedicatedSession, _ epochs: LogEpochs, until life: Life) async throws {
        var pacer = PartitionPacer(capBytes: rules.keepsWithinCap ? settings.capBytes : 0, admin: admin)
        var owned: Set<Int32> = []
        var known = try await epochs.known(on: session)
        var nextCheck = ContinuousClock.now
        // What the last round has sent; marked when the next one looks for more.
        var sent: [OutboxRows.Sent] = []
        while !Task.isCancelled {
            if .now >= nextCheck {
                try await claim(into: &owned, on: session)
                nextCheck = .now + settings.checkInterval
            }
            let search = OutboxRows.Search(partitions: owned.sorted(), limit: settings.batch)
            let due = try await OutboxRows.due(search, marking: sent, on: session)
            metrics.sent(sent.count)
            sent = []
            let round = try await send(due, known: &known, pacer: &pacer, epochs: epochs, on: session)
            if case .delivered(let rows) = round { sent = rows }
            if round.count > 0 { life.answered.add(1, ordering: .relaxed) }
            if life.isStopping.load(ordering: .acquiring) {
                if round.count == 0 { return }
            } else if round.count < settings.batch {
                // Whatever was committed since has rung.
                await database.relayBell.wait(atMost: settings.pollInterval)
            }
        }
    }

    /// Takes the partitions that no other copy holds.
    private func claim(into owned: inout Set<Int32>, on session: DedicatedSession) async throws {
        for partition in 0..<Topic.standardPartitions where !owned.contains(partition) {
            let rows = try await session.query(
                """
                SELECT pg_try_advisory_lock(hashtext(current_schema() || '.outbox'), \(partition))
                """)
            if let row = rows.first, try row.decode(Bool.self) { owned.insert(partition) }
        }
        metrics.ownedPartitions(owned.count)
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
        _ due: [OutboxRows.Due], known: inout LogEpochs.Known, pacer: inout PartitionPacer, epochs: LogEpochs,
        on session: DedicatedSession
    ) async throws -> Round {
        guard let epoch = due.first?.epoch else { return .delivered([]) }
        if epoch != known.epoch {
            known = try await epochs.known(on: session)
            pacer.reset()
        }
        let admitted = await pacer.admit(due)
        guard !admitted.isEmpty else { return .delivered([]) }
        let results = await producer.send(admitted.map(\.record))
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
        if rules.checksDeliveryReports, epochs.contradicts(delivered, known: known) {
            try await epochs.start(after: epoch, clusterID: known.clusterID, reason: "delivery report")
            return .elsewhere(delivered.count)
        }
        for (row, offset) in delivered {
            pacer.delivered(row, offset: offset)
            known.highest[row.topicPartition] = max(offset, known.highest[row.topicPartition] ?? -1)
        }
        return .delivered(delivered)
    }
}

extension Duration {
    /// As a floating-point number of seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
