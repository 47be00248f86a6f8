import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Sealing
import ServiceRuntime

/// Terms and registration.
struct AccountEndpoints: Sendable {
    let context: AccountContext

    private struct Terms: Encodable {
        let version: String
    }

    func readTerms(_ call: Call) throws -> Answer {
        call.publicList(try EventCoding.encode(Terms(version: context.rules.terms)))
    }

    /// The terms and the privacy notice of a version, in the client's language.
    func readTermsText(_ call: Call) throws -> Answer {
        guard let version = call.id, let text = try TermsText.builtIn(version) else { throw ProblemDetails(.notFound) }
        let language = ContentLanguage.accepted(by: call.headers[values: .acceptLanguage]).first ?? .en
        return call.publicList(try EventCoding.encode(text.view(in: language)), in: language)
    }

    func acceptTerms(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let version = fields.text("version", length: 1...32)
        if !version.isEmpty, version != context.rules.terms {
            fields.report("version", .init(.outdated, "is not the version of GET /v1/terms"))
        }
        try fields.finish()
        let principal = try call.principal
        try await AccountRepository.acceptTerms(
            version, by: principal.account, at: context.issuer.clock.now(), in: context.database.pool)
        await context.sessions.changed(principal.session, of: principal.account)
        return Answer(.noContent)
    }

    /// Registers and signs in.
    ///
    /// A taken address is reported with 409: a registration that signs in at once cannot hide it. It counts against the
    /// address's sign-in limit; sign-in itself reveals nothing.
    func register(_ call: Call) async throws -> Answer {
        let form = try RegistrationForm(
            call.body, context.rules, at: context.issuer.clock.now(), context.firstGoals)
        let index = context.emailIndex.hash(form.email.normalized)
        let claim = try context.keys.claim(of: call, scope: index)
        let tries = { SignInTries(at: .password, of: $0, context.backoff) }
        let mismatch = { (account: AccountID) async throws in
            tries(account).failed()
            try await Audit.record(
                AuditEntry(.signInRefused, by: call, of: account, outcome: .refused), in: context.database.pool)
            return ProblemDetails(.accountExists)
        }
        let answer = try await context.answers.once(claim, call, tries: tries, mismatch: mismatch) {
            guard try await !AnnouncementRepository.isRetiring(in: context.database.pool) else {
                throw ProblemDetails(.noNewAccounts)
            }
            guard try await AccountRepository.credentials(emailIndex: index, in: context.database.pool) == nil else {
                throw ProblemDetails(.accountExists)
            }
            return try await create(form, emailIndex: index, claim, call)
        }
        // The ignored members follow from the request alone, so a repeated request gets the same ones.
        return answer.status == .created ? form.profile.addIgnored(to: answer) : answer
    }

    /// A passkey used for registering an account.
    private struct FirstPasskey: Sendable {
        let account: AccountID
        let attested: AttestedPasskey
        let name: String
    }

    /// Passkey options for registering without a password; reveals nothing about existing accounts.
    func startRegistration(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let email = context.rules.address(fields.text("email", length: 1...320), in: &fields)
        try fields.finish()
        guard let email else { throw ProblemDetails(.invalidFields) }
        let challenge = SecretToken.random(), account = AccountID.random()
        try await PasskeyRepository.insert(
            challenge: challenge.hash, for: .newAccount,
            newcomer: .init(account: account, emailIndex: context.emailIndex.hash(email.normalized)),
            until: context.issuer.clock.now() + PasskeyChallenge.life, in: context.database.pool)
        let options = PasskeyCreationView(
            challenge: challenge.text, rp: .init(id: context.proofs.ceremony.site.id),
            user: .init(id: PasskeyEndpoints.userHandle(of: account), name: email.text, displayName: email.text),
            excludeCredentials: [])
        return try .json(.ok, PasskeyOptionsView(publicKey: options))
    }

