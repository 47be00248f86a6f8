import EventContracts
import Foundation
import HTTPTypes
import Postgres
import Sealing
import ServiceRuntime

/// Reads `Idempotency-Key` and finds what was answered before.
package struct IdempotencyKeys: Sendable {
    /// Longest key, in bytes.
    private static let longest = 255

    private let index: BlindIndex
    private let sealer: Sealer

    /// Keys and requests are kept as hashes under `index`.
    package init(index: BlindIndex, sealer: Sealer) {
        self.index = index
        self.sealer = sealer
    }

    /// The claim of a call within a scope; nil when it has no key.
    ///
    /// `body` is what of the body has to be the same again: all of it unless the caller leaves out a proof, which is checked
    /// once and may be another one the next time.
    ///
    /// - Throws: `malformedRequest` when the key is not 1 to 255 visible ASCII characters.
    package func claim(of call: Call, scope: [UInt8], body: JSONValue? = nil) throws(ProblemDetails)
        -> IdempotencyClaim?
    {
        guard let key = call.headers[.idempotencyKey] else { return nil }
        guard (1...Self.longest).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ProblemDetails(
                .malformedRequest, detail: "Idempotency-Key must be 1 to \(Self.longest) visible ASCII characters.")
        }
        let photo = call.photo.map { "\nphoto \($0.digest)" } ?? ""
        let target = "\(call.route.method) \(call.route.path) \(call.id ?? "")\(Self.query(of: call))"
        let request = "\(target)\n\((body ?? call.body).canonicalText)\(photo)"
        return IdempotencyClaim(
            scope: scope, keyHash: index.hash("key\n\(key)"), requestHash: index.hash("request\n\(request)"))
    }

    /// The query in a form that differs for different queries; empty where there is none, or the body holds its fields.
    private static func query(of call: Call) -> String {
        guard !call.query.isEmpty, call.naming == .pointers else { return "" }
        return "?" + JSONValue.array(call.query.map { .array([.string($0.name), .string($0.value)]) }).canonicalText
    }

    /// What the same request was answered before; nil when it is the first.
    ///
    /// - Throws: `idempotencyKeyReused` when the key belongs to another request; a `PostgresError`.
    package func earlier(
        _ claim: IdempotencyClaim?, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> FirstAnswer? {
        guard let claim, let found = try await IdempotencyRepository.find(claim, in: database) else { return nil }
        guard found.isSameRequest else { throw ProblemDetails(.idempotencyKeyReused) }
        return found.answer
    }

    /// Does something once per claim: the same request again gets the answer that `work` stored.
    ///
    /// - Throws: What `work` throws, unless another request with the claim has succeeded meanwhile.
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

    /// Stores what a claim led to, in the transaction of its effects; that fails with an error that
    /// `IdempotencyRepository.isTaken` knows when another request with the claim was quicker.
    package static func take(
        _ claim: IdempotencyClaim?, for answer: FirstAnswer?, at now: Date, in transaction: borrowing Transaction
    ) throws {
        guard let claim, let answer else { return }
        try IdempotencyRepository.store(answer, for: claim, at: now, in: transaction)
    }

    /// What a client is told when the first request with its key is still at work.
    package static func inProgress(_ error: any Error) -> any Error {
        guard let database = error as? PostgresError, database.sqlState == lockNotAvailable else { return error }
        return ProblemDetails(.requestInProgress, extensions: [ProblemDetails.retryAfter: .integer(1)])
    }

    /// SQLSTATE of a lock that was not free in time.
    private static let lockNotAvailable = "55P03"

    private func earlierAnswer(_ claim: IdempotencyClaim?, in database: PostgresPool) async throws -> Answer? {
        guard let claim, case .sealed(let account, let status, let body) = try await earlier(claim, in: database) else {
            return nil
        }
        return try await opened(account: account, status: status, body: body, for: claim)
    }

    /// The form in which an answer with a JSON body is kept.
    ///
    /// - Returns: Nil without a claim: there is nothing to keep it for.
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
