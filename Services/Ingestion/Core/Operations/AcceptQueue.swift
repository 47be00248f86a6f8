import EventContracts
import Foundation
import Messaging
import Postgres
import Synchronization

/// Accepts commands of many requests in one transaction: while one is committed, others gather.
///
/// A command alone is accepted at once. What such a command may need of the database is read for all of them in one statement.
package final class AcceptQueue: Sendable {
    /// A command that waits to be accepted.
    struct Command: Sendable {
        let claim: IdempotencyClaim?
        let operation: OperationRecord
        /// The operation id of its route.
        let kind: String
        let cause: EventCause
        /// The resource whose newest version it has to know.
        let known: ResourceReference
        /// Appends its event; told that version, 0 when there is none.
        let append: @Sendable (Int64, borrowing Transaction) throws -> Void
    }

    /// What became of a command.
    enum Outcome: Sendable {
        case accepted(OperationRecord)
        /// Its key was taken, or the transaction it was in has failed without effect: to be tried by itself.
        case notTogether
    }

    private struct Waiting: Sendable {
        let command: Command
        let continuation: CheckedContinuation<Result<Outcome, any Error>, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        var transactions = 0
    }

    /// Most commands of one transaction.
    private static let most = 64
    /// Most transactions at a time; more than one only while so many commands wait beside the first.
    private static let transactions = (most: 2, worthAnother: 16)

    private let state = Mutex(State())
    private let database: MessagingDatabase

    package init(database: MessagingDatabase) {
        self.database = database
    }

    /// Accepts a command, with whatever others wait.
    ///
    /// - Throws: A `PostgresError` when it is not known whether it was accepted.
    func accept(_ command: Command) async throws -> Outcome {
        try await withCheckedContinuation { continuation in
            let begins = state.withLock { state in
                state.waiting.append(Waiting(command: command, continuation: continuation))
                guard
                    state.transactions == 0
                        || state.transactions < Self.transactions.most
                            && state.waiting.count >= Self.transactions.worthAnother
                else { return false }
                state.transactions += 1
                return true
            }
            // Ends with what waits: the callers, which are bounded, are its clients.
            if begins { Task { await workOff() } }
        }.get()
    }

    private func workOff() async {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(Self.most))
                state.waiting.removeFirst(batch.count)
                if batch.isEmpty { state.transactions -= 1 }
                return batch
            }
            if batch.isEmpty { return }
            let results = await take(batch.map(\.command))
            for (waiting, result) in zip(batch, results) { waiting.continuation.resume(returning: result) }
        }
    }

    private func take(_ commands: [Command]) async -> [Result<Outcome, any Error>] {
        do {
            let accepted = try await accept(commands)
            return commands.map {
                .success(accepted.contains($0.operation.id) ? .accepted($0.operation) : .notTogether)
            }
        } catch let error as PostgresError where error.code == .commitUnknown {
            return commands.map { _ in .failure(error) }
        } catch {
            return commands.map { _ in .success(.notTogether) }
        }
    }

    /// - Returns: The operations of those that were accepted.
    private func accept(_ commands: [Command]) async throws -> Set<OperationID> {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let keys = try IdempotencyRepository.taking(
                commands.compactMap { command in command.claim.map { ($0, command.operation) } }, in: transaction)
            let versions = VersionRepository.versions(of: commands.map { ($0.known, $0.operation.account) })
            let answers = try await transaction.pipeline([keys, versions])
            let taken = Set(try answers[0].map { OperationID(try $0.decode(UUID.self)) })
            var known: [UUID: Int64] = [:]
            for row in answers[1] {
                let (resource, version) = try row.decode(UUID.self, Int64.self)
                known[resource] = version
            }
            let accepted = commands.filter { $0.claim == nil || taken.contains($0.operation.id) }
            try OperationRepository.insert(accepted.map { ($0.operation, $0.kind) }, in: transaction)
            for command in accepted {
                try transaction.setCause(command.cause)
                try command.append(known[command.known.id] ?? 0, transaction)
            }
            return Set(accepted.map(\.operation.id))
        }
    }
}