    /// Verifies a passkey created for a new account with this address; its challenge is used up.
    private func firstPasskey(_ member: JSONValue, emailIndex index: [UInt8]) async throws -> FirstPasskey {
        var fields = try BodyFields(member)
        let name = fields.text("name", length: 1...Passkey.maxNameLength)
        let credential = fields.member("credential")
        try fields.finish()
        do {
            let attested = try await context.proofs.ceremony.attested(credential, for: .newAccount) { hash in
                try await PasskeyRepository.take(
                    challenge: hash, for: .newAccount, at: EventTime.truncate(context.issuer.clock.now()),
                    in: context.database.pool)
            }
            guard let newcomer = attested.challenge.newcomer, newcomer.emailIndex == index else {
                throw PasskeyFault.challenge
            }
            return FirstPasskey(account: newcomer.account, attested: attested, name: name)
        } catch let fault as PasskeyFault {
            throw ProblemDetails(
                .invalidFields, errors: [.init(pointer: "/passkey/credential", fault.field)])
        }
    }

    /// The data key is created first: a key without an account is harmless.
    private func create(
        _ form: RegistrationForm, emailIndex index: [UInt8], _ claim: IdempotencyClaim?, _ call: Call
    ) async throws -> Answer {
        var first: FirstPasskey?
        if let passkey = form.passkey { first = try await firstPasskey(passkey, emailIndex: index) }
        let passwordHash = try await context.hasher.hash(form.password ?? SecretToken.random().text)
        let account = first?.account ?? AccountID.random()
        try await context.keyRing.createKey(for: account.uuid)
        let email = try await context.sealer.seal(bytes: Array(form.email.text.utf8), .emailAddress(of: account))
        let fresh = try await context.issuer.prepare(
            for: account, revocationVersion: 1, client: call.headers[.userAgent])
        let stored = try await context.answers.sealed(fresh, for: claim)
        var passkey: Passkey?
        if let first {
            passkey = try await first.attested.passkey(
                of: account, named: first.name, at: fresh.issuedAt, sealer: context.sealer)
        }
        let kept = passkey, profile = try await sealed(form.profile, of: account)
        let contact = try await context.mails.contact(form.email.text, of: account)
        let verification = try await context.mails.draft(
            .verification, to: form.email.text, of: account, in: form.locale)
        try await write(call) { transaction in
            try context.answers.store(stored, for: claim, call, at: fresh.issuedAt, in: transaction)
            let isNew = try await AccountRepository.insert(
                NewAccount(
                    account: account, emailSealed: email, emailIndex: index, passwordHash: passwordHash,
                    locale: form.locale, timeZone: form.timeZone, acceptedTerms: context.rules.terms,
                    createdAt: fresh.issuedAt, detailsSealed: profile.detailsSealed,
                    usernameIndex: profile.usernameIndex),
                in: transaction)
            guard isNew else { throw ProblemDetails(.accountExists) }
            if let kept {
                try await SignInMethodRepository.markWithoutPassword(account, in: transaction)
                guard try await PasskeyRepository.insert(kept, in: transaction) else {
                    throw ProblemDetails(.conflict, detail: "This passkey is already registered.")
                }
            }
            try await ConsentRepository.add(
                form.consents, of: account, version: 1, terms: context.rules.terms, at: fresh.issuedAt, in: transaction)
            try await SessionRepository.open(
                fresh.session, of: account, token: fresh.refresh, client: fresh.client,
                by: [kept == nil ? .password : .passkey], from: call.addressHash, at: fresh.issuedAt,
                expires: fresh.expires, in: transaction)
            try await Audit.record(AuditEntry(.registered, by: call, of: account), in: transaction)
            let registered = AccountRegistered(
                accountID: account, locale: form.locale, timeZone: form.timeZone, acceptedTerms: context.rules.terms,
                registeredAt: fresh.issuedAt)
            try transaction.append(registered, key: account, subject: account)
            let changed = ContactChanged(
                accountID: account, version: 1, address: contact, isVerified: false, changedAt: fresh.issuedAt)
            try transaction.append(changed, key: account, subject: account)
            _ = try await verification.send(to: index, at: fresh.issuedAt, in: transaction)
            if let goals = profile.goals {
                try await set(goals, of: account, from: form.profile.day, at: fresh.issuedAt, in: transaction)
            }
        }
        return fresh.answer
    }
}
