import EventContracts
import Foundation
import IngestionCore
import Postgres
import Sealing
import ServiceRuntime

/// Checks second-factor codes, with the same rate limit as passwords.
struct SecondFactorCheck: Sendable {
    /// The kind of a valid, unused code.
    enum Use: Sendable {
        case step(Int64)
        case recoveryCode([UInt8])
    }

    let sealer: Sealer
    let backoff: SignInBackoff

    /// The kind of a code, by its form and the time; nil if it is wrong.
    ///
    /// The code is not used up yet.
    func use(of code: String, _ factor: SecondFactor, _ account: AccountID, at now: Date) async throws -> Use? {
        guard code.utf8.count == TOTP.digits else { return .recoveryCode(RecoveryCode.hash(code)) }
        guard let sealed = factor.secretSealed else { return nil }
        let secret = try await sealer.open(bytes: sealed, .secondFactor(of: account))
        return TOTP.step(of: code, secret, at: now).map(Use.step)
    }

    /// Uses up a code.
    ///
    /// - Returns: False if the code was used before, or is invalid.
    static func takeUp(
        _ use: Use, of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        switch use {
        case .step(let step): try await SecondFactorRepository.use(step: step, of: account, in: transaction)
        case .recoveryCode(let hash):
            try await SecondFactorRepository.use(recoveryCode: hash, of: account, at: now, in: transaction)
        }
    }

    /// The counter of attempts with an account's codes.
    func tries(of account: AccountID) -> SignInTries { SignInTries(at: .secondFactor, of: account, backoff) }
}
