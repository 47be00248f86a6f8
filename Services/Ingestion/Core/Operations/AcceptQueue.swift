import EventContracts
import Foundation
import Hexadecimal
import Messaging
import Postgres
import ServiceRuntime
import Synchronization

/// Accepts commands of many requests in one transaction: while one transaction is being committed, further commands are
/// collected for the next.
///
/// A single command is accepted at once. All commands of a transaction read the database in one statement.
package final class AcceptQueue: Sendable {
    /// A waiting command.
    struct Command: Sendable {
        let claim: IdempotencyClaim?
        let operation: OperationRecord
        /// The operation id of the command's route, which identifies the kind of command.
        let kind: String
        let cause: EventCause
        /// The resource whose current version the command needs.
        let known: ResourceReference
        /// Appends the command's event; receives that version, 0 if the resource does not exist.
        let append: @Sendable (Int64, borrowing Transaction) throws -> Void
    }

    /// The result of accepting a command.
    enum Outcome: Sendable {
        case accepted(OperationRecord)
        /// The command could not share the transaction, because its key is in use or the transaction failed without
        /// effect; it must be tried alone.
        case notTogether
    }

    private struct Waiting: Sendable {
        let id: UUID
        let command: Command
        let continuation: CheckedContinuation<Result<Outcome, any Error>, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        var transactions = 0
    }

    /// Maximum number of commands in one transaction.
    private static let maxBatch = 64
    /// Maximum number of concurrent transactions, and the number of waiting commands from which a second one is
    /// started.
    private static let transactions = (max: 2, worthAnother: 16)
    /// Maximum number of waiting commands.
    private static let maxWaiting = 1_000

    private let state = Mutex(State())
    private let database: MessagingDatabase

    package init(database: MessagingDatabase) {
        self.database = database
    }

    /// Accepts a command, together with other waiting ones.
    ///
    /// - Throws: A `PostgresError` if the database is not reachable, or it is unknown whether the command was accepted;
    ///   `unavailable` if too many wait; `CancellationError` if the command was still waiting.
    func accept(_ command: Command) async throws -> Outcome {
        let id = UUID.random()
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enqueue(Waiting(id: id, command: command, continuation: continuation))
            }
        } onCancel: {
            let waiting: Waiting? = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiting.remove(at: index)
            }
            waiting?.continuation.resume(returning: .failure(CancellationError()))
        }.get()
    }

    private enum Admission {
        case waits, begins, refused, cancelled
    }

    private func enqueue(_ waiting: Waiting) {
        let admission: Admission = state.withLock { state in
            if Task.isCancelled { return .cancelled }
            guard state.waiting.count < Self.maxWaiting else { return .refused }
            state.waiting.append(waiting)
            let isWorthAnother =
                state.transactions < Self.transactions.max
                && state.waiting.count >= Self.transactions.worthAnother
            guard state.transactions == 0 || isWorthAnother else { return .waits }
            state.transactions += 1
            return .begins
        }
        switch admission {
        case .waits: break
        // At most two tasks run at a time; each ends when no command is waiting.
        case .begins: Task.detached { await self.workOff() }
        case .refused:
            waiting.continuation.resume(returning: .failure(ProblemDetails(.unavailable)))
        case .cancelled: waiting.continuation.resume(returning: .failure(CancellationError()))
        }
    }

    private func workOff() async {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(Self.maxBatch))
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
        } catch let error as PostgresError where Self.concernsAll(error) {
            return commands.map { _ in .failure(error) }
        } catch {
            return commands.map { _ in .success(.notTogether) }
        }
    }

    /// Whether an error affects all commands: the database is down, or its answer to the commit was lost.
    private static func concernsAll(_ error: PostgresError) -> Bool {
        [.commitUnknown, .connection, .poolExhausted, .timeout].contains(error.code)
    }

    /// - Returns: The operations of the accepted commands.
    private func accept(_ commands: [Command]) async throws -> Set<OperationID> {
        try await database.write(.request(correlationID: UUID.random())) { transaction in
            let keys = try IdempotencyRepository.taking(
                commands.compactMap { command in command.claim.map { ($0, command.operation) } }, in: transaction)
            let versions = VersionRepository.versions(of: commands.map { ($0.known, $0.operation.account) })
            let answers = try await transaction.pipeline([keys, versions])
            let taken = Set(try answers[0].map { OperationID(try $0.decode(UUID.self)) })
            var known: [Int: Int64] = [:]
            for row in answers[1] {
                let (place, version) = try row.decode(Int.self, Int64.self)
                known[place - 1] = version
            }
            let accepted = commands.enumerated().filter { _, command in
                command.claim == nil || taken.contains(command.operation.id)
            }
            try OperationRepository.insert(accepted.map { ($1.operation, $1.kind) }, in: transaction)
            for (place, command) in accepted {
                try transaction.setCause(command.cause)
                try command.append(known[place] ?? 0, transaction)
            }
            return Set(accepted.map(\.element.operation.id))
        }
    }
}
