import EventContracts
import Foundation
import Postgres
import Sealing
import ServiceRuntime

/// Tries codes of a second factor, as slowly as passwords.
struct SecondFactorCheck: Sendable {
    /// What a code is, when it is right and not used yet.
    enum Use: Sendable {
        case step(Int64)
        case recoveryCode([UInt8])
    }

    let sealer: Sealer
    let backoff: SignInBackoff

    /// What a code of an account is, by its form and the time; nil when it is wrong.
    ///
    /// Nothing is used up yet.
    func use(of code: String, _ factor: SecondFactor, _ account: AccountID, at now: Date) async throws -> Use? {
        guard code.utf8.count == TOTP.digits else { return .recoveryCode(RecoveryCode.hash(code)) }
        guard let sealed = factor.secretSealed else { return nil }
        let secret = try await sealer.open(bytes: sealed, .secondFactor(of: account))
        return TOTP.step(of: code, secret, at: now).map(Use.step)
    }

    /// Uses a code up.
    ///
    /// - Returns: False when it was used before, or is none.
    static func takeUp(
        _ use: Use, of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        switch use {
        case .step(let step): try await SecondFactorRepository.use(step: step, of: account, in: transaction)
        case .recoveryCode(let hash):
            try await SecondFactorRepository.use(recoveryCode: hash, of: account, at: now, in: transaction)
        }
    }

    /// - Throws: `tooManyRequests` when the account must wait before the next try.
    func admit(_ account: AccountID) throws(ProblemDetails) {
        if let pause = backoff.pause(for: Self.key(account), at: .now) {
            throw ProblemDetails.tooManyRequests(retryAfter: pause)
        }
    }

    func failed(_ account: AccountID) { backoff.failed(Self.key(account), at: .now) }
    func succeeded(_ account: AccountID) { backoff.succeeded(Self.key(account)) }

    /// Apart from the key of passwords: a right password forgets no wrong codes.
    private static func key(_ account: AccountID) -> [UInt8] { Array("second factor \(account)".utf8) }
}
