import EventContracts
import Postgres

/// What other features need of accounts: who they are, and proof that a caller is the account's owner.
package protocol AccountVerification: Sendable {
    /// The account.
    ///
    /// - Throws: `sessionEnded` if it is gone.
    func stored(_ account: AccountID) async throws -> StoredAccount

    /// The e-mail address of an account.
    func address(of stored: StoredAccount) async throws -> String

    /// Checks a proof of identity that was given for an action.
    ///
    /// - Throws: `invalidFields` for a wrong proof; `forbidden` without one; `tooManyRequests`.
    func requireProof(
        _ form: ProofForm, for deed: ProvenDeed, of stored: StoredAccount, _ call: Call
    ) async throws

    /// The answer that shows the account to its owner.
    func answer(with account: AccountID, to call: Call) async throws -> Answer
}

/// What other features need of households.
package protocol HouseholdMembership: Sendable {
    /// Takes an account out of its household, if it is in one.
    func leaveHousehold(_ account: AccountID, in transaction: borrowing Transaction) async throws
}
