import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import Sealing
import ServiceRuntime

/// Repeats answers with tokens to clients that did not receive them.
///
/// Such an answer is a credential. It is repeated for `life`, to the address that received it, while its session is
/// active, its refresh token is unused, and the account's sign-in methods are unchanged. If the request contains a
/// secret, a request that differs from the first one counts as a failed attempt.
package struct CredentialAnswers: Sendable {
    /// How long an answer is kept, in seconds: clients retry within seconds, or minutes without a network.
    package static let life: TimeInterval = 10 * 60

    let database: PostgresPool
    let keys: IdempotencyKeys
    let clock: any WallClock
    let cookie: RefreshCookie

    /// Answers a sign-in once per claim: a repeated request receives the answer that `work` stored.
    ///
    /// - Parameters:
    ///   - claim: The request's claim; nil without a key.
    ///   - call: The request.
    ///   - tries: Counts a comparison with the first request as an attempt; nil if the scope is itself a secret of 256
    ///     bits, or the caller has checked the secret already.
    ///   - mismatch: Records that the request differs from the first one, and returns the answer.
    ///   - work: Signs in, and stores the answer with `store`.
    /// - Returns: The answer of the first request, or of this one; with the refresh token in the cookie if the client
    ///   asks for that, so that a repeated request receives the same cookie.
    /// - Throws: The error of `mismatch`; `tooManyRequests`; the error of `work`, unless another request with the claim
    ///   has succeeded meanwhile.
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
