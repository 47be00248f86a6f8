import EventContracts

/// Account functions for other features: facts, and proof that a caller is the owner.
package protocol AccountVerification: Sendable {
    /// Reads the account.
    ///
    /// - Throws: `sessionEnded` if the account does not exist.
    func stored(_ account: AccountID) async throws -> StoredAccount

    /// The e-mail address of an account.
    func address(of stored: StoredAccount) async throws -> String

    /// Checks a proof of identity for an action.
    ///
    /// - Throws: `invalidFields` for a wrong proof; `forbidden` without one; `tooManyRequests`.
    func requireProof(
        _ form: ProofForm, for deed: ProofPurpose, of stored: StoredAccount, _ call: Call
    ) async throws

    /// The answer that shows the account to its owner.
    func answer(with account: AccountID, to call: Call) async throws -> Answer
}
