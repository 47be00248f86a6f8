import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// The passkeys of an account.
struct PasskeyEndpoints: Sendable {
    let context: AccountContext
    let ceremony: PasskeyCeremony

    private var database: PostgresPool { context.database.pool }
    private var clock: any WallClock { context.issuer.clock }
    private var sealer: Sealer { context.sealer }

    /// Options for a new passkey; needs a proof of identity.
    func start(_ call: Call) async throws -> Answer {
        let proof = try ProofForm(body: call.body)
        let stored = try await context.stored(call.principal.account)
        try await context.proofs.require(proof, for: .passkey, of: stored, call)
        let known = try await PasskeyRepository.list(of: stored.account, in: database)
        guard known.count < Passkey.maxPerAccount else { throw Self.tooMany }
        let address = try await context.address(of: stored), challenge = SecretToken.random()
        try await PasskeyRepository.insert(
            challenge: challenge.hash, for: .registration, of: stored.account,
            until: clock.now() + PasskeyChallenge.life, in: database)
        let options = PasskeyCreationView(
            challenge: challenge.text, rp: .init(id: ceremony.site.id),
            user: .init(id: Self.userHandle(of: stored.account), name: address, displayName: address),
            excludeCredentials: known.map(PasskeyDescriptorView.init))
        return try .json(.ok, PasskeyOptionsView(publicKey: options))
    }

    /// Stores a new passkey from an authenticator's response.
    func add(_ call: Call) async throws -> Answer {
        let person = try call.principal.account
        var fields = try BodyFields(call.body)
        let name = fields.text("name", length: 1...Passkey.maxNameLength)
        if !fields.names("credential") { fields.report("credential", .required) }
        let member = fields.member("credential")
        try fields.finish()
        let now = EventTime.truncate(clock.now())
        do {
            let attested = try await ceremony.attested(member, for: .registration) { hash in
                try await PasskeyRepository.take(challenge: hash, for: .registration, at: now, in: database)
            }
            guard attested.challenge.account == person else { throw PasskeyFault.challenge }
            let passkey = try await attested.passkey(of: person, named: name, at: now, sealer: sealer)
            try await store(passkey, call)
            return try .json(.created, PasskeyView(passkey, name: name))
        } catch let fault as PasskeyFault {
            throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/credential", fault.field)])
        }
    }

    private func store(_ passkey: Passkey, _ call: Call) async throws {
        let stored = try await context.stored(passkey.account), principal = try call.principal
        let news = try await context.news(.passkeyAdded, of: stored)
        try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard try await SignInMethodRepository.holds(principal, in: transaction) else {
                throw ProblemDetails(.sessionEnded)
            }
            guard try await PasskeyRepository.insert(passkey, in: transaction) else { throw Self.tooMany }
            try await CredentialAnswerRepository.forget(of: passkey.account, in: transaction)
            _ = try await news?.send(to: stored.emailIndex, at: passkey.createdAt, in: transaction)
            try await Audit.record(
                AuditEntry(.passkeyAdded, by: call, resource: passkey.id.description), in: transaction)
        }
    }

    func list(_ call: Call) async throws -> Answer {
        let passkeys = try await PasskeyRepository.list(of: call.principal.account, in: database)
        var views: [PasskeyView] = []
        for passkey in passkeys { views.append(PasskeyView(passkey, name: try await name(of: passkey))) }
        return try .json(.ok, PageView(items: views, next: nil))
    }

    func rename(_ call: Call) async throws -> Answer {
        let person = try call.principal.account, id = PasskeyID(try ResourceReader.id(of: call))
        guard let passkey = try await PasskeyRepository.read(id, of: person, in: database) else {
            throw ProblemDetails(.notFound)
        }
        var fields = try BodyFields(call.body)
        let name = fields.text("name", length: 1...Passkey.maxNameLength)
        try fields.finish()
        let sealed = try await sealer.seal(bytes: Array(name.utf8), .passkeyName(id, of: person))
        let isRenamed = try await database.withTransaction { transaction in
            try await PasskeyRepository.rename(id, of: person, to: sealed, in: transaction)
        }
        guard isRenamed else { throw ProblemDetails(.notFound) }
        return try .json(.ok, PasskeyView(passkey, name: name))
    }

    /// Removes a passkey, with a proof, unless it is the last sign-in method.
    func remove(_ call: Call) async throws -> Answer {
        let person = try call.principal.account, id = PasskeyID(try ResourceReader.id(of: call))
        guard try await PasskeyRepository.read(id, of: person, in: database) != nil else {
            throw ProblemDetails(.notFound)
        }
        let proof = try ProofForm(body: call.body), stored = try await context.stored(person)
        try await context.proofs.require(proof, for: .passkey, of: stored, call)
        let news = try await context.news(.passkeyRemoved, of: stored)
        try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            let methods = try await SignInMethodRepository.lock(of: person, in: transaction)
            guard try await PasskeyRepository.remove(id, of: person, in: transaction), let methods else {
                throw ProblemDetails(.notFound)
            }
            guard methods.canSpareOne else { throw ProblemDetails.lastWayIn }
            if methods.passkeys == 1, try await SecondFactorRepository.isPasskeysAlone(of: person, in: transaction) {
                throw ProblemDetails(.lastWayIn, detail: "Remove the second factor first, or add another passkey.")
            }
            try await CredentialAnswerRepository.forget(of: person, in: transaction)
            try await Audit.record(AuditEntry(.passkeyRemoved, by: call, resource: id.description), in: transaction)
            _ = try await news?.send(to: stored.emailIndex, at: try transaction.eventTime(), in: transaction)
        }
        return Answer(.noContent)
    }

    private func name(of passkey: Passkey) async throws -> String {
        let bytes = try await sealer.open(bytes: passkey.nameSealed, .passkeyName(passkey.id, of: passkey.account))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The user handle stored by the authenticator: the account's random id.
    static func userHandle(of account: AccountID) -> String {
        Base64URL.encode(withUnsafeBytes(of: account.uuid.uuid) { Array($0) })
    }

    private static var tooMany: ProblemDetails {
        ProblemDetails(
            .conflict, detail: "This passkey is known, or you have \(Passkey.maxPerAccount). Remove one first.")
    }
}

extension ProblemDetails {
    /// The problem of removing the last sign-in method.
    static var lastWayIn: ProblemDetails {
        ProblemDetails(
            .lastWayIn, detail: "Set a password with /v1/accounts/recovery first, or add another sign-in method.")
    }
}
