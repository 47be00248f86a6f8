import EventContracts
import IngestionCore
import Postgres
import ServiceRuntime

/// Determines the result of earlier attempts to import a record (GW-22).
///
/// The first attempt has an idempotency key made of the exported id; each further one has the same key with the id of
/// the previous operation, whose record does not exist or was deleted.
struct ImportAttempts: Sendable {
    /// The next step for a record.
    enum Step: Sendable {
        /// Nothing to do: an earlier attempt has stored the record.
        case recorded(ResourceReference)
        /// Wait: an earlier attempt is still running.
        case underway
        /// Send the request: for a new attempt, or to get the problem of one that has just ended.
        case request(Call)
    }

    /// Maximum number of attempts within the retention of keys; later ones get the result of the last.
    private static let maxAttempts = 30

    let keys: IdempotencyKeys
    let resources: ResourceReader
    let database: PostgresPool

    /// The next step for a record; waits for an earlier attempt to end, as long as the request itself may wait.
    ///
    /// - Parameters:
    ///   - first: The key of the first attempt.
    ///   - request: The request with a key.
    /// - Returns: The step.
    /// - Throws: A `PostgresError`.
    func next(first: String, _ request: (_ key: String) -> Call) async throws -> Step {
        var call = request(first)
        let account = try call.principal.account
        for _ in 1..<Self.maxAttempts {
            guard let claim = try keys.claim(of: call, scope: CommandAcceptor.scope(of: account)),
                let found = try await IdempotencyRepository.find(claim, in: database),
                case .operation(let id) = found.answer
            else { break }
            var operation = try await OperationRepository.read(id, of: account, in: database)
            if let pending = operation, pending.outcome == nil {
                operation = try await resources.operation(id, of: account, until: call.heldUntil)
                guard let outcome = operation?.outcome else { return .underway }
                if outcome != .succeeded, found.isSameRequest { return .request(call) }
            }
            if let operation, operation.outcome == .succeeded,
                try await resources.ownDocument(operation.resource, of: account) != nil
            {
                return .recorded(operation.resource)
            }
            call = request("\(first)/\(id)")
        }
        return .request(call)
    }
}
