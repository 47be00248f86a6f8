import EventContracts
import Foundation
import Kafka
import Logging
import ServiceRuntime

/// Takes in the batches of one partition, however often a passing error makes it try again.
struct PartitionLane: Sendable {
    let work: BatchWork
    let state: PartitionState
    let place: TopicPartition
    let rules: MessagingRules
    let metrics: MessagingMetrics
    let logger: Logger
    /// Whether the partition is still ours and the service runs on.
    let isHeld: @Sendable () -> Bool

    /// First and longest wait before another try.
    static let backOff = (first: Duration.milliseconds(100), longest: Duration.seconds(10))
    /// Tries of an event whose error says neither that it passes nor that it stays.
    static let tries = 3

    /// What the consumer has to do after a batch.
    enum Outcome: Equatable {
        case committed(next: Int64)
        /// Another log begins: fetch from this offset.
        case seek(Int64)
        /// No longer ours, or stopping.
        case dropped
    }

    /// What a batch comes to before anything of it is applied.
    enum Reading {
        case part(BatchWork.Part)
        case done(Outcome)
    }

    /// Reads the offsets and epochs of a batch.
    func read(_ records: [KafkaRecord]) -> Reading {
        let incoming = records.map(IncomingRecord.init)
        switch state.read(incoming.map { ($0.record.offset, $0.epoch) }, rules: rules) {
        case .restart(let offset):
            metrics.restarted()
            logger.warning("another log: reading from its start", metadata: place.metadata)
            return .done(.seek(offset))
        case .take(let start, let missing):
            let batch = Array(incoming[start...])
            guard let last = batch.last else { return .done(.committed(next: state.current.next)) }
            return .part(
                BatchWork.Part(
                    place: place, records: batch, missing: missing,
                    position: (state.current.epoch, last.record.offset + 1)))
        }
    }

    /// A part was committed, by whomever.
    func committed(_ part: BatchWork.Part) -> Outcome {
        state.advance(to: part.position.next)
        return .committed(next: part.position.next)
    }

    /// Takes a part in by itself: in one transaction, one by one when that fails for a reason of one event.
    func take(_ part: BatchWork.Part) async -> Outcome {
        await takeWhole(part) ? committed(part) : .dropped
    }

    private func takeWhole(_ part: BatchWork.Part) async -> Bool {
        var wait = Self.backOff.first
        while isHeld() {
            do {
                let started = ContinuousClock.now
                let tally = try await work.apply([part])
                metrics.took(ContinuousClock.now - started, tally: tally)
                return true
            } catch {
                if case .transient = FailureKind(error) {
                    await pause(&wait, after: error)
                    continue
                }
                var missing = part.missing
                for record in part.records {
                    let next = (part.position.epoch, record.record.offset + 1)
                    guard await takeOne(record, missing: missing, position: next) else { return false }
                    missing = []
                }
                return true
            }
        }
        return false
    }

    private func takeOne(
        _ record: IncomingRecord, missing: [Range<Int64>], position: (epoch: Int64, next: Int64)
    ) async -> Bool {
        var wait = Self.backOff.first
        var verdict: BatchWork.Verdict?
        var attempts = 0
        while isHeld() {
            do {
                let started = ContinuousClock.now
                let part = BatchWork.Part(place: place, records: [record], missing: missing, position: position)
                let tally = try await work.apply([part], verdict: verdict)
                metrics.took(ContinuousClock.now - started, tally: tally)
                return true
            } catch {
                attempts += 1
                switch FailureKind(error) {
                case .transient:
                    await pause(&wait, after: error)
                case .permanent where !rules.contains(.setAside), .unknown where !rules.contains(.setAside):
                    await pause(&wait, after: error)
                case .rejected(let problem):
                    verdict = .reject(problem)
                case .erased where rules.contains(.erased):
                    verdict = .skipErased
                case .erased:
                    verdict = setAside(record, reason: "the account was erased", attempts: attempts)
                case .permanent(let reason):
                    verdict = setAside(record, reason: reason, attempts: attempts)
                case .unknown(let reason):
                    if attempts < Self.tries, verdict == nil {
                        await pause(&wait, after: error)
                    } else {
                        verdict = setAside(record, reason: reason, attempts: attempts)
                    }
                }
            }
        }
        return false
    }

    private func setAside(_ record: IncomingRecord, reason: String, attempts: Int) -> BatchWork.Verdict {
        var metadata = place.metadata
        metadata["kafka.offset"] = "\(record.record.offset)"
        metadata["event.type"] = "\(record.attributes?.type.name ?? "?")"
        metadata["reason"] = "\(reason)"
        if let id = record.attributes?.correlationID { metadata["correlation_id"] = "\(id.uuidString.lowercased())" }
        logger.error("event set aside", metadata: metadata)
        return .setAside(reason: reason, attempts: attempts)
    }

    /// Jittered; the consumer goes on polling, and fetching of a full partition is paused there.
    private func pause(_ wait: inout Duration, after error: any Error) async {
        metrics.retried()
        logger.warning("batch will be tried again", metadata: place.metadata.merging(["error": "\(error)"]) { $1 })
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
