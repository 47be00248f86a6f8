import EventContracts
import Foundation
import Kafka
import Logging
import Postgres

/// Replays and discards dead letters on request, inside the consumer.
///
/// It holds the partition's row lock, so that normal processing and replay exclude each other, and uses one transaction
/// per event, so that it continues after a crash.
struct DeadLetterProcessor: Sendable {
    let work: BatchTransaction
    let metrics: MessagingMetrics
    let logger: Logger
    /// Number of replays of one dead letter after which `force` is required; prevents endless loops.
    static let replayLimit = 5

    /// The result of a step.
    private enum Step: Sendable {
        case took
        case nothingLeft
        case refused(String)
        case dryRun(String)
        /// Another instance of the service executed the request.
        case elsewhere
    }

    /// Thrown to roll back a dry run.
    private struct DryRunDone: Error {}

    /// Executes the oldest open request.
    ///
    /// - Returns: Whether there was one.
    func workOff() async throws -> Bool {
        guard let command = try await DeadLetterRequest.next(on: work.database.pool) else { return false }
        var count = 0
        while true {
            let step: Step
            do {
                step = try await take(command)
            } catch {
                if case .transient = FailureKind(error) { throw error }
                try await command.finish("stopped after \(count): \(Self.reason(error))", on: work.database.pool)
                return true
            }
            switch step {
            case .took:
                count += 1
            case .nothingLeft:
                try await command.finish("\(command.action.rawValue): \(count) event(s)", on: work.database.pool)
                return true
            case .refused(let reason), .dryRun(let reason):
                try await command.finish(reason, on: work.database.pool)
                return true
            case .elsewhere:
                return true
            }
        }
    }

    /// Processes the oldest event of the request's resource.
    private func take(_ command: DeadLetterRequest) async throws -> Step {
        do {
            return try await work.database.write(.request(correlationID: UUID())) { transaction in
                guard let hasBegun = try await command.lock(in: transaction) else { return .elsewhere }
                let isFirst = !hasBegun
                guard
                    let head = try await DeadLetterRows.head(
                        topic: command.topic, resource: command.resource, in: transaction)
                else { return .nothingLeft }
                if isFirst, let refusal = refusal(of: command, head: head) { return .refused(refusal) }
                let place = head.record.record.topicPartition
                _ = try await InboxRows.lock([InboxRows.Wanted(place: place)], in: transaction)
                if !(isFirst && command.action == .discard) {
                    try await replay(head.record, in: transaction)
                }
                if command.isDryRun { throw DryRunDone() }
                try await DeadLetterRows.delete(head.id, in: transaction)
                try await command.recordStep(in: transaction)
                return .took
            }
        } catch is DryRunDone {
            return .dryRun(
                command.action == .replay ? "dry run: it would be processed" : "dry run: it would be discarded")
        } catch {
            if case .transient = FailureKind(error) { throw error }
            guard !command.isDryRun else { return .dryRun("dry run: it would fail again: \(Self.reason(error))") }
            try await work.database.write(.request(correlationID: UUID())) { transaction in
                guard
                    let head = try await DeadLetterRows.head(
                        topic: command.topic, resource: command.resource, in: transaction)
                else { return }
                try await DeadLetterRows.markDead(head.id, reason: Self.reason(error), in: transaction)
            }
            throw error
        }
    }

    private func refusal(of command: DeadLetterRequest, head: DeadLetterRows.Stored) -> String? {
        if head.id != command.deadLetterID { return "refused: dead letter \(head.id) stands before it" }
        if head.replays >= Self.replayLimit, !command.force, command.action == .replay {
            return "refused: replayed \(head.replays) times already (loop guard); use --force"
        }
        return nil
    }

    private func replay(_ record: IncomingRecord, in transaction: borrowing Transaction) async throws {
        guard let attributes = record.attributes else {
            throw PermanentFailure("not readable as an event")
        }
        guard let subscription = work.subscriptions[attributes.type] else {
            throw PermanentFailure("no handler for \(attributes.type)")
        }
        try transaction.withBuffer { $0.cause = .event(attributes, consumer: work.consumer) }
        do {
            let body = try subscription.decode(record.record.value ?? [])
            try await subscription.handle(attributes, body, record.record.value, transaction)
            try transaction.writeGathered()
        } catch let rejection as Rejection {
            try await work.operations.reject(attributes, rejection.problem, in: transaction)
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch FailureKind(error) {
        case .permanent(let reason), .unknown(let reason): reason
        case .erased: "the account was erased"
        case .rejected(let problem): problem.title
        case .transient: "a passing error"
        }
    }
}
