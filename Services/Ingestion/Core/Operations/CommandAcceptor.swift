import EventContracts
import Foundation
import HTTPTypes
import Messaging
import Postgres
import ServiceRuntime

/// An accepted command.
package struct AcceptedCommand: Sendable {
    package let operation: OperationID
    /// The inserted operation; nil if the command belongs to an earlier request, whose operation may have ended.
    package let record: OperationRecord?
}

/// Accepts commands of clients: operation, command and idempotency key in one transaction, then the answer.
package struct CommandAcceptor: Sendable {
    package let database: MessagingDatabase
    package let keys: IdempotencyKeys
    package let resources: ResourceReader
    let queue: AcceptQueue

    /// Accepts a command durably, once per idempotency key.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - resource: The resource of the command.
    ///   - lane: The queue of its photo, if it has one.
    ///   - preparation: Work before accepting, if the command is new, which is undone if accepting fails.
    ///   - append: Appends the command, in the same transaction.
    /// - Returns: The command, or the one that an earlier request with the same key created.
    /// - Throws: The error of `append`; `idempotencyKeyReused`, `requestInProgress`; a `PostgresError`.
    package func accept(
        _ call: Call, about resource: ResourceReference, lane: PhotoLane? = nil,
        preparation: (_ accept: () async throws -> Void) async throws -> Void = { try await $0() },
        _ append: @escaping (borrowing Transaction) async throws -> Void
    ) async throws -> AcceptedCommand {
        let account = try call.principal.account
        let claim = try keys.claim(of: call, scope: Self.scope(of: account))
        if let known = try await operation(earlier: claim) { return known }
        let id = OperationID.random()
        do {
            var accepted: OperationRecord?
            try await preparation {
                accepted = try await database.write(Self.cause(of: call, operation: id)) { transaction in
                    let record = OperationRecord(
                        pending: id, of: account, about: resource, lane: lane, at: try transaction.eventTime())
                    try IdempotencyKeys.take(claim, for: .operation(id), at: record.createdAt, in: transaction)
                    try OperationRepository.insert(record, kind: call.route.operation, in: transaction)
                    try await append(transaction)
                    return record
                }
            }
            return AcceptedCommand(operation: id, record: accepted)
        } catch let error where IdempotencyRepository.isTaken(error) {
            guard let known = try await operation(earlier: claim) else { throw ProblemDetails(.requestInProgress) }
            return known
        } catch {
            throw claim == nil ? error : IdempotencyKeys.inProgress(error)
        }
    }

    /// Accepts a command that depends only on the current version of one resource, once per idempotency key.
    ///
    /// It shares a transaction with other commands that arrive at the same time.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - resource: The resource of the command.
    ///   - known: The resource of the same account whose version it needs.
    ///   - append: Appends the command; receives that version, 0 without one.
    /// - Returns: The command, or the one that an earlier request with the same key created.
    /// - Throws: The errors of `accept`.
    package func acceptTogether(
        _ call: Call, about resource: ResourceReference, knowing known: ResourceReference,
        _ append: @escaping @Sendable (_ version: Int64, _ transaction: borrowing Transaction) throws -> Void
    ) async throws -> AcceptedCommand {
        let account = try call.principal.account, id = OperationID.random()
        let record = OperationRecord(
            pending: id, of: account, about: resource, lane: nil, at: EventTime.truncate(database.clock.now()))
        let command = AcceptQueue.Command(
            claim: try keys.claim(of: call, scope: Self.scope(of: account)), operation: record,
            kind: call.route.operation, cause: Self.cause(of: call, operation: id), known: known, append: append)
        if case .accepted(let record) = try await queue.accept(command) {
            return AcceptedCommand(operation: id, record: record)
        }
        return try await accept(call, about: resource) { transaction in
            let version = try await VersionRepository.read(known, of: account, in: transaction)?.version
            try append(version ?? 0, transaction)
        }
    }

    /// The answer to an accepted command: `202` with the operation, or the outcome if the client prefers to wait.
    ///
    /// - Parameters:
    ///   - acceptance: The result of `accept`.
    ///   - call: The request.
    ///   - done: The status for success; 204 omits the body.
    /// - Returns: The answer.
    /// - Throws: The operation's problem if it was rejected or failed in time.
    package func answer(
        _ acceptance: AcceptedCommand, to call: Call, done: HTTPResponse.Status
    ) async throws -> Answer {
        let account = try call.principal.account
        let record =
            if call.heldUntil == nil, let record = acceptance.record {
                record
            } else {
                try await resources.operation(acceptance.operation, of: account, until: call.heldUntil)
            }
        var headers = HTTPFields()
        headers[.preferenceApplied] = call.preference.wait.map { "wait=\($0)" }
        guard call.heldUntil != nil, let outcome = record.outcome else {
            headers[.location] = "/v1/operations/\(record.id)"
            let view = try await resources.view(of: record, for: call)
            headers[.retryAfter] = view.retryAfter.map(String.init)
            return try .json(.accepted, view, headers: headers)
        }
        guard outcome == .succeeded else { throw Self.problem(of: record) }
        guard done != .noContent, let document = record.result else {
            return Answer(.noContent, headers: headers)
        }
        headers[.eTag] = document.tag.tag
        if done == .created { headers[.location] = record.resource.path(of: account) }
        return Answer(done, headers: headers, body: .json(try await resources.documents.json(of: document)))
    }

    /// The command that an earlier request with the same idempotency key created, if any.
    ///
    /// Call this before checking the state of the resource, which the first of two equal requests has changed.
    ///
    /// - Throws: `idempotencyKeyReused`; a `PostgresError`.
    package func repeated(_ call: Call) async throws -> AcceptedCommand? {
        try await operation(earlier: keys.claim(of: call, scope: Self.scope(of: call.principal.account)))
    }

    /// The cause of a call's events.
    package static func cause(of call: Call, operation: OperationID? = nil) -> EventCause {
        .request(
            correlationID: call.trace.correlationID, operationID: operation, traceparent: call.trace.traceparent)
    }

    /// The scope of an account's idempotency keys.
    package static func scope(of account: AccountID) -> [UInt8] { withUnsafeBytes(of: account.uuid.uuid) { Array($0) } }

    private func operation(earlier claim: IdempotencyClaim?) async throws -> AcceptedCommand? {
        switch try await keys.earlier(claim, in: database.pool) {
        case .operation(let id): AcceptedCommand(operation: id, record: nil)
        case .sealed: throw ProblemDetails(.idempotencyKeyReused)
        case nil: nil
        }
    }

    private static func problem(of record: OperationRecord) -> ProblemDetails {
        guard let bytes = try? EventCoding.encode(record.problem),
            var problem = try? EventCoding.decode(ProblemDetails.self, from: bytes)
        else { return ProblemDetails(.processingFailed) }
        problem.instance = TraceContext.current?.correlationIDText
        problem.extensions["operation"] = .string("/v1/operations/\(record.id)")
        return problem
    }
}
