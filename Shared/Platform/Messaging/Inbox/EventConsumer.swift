import EventContracts
import Foundation
import Kafka
import Logging
import Postgres
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// The single consumer of a service, for all of its topics.
package final class EventConsumer: Service {
    /// Settings of a consumer.
    package struct Settings: Sendable {
        package var kafka: KafkaConfiguration
        /// The consumer group, named like the service.
        package var group: String
        package var limits = ConsumerLimits()
        package var gathering = Gathering.prompt
        /// Interval for detecting reconnects and replaced logs.
        package var reconnectInterval = Duration.seconds(1)
        /// Intervals of querying the broker's topics: until the consumer has its part of all of them, and afterwards.
        package var topicIntervals = (Duration.milliseconds(300), Duration.seconds(30))
        /// How often the positions are compared with the ends of the logs.
        package var stallInterval = Duration.seconds(30)

        package init(kafka: KafkaConfiguration, group: String) {
            self.kafka = kafka
            self.group = group
        }
    }

    private let settings: Settings
    private let work: BatchTransaction
    private let rules: any DeliveryRules
    private let metrics: MessagingMetrics
    private let watchdog: Watchdog
    private let admin: KafkaAdmin
    private let logger: Logger
    private let topics: [String]
    private let coverage: Mutex<SubscriptionCoverage>
    private let states = Mutex<[TopicPartition: PartitionState]>([:])
    private let running = Mutex<KafkaConsumer?>(nil)
    private let isStopping = Atomic(false)

    init(
        settings: Settings, work: BatchTransaction, metrics: MessagingMetrics, watchdog: Watchdog, admin: KafkaAdmin,
        logger: Logger
    ) {
        self.settings = settings
        self.admin = admin
        topics = Set(work.subscriptions.values.map(\.topic.name)).sorted()
        coverage = Mutex(SubscriptionCoverage(topics: topics))
        self.work = work
        self.rules = work.rules
        self.metrics = metrics
        self.watchdog = watchdog
        self.logger = logger
    }

    /// Number of records behind the end of the log, for each assigned partition; nil before the first assignment.
    package var lag: [TopicPartition: Int64]? { running.withLock { $0 }?.lag }

    /// Why the consumer lacks its part of a subscribed topic, for the readiness check; nil if it has all parts.
    package var problem: String? {
        guard let consumer = running.withLock({ $0 }) else { return "not started yet" }
        let copies = work.database.copies.load(ordering: .relaxed)
        return coverage.withLock { $0.problem(assignment: consumer.assignment, copies: copies) }
    }

    /// - Throws: `ConsumerFailure` if the group refuses this member permanently.
    package func run() async throws {
        var kafka = settings.kafka
        // Events at the end of a partition are not needed.
        kafka.overrides.merge(["enable.partition.eof": "false"]) { given, _ in given }
        let consumer = try KafkaConsumer(
            kafka, group: settings.group, topics: topics, limits: settings.limits,
            startingOffsets: { [self] in await startingOffsets(of: $0) }, logger: logger)
        running.withLock { $0 = consumer }
        let heartbeat = watchdog.heartbeat("consumer", every: .seconds(30))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in await watchLogs(consumer, heartbeat) }
            group.addTask { [self] in await watchTopics(consumer) }
            group.addTask { [self] in await watchStalls(consumer) }
            await withTaskCancellationOrGracefulShutdownHandler {
                await consume(consumer)
            } onCancelOrGracefulShutdown: {
                self.isStopping.store(true, ordering: .releasing)
                consumer.finish()
            }
            group.cancelAll()
        }
        heartbeat.stop()
        await consumer.stop()
        running.withLock { $0 = nil }
        if let failure = consumer.failure { throw await ConsumerFailure(failure, settings: kafka, admin: admin) }
    }

    /// Processes batches in transactions; returns after the running batches are finished.
    private func consume(_ consumer: KafkaConsumer) async {
        let shared = SharedLane(work: work, gathering: settings.gathering, metrics: metrics) { [self] job, outcome in
            end(job, outcome, consumer)
        }
        await withDiscardingTaskGroup { group in
            while let event = await consumer.next() {
                switch event {
                case .assigned(let partitions):
                    coverage.withLock { $0.assign() }
                    logger.info("partitions assigned", metadata: ["kafka.partitions": "\(partitions.count)"])
                case .revoked(let partitions):
                    coverage.withLock { $0.revoke() }
                    // The partitions' states stay, since this event may arrive after the next assignment has created
                    // new ones. Lanes ask the consumer whether the partition is still assigned.
                    logger.info("partitions revoked", metadata: ["kafka.partitions": "\(partitions.count)"])
                case .endOfPartition:
                    continue
                case .records(let batch):
                    let place = batch.partition
                    guard let state = states.withLock({ $0[place] }) else {
                        consumer.release(place)
                        continue
                    }
                    state.setBusy(true)
                    shared.put(.init(batch: batch, lane: lane(of: place, state, consumer)), in: &group)
                }
            }
        }
    }

    private func lane(of place: TopicPartition, _ state: PartitionState, _ consumer: KafkaConsumer) -> PartitionLane {
        PartitionLane(
            work: work, state: state, place: place, rules: rules, metrics: metrics, logger: logger,
            isHeld: { [self] in
                !isStopping.load(ordering: .acquiring) && states.withLock { $0[place] === state }
                    && consumer.isAssigned(place)
            })
    }

    private func end(_ job: SharedLane.Job, _ outcome: PartitionLane.Outcome, _ consumer: KafkaConsumer) {
        let place = job.batch.partition
        switch outcome {
        case .committed(let next):
            work.database.observer?(.applied)
            consumer.commit([place: next])
        case .seek(let offset):
            consumer.seek(place, to: offset)
        case .dropped:
            break
        }
        job.lane.state.setBusy(false)
        consumer.release(place)
    }

    /// Reads offsets from the service's own rows, one record early; waits for the database as long as needed.
    private func startingOffsets(of partitions: [TopicPartition]) async -> [TopicPartition: Int64] {
        while !isStopping.load(ordering: .acquiring) {
            do {
                let positions =
                    rules.resumesFromOwnOffsets
                    ? try await InboxRows.positions(of: partitions, on: work.database.pool) : [:]
                var offsets: [TopicPartition: Int64] = [:]
                states.withLock { states in
                    for place in partitions {
                        let position = positions[place] ?? (0, 0)
                        let state = PartitionState(
                            epoch: position.epoch, next: position.next, readsBack: rules.readsOneRecordBack)
                        states[place] = state
                        offsets[place] = state.fetchOffset
                    }
                }
                return offsets
            } catch {
                logger.warning("offsets could not be read yet", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
        return [:]
    }

    /// Time for the library to notice topics that were left out, before the consumer joins the group again.
    private static let rejoinDelay = Duration.seconds(10)

    /// Queries the broker's topics, so that the group distributes new ones at once; the library alone would take half a
    /// minute.
    private func watchTopics(_ consumer: KafkaConsumer) async {
        var reported: String?
        var lacking: ContinuousClock.Instant?
        while !Task.isCancelled {
            if let counts = try? await consumer.partitionCounts(timeout: .seconds(1)) {
                coverage.withLock { $0.note(counts) }
            }
            let problem = problem
            if let problem, problem != reported, !coverage.withLock({ $0.missing.isEmpty }) {
                logger.notice("the consumer is not ready", metadata: ["reason": "\(problem)"])
            }
            reported = problem
            // The group's leader left all topics out, as its coordinator did not know them yet.
            let isLacking =
                problem != nil && consumer.assignment.isEmpty
                && coverage.withLock { $0.isAssigned && $0.missing.isEmpty }
            let now = ContinuousClock.now
            lacking = isLacking ? lacking ?? now : nil
            if let since = lacking, now - since >= Self.rejoinDelay {
                lacking = nil
                logger.warning("joining the group again", metadata: ["reason": "\(problem ?? "")"])
                try? await consumer.joinAgain()
            }
            try? await Task.sleep(for: problem == nil ? settings.topicIntervals.1 : settings.topicIntervals.0)
        }
    }

    /// Fetches partitions again whose records do not come although their logs have them.
    ///
    /// The library retries by itself after an error of a broker; this is for a fetch that it has lost.
    private func watchStalls(_ consumer: KafkaConsumer) async {
        var stalls = StalledPartitions()
        while !Task.isCancelled {
            try? await Task.sleep(for: settings.stallInterval)
            let awaited = consumer.awaited
            guard !Task.isCancelled,
                let ends = try? await consumer.logEnds(of: Array(awaited.keys), timeout: .seconds(2)),
                let starts = try? await consumer.logStarts(
                    of: awaited.filter { place, position in ends[place, default: 0] > position }.map(\.key),
                    timeout: .seconds(2))
            else { continue }
            // Partitions that received records in the meantime are excluded: a seek would process those records again.
            let stalled = stalls.note(awaited: awaited, starts: starts, ends: ends), now = consumer.awaited
            for place in stalled where now[place] == awaited[place] {
                guard let state = states.withLock({ $0[place] }) else { continue }
                if let start = starts[place], start == ends[place] {
                    await skipDeleted(place, state, upTo: start, consumer)
                    continue
                }
                metrics.stalled()
                logger.warning("no records come although the log has some: fetching again", metadata: place.metadata)
                consumer.seek(place, to: state.readBack() ?? state.fetchOffset)
            }
        }
    }

    /// Requests the records that retention deleted before they were read, if it has left none after them: no batch will
    /// show the gap until the next event of the partition.
    private func skipDeleted(
        _ place: TopicPartition, _ state: PartitionState, upTo start: Int64, _ consumer: KafkaConsumer
    ) async {
        var position = state.current
        let next = position.next
        guard case .take(_, let missing) = rules.read([(offset: start, epoch: position.epoch)], at: &position) else {
            return
        }
        if !missing.isEmpty {
            let began = ContinuousClock.now
            do {
                let tally = try await work.apply([
                    BatchTransaction.Part(
                        place: place, records: [], missing: missing, position: (position.epoch, start))
                ])
                metrics.took(ContinuousClock.now - began, tally: tally)
            } catch {
                logger.warning("gap not recorded", metadata: place.metadata.merging(["error": "\(error)"]) { $1 })
                return
            }
            logger.warning("retention deleted records before they were read", metadata: place.metadata)
        }
        guard state.skip(from: next, to: start) else { return }
        consumer.commit([place: start])
        consumer.seek(place, to: start)
    }

    /// Checks whether the log is still the one that was read: after a reconnect the broker may have another log, of any
    /// length.
    private func watchLogs(_ consumer: KafkaConsumer, _ heartbeat: Heartbeat) async {
        var generation = consumer.connectionGeneration
        var toReadBack: Set<TopicPartition> = [], measured: [TopicPartition: PartitionState] = [:]
        while !Task.isCancelled {
            try? await Task.sleep(for: settings.reconnectInterval)
            if ContinuousClock.now - consumer.lastPoll < .seconds(10) { heartbeat.beat() }
            guard rules.readsOneRecordBack else { continue }
            let now = consumer.connectionGeneration, states = states.withLock { $0 }
            if now != generation {
                generation = now
                toReadBack = Set(states.keys)
                measured = [:]
            }
            readBack(&toReadBack, of: states, consumer)
            await restartShortLogs(among: states, consumer, &measured)
        }
    }

    /// Fetches the last processed record of partitions again; its epoch identifies the log.
    ///
    /// A partition whose batch is being processed is checked the next time.
    private func readBack(
        _ places: inout Set<TopicPartition>, of states: [TopicPartition: PartitionState], _ consumer: KafkaConsumer
    ) {
        for place in places {
            guard let state = states[place], state.current.next > 0 else {
                places.remove(place)
                continue
            }
            guard let offset = state.readBack() else { continue }
            places.remove(place)
            consumer.seek(place, to: offset)
        }
    }

    /// Reads a log from its start if it ends before the position.
    ///
    /// Each log's end is queried once after the assignment and after each reconnect. The broker refuses a position
    /// beyond the end of a new log, and the library then reads from the start. But if the new log ends exactly at the
    /// record before the position, the broker waits for further records instead.
    ///
    /// - Parameters:
    ///   - states: The states of the assigned partitions.
    ///   - consumer: The consumer.
    ///   - measured: The states whose logs were measured; updated.
    private func restartShortLogs(
        among states: [TopicPartition: PartitionState], _ consumer: KafkaConsumer,
        _ measured: inout [TopicPartition: PartitionState]
    ) async {
        let positions = states.filter { place, state in measured[place] !== state }.mapValues(\.current.next)
        guard !positions.isEmpty,
            let ends = try? await consumer.logEnds(of: Array(positions.keys), timeout: .seconds(2))
        else { return }
        for (place, next) in positions {
            guard let state = states[place], let end = ends[place],
                let isShort = state.restart(ifLogEndsAt: end, before: next)
            else { continue }
            measured[place] = state
            guard isShort else { continue }
            metrics.restarted()
            logger.warning("the log ends before the position: reading from its start", metadata: place.metadata)
            consumer.seek(place, to: 0)
        }
    }
}
