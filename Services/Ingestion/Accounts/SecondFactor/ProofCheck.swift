import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import ServiceRuntime

/// Verifies proofs of identity for sensitive actions.
///
/// A proof is used up whether the action succeeds or not, and attempts are limited as at sign-in.
struct ProofCheck: Sendable {
    /// Maximum age of a sign-in that replaces a password, in seconds, for accounts without one.
    static let freshness: TimeInterval = 5 * 60

    let database: PostgresPool
    let clock: any WallClock
    let hasher: PasswordHasher
    let backoff: SignInBackoff
    let limits: RequestLimits
    let secondFactor: SecondFactorCheck
    let ceremony: PasskeyCeremony

    /// - Throws: `invalidFields` for an invalid proof; `forbidden` without a proof if the account has no password;
    ///   `tooManyRequests`.
    func require(_ form: ProofForm, for deed: ProofPurpose, of stored: StoredAccount, _ call: Call) async throws {
        if let passkey = form.passkey { return try await require(passkey, for: deed, of: stored.account, call) }
        guard stored.hasPassword else { return try await requireFreshSignIn(call) }
        try await requirePassword(form.password, of: stored, call)
        try await requireCode(form.code, of: stored.account, call)
    }

    /// The time until which a session's sign-in replaces a password; nil if it does not.
    func freshUntil(_ session: SessionID) async throws -> Date? {
        let shown = try await SignInMethodRepository.authenticated(in: session, in: database)
        guard let end = shown?.addingTimeInterval(Self.freshness), end >= clock.now() else { return nil }
        return end
    }

    private func requireFreshSignIn(_ call: Call) async throws {
        guard try await freshUntil(call.principal.session) == nil else { return }
        throw ProblemDetails(
            .forbidden, because: .proveAgain)
    }

    // MARK: - Password and code

    private func requirePassword(_ password: String?, of account: StoredAccount, _ call: Call) async throws {
        guard let password else { throw Self.wrong("currentPassword", .required) }
        let network = call.addressHash
        let isKnown = try await SignInNetworkRepository.knows(network, of: account.account, in: database)
        let tries = SignInTries(at: .password, of: account.account, from: isKnown ? network : nil, backoff)
        try limits.admit(call.address, limit: .signIns)
        guard try await hasher.verify(password, against: account.passwordHash, counting: tries) else {
            tries.failed()
            throw Self.wrong("currentPassword", .init(.incorrect, "is not your password"))
        }
        tries.succeeded()
    }

    /// Requires a code if there is a second factor, and uses it up.
    private func requireCode(_ code: String?, of person: AccountID, _ call: Call) async throws {
        guard let factor = try await SecondFactorRepository.read(person, in: database), factor.confirmedAt != nil else {
            return
        }
        let tries = secondFactor.tries(of: person)
        try tries.admit()
        let now = EventTime.truncate(clock.now())
        var isRight = false
        if let code, let use = try await secondFactor.use(of: code, factor, person, at: now) {
            isRight = try await database.withTransaction { transaction in
                try await SecondFactorCheck.takeUp(use, of: person, at: now, in: transaction)
            }
        }
        guard isRight else {
            tries.failed()
            try await Audit.record(AuditEntry(.secondFactorRefused, by: call, outcome: .refused), in: database)
            throw Self.wrong("code", .init(.expiredCode, "is not a currently valid code"))
        }
        tries.succeeded()
    }

    // MARK: - Passkey

    /// The passkey must belong to the person, with user verification, and its challenge to this action and session.
    private func require(
        _ credential: JSONValue, for deed: ProofPurpose, of person: AccountID, _ call: Call
    ) async throws {
        let tries = SignInTries(at: .passkey, of: person, backoff)
        try tries.admit()
        let form: CredentialForm, clientData: PasskeyCeremony.ClientData
        do {
            form = try CredentialForm(credential)
            clientData = try ceremony.clientData(form.clientData, of: .get)
        } catch {
            tries.withdraw()
            throw Self.unprovenPasskey
        }
        let now = EventTime.truncate(clock.now())
        let challenge = try await PasskeyRepository.take(
            challenge: clientData.challengeHash, for: .proof, at: now, in: database)
        guard let challenge, challenge.account == person, challenge.deed == deed,
            challenge.session == (try call.principal.session)
        else {
            tries.withdraw()
            throw Self.unprovenPasskey
        }
        guard let passkey = try await PasskeyRepository.find(credentialID: form.credentialID, in: database),
            passkey.account == person
        else { throw try await refused(nil, .passkeyRefused, tries, call) }
        let data: AuthenticatorData
        do {
            data = try ceremony.assertion(
                form.part("authenticatorData"), clientData, signature: form.part("signature"), by: passkey.publicKey,
                needsVerification: true)
        } catch {
            throw try await refused(passkey, .passkeyRefused, tries, call)
        }
        let isCounted = try await database.withTransaction { transaction in
            try await PasskeyRepository.use(
                passkey.id, signCount: data.signCount, isBackedUp: data.isBackedUp, at: now, in: transaction)
        }
        guard isCounted else { throw try await refused(passkey, .passkeyCopied, tries, call) }
        tries.succeeded()
    }

    private func refused(
        _ passkey: Passkey?, _ action: AuditAction, _ tries: SignInTries, _ call: Call
    ) async throws -> ProblemDetails {
        tries.failed()
        try await Audit.record(
            AuditEntry(action, by: call, resource: passkey?.id.description, outcome: .refused), in: database)
        return Self.unprovenPasskey
    }

    private static var unprovenPasskey: ProblemDetails {
        wrong("passkey", .init(.incorrect, "is not a valid proof: request new options"))
    }

    private static func wrong(_ member: String, _ fault: FieldFault) -> ProblemDetails {
        ProblemDetails(.invalidFields, errors: [.init(pointer: "/\(member)", fault)])
    }
}
