import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Setting up, confirming and removing an authenticator as second factor.
struct SecondFactorEndpoints: Sendable {
    let context: AccountContext
    let check: SecondFactorCheck

    private var database: PostgresPool { context.database.pool }
    private var clock: any WallClock { context.issuer.clock }

    func read(_ call: Call) async throws -> Answer {
        let factor = try await SecondFactorRepository.read(call.principal.account, in: database)
        let state = factor.map { $0.confirmedAt == nil ? "unconfirmed" : "on" } ?? "off"
        let kind = factor.map { $0.secretSealed == nil ? "passkey" : "authenticator" }
        return try .json(.ok, SecondFactorView(state: state, kind: kind, recoveryCodesLeft: factor?.codesLeft ?? 0))
    }

    /// A new secret; it is not required until a first code confirms it.
    func add(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let proof = ProofForm(&fields)
        try fields.finish()
        let stored = try await context.stored(call.principal.account)
        guard try await SecondFactorRepository.read(stored.account, in: database)?.confirmedAt == nil else {
            throw Self.isThere
        }
        try await context.proofs.require(proof, for: .totp, of: stored, call)
        let secret = RandomBytes.make(TOTP.secretLength)
        let sealed = try await context.sealer.seal(bytes: secret, .secondFactor(of: stored.account))
        guard try await SecondFactorRepository.insert(sealed, of: stored.account, at: clock.now(), in: database) else {
            throw Self.isThere
        }
        let address = try await context.sealer.open(bytes: stored.emailSealed, .emailAddress(of: stored.account))
        let uri = TOTP.uri(of: secret, account: String(decoding: address, as: UTF8.self))
        return try .json(.created, SecondFactorSecretView(secret: Base32.encode(secret), uri: uri))
    }

    func confirm(_ call: Call) async throws -> Answer {
        let person = try call.principal.account, code = try Self.code(call.body)
        guard let factor = try await SecondFactorRepository.read(person, in: database), factor.confirmedAt == nil else {
            throw ProblemDetails(.conflict, detail: "No second factor is waiting to be confirmed.")
        }
        let tries = check.tries(of: person)
        try tries.admit()
        let now = EventTime.truncate(clock.now())
        guard case .step(let step)? = try await check.use(of: code, factor, person, at: now) else {
            tries.failed()
            throw Self.wrongCode
        }
        tries.succeeded()
        let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode.random() }
        let stored = try await context.stored(person), principal = try call.principal
        let news = try await context.news(.secondFactorAdded, of: stored)
        try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard try await SignInMethodRepository.holds(principal, in: transaction) else {
                throw ProblemDetails(.sessionEnded)
            }
            let isConfirmed = try await SecondFactorRepository.confirm(
                person, step: step, codes: codes.map { RecoveryCode.hash($0.text) }, at: now, in: transaction)
            guard isConfirmed else { throw ProblemDetails(.conflict) }
            try await CredentialAnswerRepository.forget(of: stored.account, in: transaction)
            try await Audit.record(AuditEntry(.secondFactorAdded, by: call), in: transaction)
            _ = try await news?.send(to: stored.emailIndex, at: now, in: transaction)
        }
        return try .json(.ok, RecoveryCodesView(recoveryCodes: codes.map(\.text)))
    }

    /// Makes passkeys the second factor after the password, without an authenticator; recovery codes replace a lost
    /// passkey.
    func addPasskeys(_ call: Call) async throws -> Answer {
        let proof = try ProofForm(body: call.body), stored = try await context.stored(call.principal.account)
        guard try await SecondFactorRepository.read(stored.account, in: database)?.confirmedAt == nil else {
            throw Self.isThere
        }
        try await context.proofs.require(proof, for: .totp, of: stored, call)
        let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode.random() }
        let news = try await context.news(.secondFactorAdded, of: stored), principal = try call.principal
        try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard try await SignInMethodRepository.holds(principal, in: transaction) else {
                throw ProblemDetails(.sessionEnded)
            }
            let now = try transaction.eventTime()
            let isAdded = try await SecondFactorRepository.insertPasskeysAlone(
                of: stored.account, codes: codes.map { RecoveryCode.hash($0.text) }, at: now, in: transaction)
            guard isAdded else { throw ProblemDetails(.conflict, detail: "Add a passkey first.") }
            try await CredentialAnswerRepository.forget(of: stored.account, in: transaction)
            try await Audit.record(AuditEntry(.secondFactorAdded, by: call), in: transaction)
            _ = try await news?.send(to: stored.emailIndex, at: now, in: transaction)
        }
        return try .json(.ok, RecoveryCodesView(recoveryCodes: codes.map(\.text)))
    }

    /// Removes the second factor: with the password and a code or a recovery code, or with a passkey.
    func remove(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let proof = ProofForm(&fields)
        try fields.finish()
        let stored = try await context.stored(call.principal.account)
        guard try await SecondFactorRepository.read(stored.account, in: database)?.confirmedAt != nil else {
            throw ProblemDetails(.notFound)
        }
        try await context.proofs.require(proof, for: .totp, of: stored, call)
        let news = try await context.news(.secondFactorRemoved, of: stored)
        try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard try await SecondFactorRepository.remove(stored.account, in: transaction) else {
                throw ProblemDetails(.notFound)
            }
            try await CredentialAnswerRepository.forget(of: stored.account, in: transaction)
            try await Audit.record(AuditEntry(.secondFactorRemoved, by: call), in: transaction)
            _ = try await news?.send(to: stored.emailIndex, at: try transaction.eventTime(), in: transaction)
        }
        return Answer(.noContent)
    }

    private static var isThere: ProblemDetails {
        ProblemDetails(.conflict, because: .secondFactorThere)
    }

    private static var wrongCode: ProblemDetails {
        ProblemDetails(
            .invalidFields, errors: [.init(pointer: "/code", .init(.expiredCode, "is not a currently valid code"))])
    }

    private static func code(_ body: JSONValue) throws(ProblemDetails) -> String {
        var fields = try BodyFields(body)
        let code = fields.text("code", length: 1...40)
        try fields.finish()
        return code
    }
}
