import EventContracts
import Foundation
import Hexadecimal
import Kafka
import Logging
import ServiceRuntime

/// Processes the batches of one partition, retrying temporary errors as long as needed.
struct PartitionLane: Sendable {
    let work: BatchTransaction
    let state: PartitionState
    let place: TopicPartition
    let rules: any DeliveryRules
    let metrics: MessagingMetrics
    let logger: Logger
    /// Whether the partition is still assigned and the service still runs.
    let isHeld: @Sendable () -> Bool

    /// First and longest back-off between attempts.
    static let backOff = (first: Duration.milliseconds(100), longest: Duration.seconds(10))
    /// Attempts for an event whose error is neither known to be temporary nor to be permanent.
    static let tries = 3

    /// What the consumer must do after a batch.
    enum Outcome: Equatable {
        case committed(next: Int64)
        /// A different log begins: fetch from this offset.
        case seek(Int64)
        /// The partition is no longer assigned, or the service is stopping.
        case dropped
    }

    /// The interpretation of a batch before it is applied.
    enum Reading {
        case part(BatchTransaction.Part)
        case done(Outcome)
    }

    /// Reads the offsets and epochs of a batch.
    func read(_ records: [KafkaRecord]) -> Reading {
        let incoming = records.map(IncomingRecord.init)
        switch state.read(incoming.map { ($0.record.offset, $0.epoch) }, rules: rules) {
        case .restart(let offset):
            metrics.restarted()
            logger.warning("the log was replaced: reading from its start", metadata: place.metadata)
            return .done(.seek(offset))
        case .take(let start, let missing):
            let batch = Array(incoming[start...])
            guard let last = batch.last else { return .done(.committed(next: state.current.next)) }
            return .part(
                BatchTransaction.Part(
                    place: place, records: batch, missing: missing,
                    position: (state.current.epoch, last.record.offset + 1)))
        }
    }

    /// Reports that a part was committed, by this lane or another.
    func committed(_ part: BatchTransaction.Part) -> Outcome {
        state.advance(to: part.position.next)
        return .committed(next: part.position.next)
    }

    /// Processes a part alone: in one transaction, and account by account if that fails because of one event.
    func take(_ part: BatchTransaction.Part) async -> Outcome {
        await takeWhole(part) ? committed(part) : .dropped
    }

    private func takeWhole(_ part: BatchTransaction.Part) async -> Bool {
        var wait = Self.backOff.first
        while isHeld() {
            do {
                try await apply(part)
                return true
            } catch {
                if case .transient = FailureKind(error) {
                    await pause(&wait, after: error)
                    continue
                }
                return await takeApart(part)
            }
        }
        return false
    }

    /// Processes a part account by account, so that an account whose event fails does not block the others.
    ///
    /// Accounts that must be retried wait together, after all others are done. The partition's position is updated
    /// last: records repeated after a crash are recognized by their numbers.
    private func takeApart(_ part: BatchTransaction.Part) async -> Bool {
        guard let first = part.records.first else { return false }
        let start = BatchTransaction.Part(
            place: place, records: [], missing: part.missing, position: (part.position.epoch, first.record.offset))
        if !part.missing.isEmpty, await !commit(start) { return false }
        var wait = Self.backOff.first
        var waiting = Self.byKey(part.records)
        var round = 0
        while !waiting.isEmpty {
            round += 1
            var left: [[IncomingRecord]] = []
            for records in waiting {
                guard let rest = await take(records, from: start, round: round) else { return false }
                if !rest.isEmpty { left.append(rest) }
            }
            waiting = left
            if !waiting.isEmpty { await pause(&wait, after: nil) }
        }
        return await commit(BatchTransaction.Part(place: place, records: [], missing: [], position: part.position))
    }

    /// The records of each key in order; keys in the order of their first record.
    private static func byKey(_ records: [IncomingRecord]) -> [[IncomingRecord]] {
        var places: [String: Int] = [:], groups: [[IncomingRecord]] = []
        for record in records {
            if let place = places[record.key] {
                groups[place].append(record)
            } else {
                places[record.key] = groups.count
                groups.append([record])
            }
        }
        return groups
    }

    /// Commits a part without records, retrying temporary errors as long as needed.
    private func commit(_ part: BatchTransaction.Part) async -> Bool {
        var wait = Self.backOff.first
        while isHeld() {
            do {
                try await apply(part)
                return true
            } catch {
                await pause(&wait, after: error)
            }
        }
        return false
    }

