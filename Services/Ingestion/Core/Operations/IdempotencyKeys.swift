import EventContracts
import Foundation
import HTTPTypes
import Postgres
import Sealing
import ServiceRuntime

/// Reads `Idempotency-Key` and finds earlier answers.
package struct IdempotencyKeys: Sendable {
    /// Maximum length of a key, in bytes.
    private static let maxLength = 255

    private let index: BlindIndex
    private let sealer: Sealer

    /// Stores keys and requests as hashes under `index`.
    package init(index: BlindIndex, sealer: Sealer) {
        self.index = index
        self.sealer = sealer
    }

    /// The claim of a call within a scope; nil if it has no key.
    ///
    /// `body` is the part of the body that must be the same again: the whole body, unless the caller leaves out a
    /// proof, which is checked once and may differ in a repetition.
    ///
    /// - Throws: `malformedRequest` if the key is not 1 to 255 visible ASCII characters.
    package func claim(of call: Call, scope: [UInt8], body: JSONValue? = nil) throws(ProblemDetails)
        -> IdempotencyClaim?
    {
        guard let key = call.headers[.idempotencyKey] else { return nil }
        guard (1...Self.maxLength).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ProblemDetails(
                .malformedRequest, detail: "Idempotency-Key must be 1 to \(Self.maxLength) visible ASCII characters.")
        }
        let photo = call.photo.map { "\nphoto \($0.digest)" } ?? ""
        let target = "\(call.route.method) \(call.route.path) \(call.id ?? "")\(Self.query(of: call))"
        let request = "\(target)\n\((body ?? call.body).canonicalText)\(photo)"
        return IdempotencyClaim(
            scope: scope, keyHash: index.hash("key\n\(key)"), requestHash: index.hash("request\n\(request)"))
    }

    /// The query in a form that differs for different queries; empty without a query, or if the body already contains
    /// its fields.
    private static func query(of call: Call) -> String {
        guard !call.query.isEmpty, call.naming == .pointers else { return "" }
        return "?" + JSONValue.array(call.query.map { .array([.string($0.name), .string($0.value)]) }).canonicalText
    }

    /// The earlier answer to the same request; nil if this is the first.
    ///
    /// - Throws: `idempotencyKeyReused` if the key belongs to another request; a `PostgresError`.
    package func earlier(
        _ claim: IdempotencyClaim?, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> FirstAnswer? {
        guard let claim, let found = try await IdempotencyRepository.find(claim, in: database) else { return nil }
        guard found.isSameRequest else { throw ProblemDetails(.idempotencyKeyReused) }
        return found.answer
    }

    /// Performs work once per claim: a repeated request receives the answer that `work` stored.
    ///
    /// - Throws: The error of `work`, unless another request with the claim has succeeded meanwhile.
    package func once(
        _ claim: IdempotencyClaim?, in database: PostgresPool, _ work: () async throws -> Answer
    ) async throws -> Answer {
        if let known = try await earlierAnswer(claim, in: database) { return known }
        do {
            return try await work()
        } catch {
            if let known = try await earlierAnswer(claim, in: database) { return known }
            throw claim == nil ? error : Self.inProgress(error)
        }
    }

    /// Stores the result of a claim, in the transaction of its effects; if another request with the claim was first,
    /// the transaction fails with an error that `IdempotencyRepository.isTaken` recognizes.
    package static func take(
        _ claim: IdempotencyClaim?, for answer: FirstAnswer?, at now: Date, in transaction: borrowing Transaction
    ) throws {
        guard let claim, let answer else { return }
        try IdempotencyRepository.store(answer, for: claim, at: now, in: transaction)
    }

    /// The problem while the first request with the key is still being processed.
    package static func inProgress(_ error: any Error) -> any Error {
        guard let database = error as? PostgresError, database.sqlState == lockNotAvailable else { return error }
        return ProblemDetails(.requestInProgress, extensions: [ProblemDetails.retryAfter: .integer(1)])
    }

    /// SQLSTATE of a lock that was not released in time.
    private static let lockNotAvailable = "55P03"

    private func earlierAnswer(_ claim: IdempotencyClaim?, in database: PostgresPool) async throws -> Answer? {
        guard let claim, case .sealed(let account, let status, let body) = try await earlier(claim, in: database) else {
            return nil
        }
        return try await opened(account: account, status: status, body: body, for: claim)
    }

    /// The stored form of an answer with a JSON body.
    ///
    /// - Returns: Nil without a claim.
    package func sealed(
        _ answer: Answer, for claim: IdempotencyClaim?, of account: AccountID
    ) async throws -> FirstAnswer? {
        guard let claim else { return nil }
        var bytes: [UInt8] = []
        if case .json(let body) = answer.body { bytes = body }
        let context = SealingContext.storedAnswer(keyHash: claim.keyHash, of: account)
        return .sealed(
            account: account, status: answer.status.code, body: try await sealer.seal(bytes: bytes, context))
    }

    package func opened(account: AccountID, status: Int, body: [UInt8], for claim: IdempotencyClaim) async throws
        -> Answer
    {
        let context = SealingContext.storedAnswer(keyHash: claim.keyHash, of: account)
        return Answer(.init(code: status), body: .json(try await sealer.open(bytes: body, context)))
    }
}
