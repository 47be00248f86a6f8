import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Sealing
import ServiceRuntime

/// The dependencies shared by the endpoints of accounts, with functions that read, answer with and mail an account.
struct AccountContext: AccountVerification {
    let database: MessagingDatabase
    let keys: IdempotencyKeys
    let answers: CredentialAnswers
    let hasher: PasswordHasher
    let keyRing: any KeyRing
    let sealer: Sealer
    let emailIndex: BlindIndex
    let issuer: SessionIssuer
    let sessions: SessionRegistry
    let backoff: SignInBackoff
    let limits: RequestLimits
    let rules: RegistrationForm.Rules
    let proofs: ProofCheck
    let firstGoals: any FirstGoals

    /// Writes account mails.
    var mails: AccountMails { AccountMails(sealer: sealer) }

    package func stored(_ account: AccountID) async throws -> StoredAccount {
        guard let stored = try await AccountRepository.read(account, in: database.pool) else {
            throw ProblemDetails(.sessionEnded)
        }
        return stored
    }

    package func address(of stored: StoredAccount) async throws -> String {
        String(
            decoding: try await sealer.open(bytes: stored.emailSealed, .emailAddress(of: stored.account)), as: UTF8.self
        )
    }

    func details(of stored: StoredAccount) async throws -> AccountDetails {
        guard let sealed = stored.detailsSealed else { return AccountDetails() }
        let bytes = try await sealer.open(bytes: sealed, .accountDetails(of: stored.account))
        return try EventCoding.decode(AccountDetails.self, from: bytes)
    }

    /// The mail about a changed sign-in method; nil while the address is unverified.
    ///
    /// Otherwise a person could register with another person's address and have mails sent there.
    func news(_ kind: AccountMailKind, of stored: StoredAccount) async throws -> AccountMails.Draft? {
        guard stored.isVerified else { return nil }
        return try await mails.draft(kind, to: try await address(of: stored), of: stored.account, in: stored.locale)
    }

    package func requireProof(
        _ form: ProofForm, for deed: ProofPurpose, of stored: StoredAccount, _ call: Call
    ) async throws {
        try await proofs.require(form, for: deed, of: stored, call)
    }

    package func answer(with account: AccountID, to call: Call) async throws -> Answer {
        try await answer(with: try await stored(account), to: call)
    }

    /// The answer with the account for its owner.
    func answer(with stored: StoredAccount, to call: Call) async throws -> Answer {
        let details = try await details(of: stored)
        let erasedAt = try await ErasureRepository.due(of: stored.account, in: database.pool)
        let view = AccountView(
            id: stored.account, version: stored.version, email: try await address(of: stored),
            emailVerified: stored.isVerified,
            username: details.username, name: details.name,
            units: details.units ?? AccountUnits.defaults(locale: stored.locale, timeZone: stored.timeZone),
            locale: stored.locale, timeZone: stored.timeZone,
            acceptedTerms: stored.acceptedTerms, registeredAt: stored.createdAt,
            status: erasedAt == nil ? .active : .erasing, erasedAt: erasedAt)
        let version = EntityTag.Version(stored.version)
        var headers = HTTPFields()
        headers[.eTag] = version.tag
        if version.isNamed(in: call.headers[values: .ifNoneMatch]) { return Answer(.notModified, headers: headers) }
        return try .json(.ok, view, headers: headers)
    }
}