    /// Processes the records of one key, in order.
    ///
    /// - Returns: Records that wait for the next round; nil if the partition is no longer assigned.
    private func take(
        _ records: [IncomingRecord], from start: BatchTransaction.Part, round: Int
    ) async -> [IncomingRecord]? {
        for (index, record) in records.enumerated() {
            let part = BatchTransaction.Part(place: place, records: [record], missing: [], position: start.position)
            switch await takeOne(part, record, round: round) {
            case .done: continue
            case .again: return Array(records[index...])
            case .dropped: return nil
            }
        }
        return []
    }

    /// The result of processing one record.
    private enum Taken {
        case done
        /// The failure may be temporary.
        case again
        case dropped
    }

    private func takeOne(_ part: BatchTransaction.Part, _ record: IncomingRecord, round: Int) async -> Taken {
        var wait = Self.backOff.first
        var verdict: BatchTransaction.Verdict?
        while isHeld() {
            do {
                try await apply(part, verdict: verdict)
                return .done
            } catch {
                switch FailureKind(error) {
                case .transient:
                    await pause(&wait, after: error)
                case .permanent where !rules.setsAside, .unknown where !rules.setsAside:
                    await pause(&wait, after: error)
                // Recording a dead letter can fail only for internal reasons.
                case _ where isSetAside(verdict):
                    await pause(&wait, after: error)
                case .rejected(let problem) where verdict == nil:
                    verdict = .reject(problem)
                case .erased where rules.skipsErased && verdict == nil:
                    verdict = .skipErased
                case .rejected:
                    verdict = setAside(record, reason: "noting its rejection was rejected", attempts: round)
                case .erased:
                    verdict = setAside(record, reason: "the account was erased", attempts: round)
                case .permanent(let reason):
                    verdict = setAside(record, reason: reason, attempts: round)
                case .unknown(let reason):
                    // Events of accounts with a recent dead letter are not retried.
                    if round < Self.tries, verdict == nil, !state.isFailing(record.key) {
                        logRetry(error)
                        return .again
                    }
                    state.noteFailing(record.key)
                    verdict = setAside(record, reason: reason, attempts: round)
                }
            }
        }
        return .dropped
    }

    private func isSetAside(_ verdict: BatchTransaction.Verdict?) -> Bool {
        if case .setAside? = verdict { true } else { false }
    }

    private func apply(_ part: BatchTransaction.Part, verdict: BatchTransaction.Verdict? = nil) async throws {
        let started = ContinuousClock.now
        let tally = try await work.apply([part], verdict: verdict)
        metrics.took(ContinuousClock.now - started, tally: tally)
    }

    private func setAside(_ record: IncomingRecord, reason: String, attempts: Int) -> BatchTransaction.Verdict {
        var metadata = place.metadata
        metadata["kafka.offset"] = "\(record.record.offset)"
        metadata["event.type"] = "\(record.attributes?.type.name ?? "?")"
        metadata["reason"] = "\(reason)"
        if let id = record.attributes?.correlationID { metadata["correlation_id"] = "\(id.text)" }
        logger.error("event moved to the dead letters", metadata: metadata)
        return .setAside(reason: reason, attempts: attempts)
    }

    private func logRetry(_ error: any Error) {
        logger.warning("batch will be retried", metadata: place.metadata.merging(["error": "\(error)"]) { $1 })
    }

    /// Waits with jitter; the consumer keeps polling and pauses fetching of a full partition.
    ///
    /// - Parameters:
    ///   - wait: Maximum duration; doubled for the next pause.
    ///   - error: Logged; nil if it was logged before.
    private func pause(_ wait: inout Duration, after error: (any Error)?) async {
        metrics.retried()
        if let error { logRetry(error) }
        let jittered = wait * Double.random(in: 0.5...1)
        wait = min(wait * 2, Self.backOff.longest)
        let end = ContinuousClock.now + jittered
        while isHeld(), .now < end {
            try? await Task.sleep(for: min(.milliseconds(100), end - .now))
            if Task.isCancelled { return }
        }
    }
}

extension TopicPartition {
    /// For log lines.
    var metadata: Logger.Metadata { ["kafka.topic": "\(topic)", "kafka.partition": "\(partition)"] }
}
