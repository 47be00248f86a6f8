import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import Sealing
import ServiceRuntime

/// Repeats answers that hold tokens to clients that have lost them.
///
/// Such an answer is a credential. It is repeated for `life`, to the address that got it, while its session is open, its
/// refresh token is unused, and the account signs in by the same means. Where the request holds a secret, a request that
/// differs from the first one is a failed try.
package struct CredentialAnswers: Sendable {
    /// How long an answer is kept: clients try again within seconds, or minutes without a network.
    package static let life: TimeInterval = 10 * 60

    let database: PostgresPool
    let keys: IdempotencyKeys
    let clock: any WallClock
    let cookie: RefreshCookie

    /// Answers a sign-in once per claim: the same request again gets the answer that `work` stored.
    ///
    /// - Parameters:
    ///   - claim: The request's claim; nil when it has no key.
    ///   - call: The request.
    ///   - tries: Where a comparison with the first request counts as a try; nil where the scope is itself a secret of 256
    ///     bits, or the caller has checked the secret already.
    ///   - mismatch: Records that the request differs from the first one, and returns what to answer.
    ///   - work: Signs in, and stores the answer by `store`.
    /// - Returns: The answer of the first request, or of this one; with the refresh token in the cookie if the client
    ///   asks for that, so that a repeated request gets the same cookie.
    /// - Throws: What `mismatch` returns; `tooManyRequests`; what `work` throws, unless another request with the claim has
    ///   succeeded meanwhile.
    func once(
        _ claim: IdempotencyClaim?, _ call: Call, tries: ((AccountID) -> SignInTries)? = nil,
        mismatch: (AccountID) async throws -> ProblemDetails, _ work: () async throws -> Answer
    ) async throws -> Answer {
        let wantsCookie = try RefreshCookie.isWanted(by: call)
        let answer = try await first(claim, call, tries: tries, mismatch: mismatch, work)
        return wantsCookie ? try cookie.holding(answer) : answer
    }

    private func first(
        _ claim: IdempotencyClaim?, _ call: Call, tries: ((AccountID) -> SignInTries)?,
        mismatch: (AccountID) async throws -> ProblemDetails, _ work: () async throws -> Answer
    ) async throws -> Answer {
        guard let claim else { return try await work() }
        if let known = try await find(claim, call) {
            let tries = tries?(known.answer.account)
            try tries?.admit()
            guard known.isSameRequest else { throw try await mismatch(known.answer.account) }
            tries?.withdraw()
            return try await opened(known.answer, for: claim)
        }
        do {
            return try await work()
        } catch {
            if let known = try await find(claim, call), known.isSameRequest {
                return try await opened(known.answer, for: claim)
            }
            throw IdempotencyKeys.inProgress(error)
        }
    }

    /// The sealed form of a new session's answer; nil without a claim.
    func sealed(_ fresh: SessionIssuer.Fresh, for claim: IdempotencyClaim?) async throws -> CredentialAnswer? {
        guard
            case .sealed(let account, let status, let body)? = try await keys.sealed(
                fresh.answer, for: claim, of: fresh.account)
        else { return nil }
        return CredentialAnswer(account: account, tokenHash: fresh.refresh.hash, status: status, body: body)
    }

    /// Stores an answer in the transaction of its session; nothing without a claim.
    func store(
        _ answer: CredentialAnswer?, for claim: IdempotencyClaim?, _ call: Call, at now: Date,
        in transaction: borrowing Transaction
    ) throws {
        guard let answer, let claim else { return }
        try CredentialAnswerRepository.store(
            answer, for: claim, from: call.addressHash, after: now - Self.life, at: now, in: transaction)
    }

    private func find(
        _ claim: IdempotencyClaim, _ call: Call
    ) async throws -> (answer: CredentialAnswer, isSameRequest: Bool)? {
        let now = EventTime.truncate(clock.now())
        return try await CredentialAnswerRepository.find(
            claim, from: call.addressHash, after: now - Self.life, at: now, in: database)
    }

    private func opened(_ answer: CredentialAnswer, for claim: IdempotencyClaim) async throws -> Answer {
        try await keys.opened(account: answer.account, status: answer.status, body: answer.body, for: claim)
    }
}
