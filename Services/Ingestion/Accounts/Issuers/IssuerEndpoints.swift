import Crypto
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Sign-in at external issuers, and linked identities (GW-20, C9).
struct IssuerEndpoints: Sendable {
    let context: AccountContext
    let signIn: SignIn
    /// The clients by issuer name.
    let issuers: [String: IssuerClient]

    /// Time limit for the sign-in at the issuer, and for linking its result, in seconds.
    private static let life: TimeInterval = 10 * 60
    /// Allowed lengths of the client's own secret, the same as for a code verifier (RFC 7636 section 4.1).
    private static let secretLength = 43...128

    private var database: PostgresPool { context.database.pool }
    private var clock: any WallClock { context.issuer.clock }
    private var index: BlindIndex { context.emailIndex }

    private func issuer(named name: String?) throws(ProblemDetails) -> IssuerClient {
        guard let name, let issuer = issuers[name] else { throw ProblemDetails(.notFound) }
        return issuer
    }

    /// Lists the issuers that people can choose.
    func listIssuers(_ call: Call) throws -> Answer {
        let known = issuers.values.map(\.settings).sorted { ($0.title, $0.name) < ($1.title, $1.name) }
        return call.publicList(try EventCoding.encode(PageView(items: known.map(IssuerView.init), next: nil)))
    }

    /// Redirects a person to the issuer; a client that accepts JSON receives the address instead.
    func start(_ call: Call) async throws -> Answer {
        let issuer = try issuer(named: call.id)
        guard let text = call.query.first(where: { $0.name == "binding" })?.value,
            let binding = Base64URL.decode(text), binding.count == SHA256.byteCount
        else {
            throw ProblemDetails(
                .invalidFields,
                errors: [
                    .init(parameter: "binding", .init(.malformed, "must be the SHA-256 of a secret, in base64url"))
                ])
        }
        let isFresh = call.query.contains { $0.name == "fresh" && $0.value == "true" }
        let state = SecretToken.random()
        let url = try await asking {
            try await issuer.authorizationURL(
                state: state.text, nonce: nonce(of: state), asksAgain: isFresh,
                codeChallenge: Base64URL.encode(SHA256.hash(data: Array(verifier(of: state).utf8))))
        }
        try await IdentityRepository.begin(
            state: state.hash, at: issuer.settings.name, binding: binding, until: clock.now() + Self.life, in: database)
        if call.headers[.accept]?.contains("application/json") == true {
            return try .json(.ok, IssuerSignInView(url: url))
        }
        var headers = HTTPFields()
        headers[.location] = url
        return Answer(.seeOther, headers: headers)
    }

    /// Signs in a person returning from the issuer; a new person gets an account.
    func create(_ call: Call) async throws -> Answer {
        let issuer = try issuer(named: call.id)
        var fields = try BodyFields(call.body)
        let arrival = Arrival(&fields)
        let locale = fields.optionalText("locale", length: 1...64) ?? "en"
        let timeZone = fields.optionalText("timeZone", length: 1...64) ?? "UTC"
        let terms = fields.optionalText("acceptedTerms", length: 1...32) ?? ""
        if !LocaleTag.isWellFormed(locale) { fields.report("locale", .notALanguage) }
        if !LocaleTag.isTimeZone(timeZone) { fields.report("timeZone", .notATimeZone) }
        if !terms.isEmpty, terms != context.rules.terms {
            fields.report("acceptedTerms", .init(.outdated, "is not the version of GET /v1/terms"))
        }
        try fields.finish()
        let claim = try context.keys.claim(of: call, scope: arrival.scope)
        return try await context.answers.once(claim, call, mismatch: { _ in try await refusal(call) }) {
            let claims = try await claims(of: arrival, at: issuer, call)
            let subject = subjectIndex(claims)
            if let identity = try await IdentityRepository.find(subjectIndex: subject, in: database) {
                return try await signIn.create(by: identity, seen: claims.seenAt, claim, call)
            }
            let email = try await newAddress(of: claims, at: issuer, subject)
            guard try await !AnnouncementRepository.isRetiring(in: database) else {
                throw ProblemDetails(.noNewAccounts)
            }
            return try await register(
                Newcomer(
                    email: email, locale: locale, timeZone: timeZone, terms: terms, issuer: issuer.settings.name,
                    subjectIndex: subject, seen: claims.seenAt),
                claim, call)
        }
    }

    /// The parameters returned from the issuer.
    private struct Arrival: Sendable {
        let code: String
        let state: String
        let secret: String

        init(_ fields: inout BodyFields) {
            code = fields.text("code", length: 1...2_048)
            state = fields.text("state", length: 1...64)
            secret = fields.text("secret", length: IssuerEndpoints.secretLength)
        }

        /// The scope of the idempotency key.
        var scope: [UInt8] { Array(SHA256.hash(data: Array(state.utf8))) }
    }

    /// The identity for a code, if this client began the attempt; each attempt counts once.
    private func claims(of arrival: Arrival, at issuer: IssuerClient, _ call: Call) async throws -> IssuerClaims {
        let binding = Array(SHA256.hash(data: Array(arrival.secret.utf8)))
        guard let state = SecretToken(arrival.state),
            try await IdentityRepository.take(
                state: state.hash, at: issuer.settings.name, binding: binding, at: clock.now(), in: database)
        else { throw try await refusal(call) }
        do {
            return try await asking {
                try await issuer.claims(
                    ofCode: arrival.code, verifier: verifier(of: state), nonce: nonce(of: state))
            }
        } catch is IssuerFault {
            throw try await refusal(call)
        }
    }

    private func refusal(_ call: Call) async throws -> ProblemDetails {
        signIn.metrics.count(.refused)
        try await Audit.record(AuditEntry(.issuerRefused, by: call, resource: call.id, outcome: .refused), in: database)
        return ProblemDetails(
            .invalidCredentials, detail: "The identity provider did not confirm your identity. Start again.")
    }

    /// Calls the issuer.
    ///
    /// - Throws: `unavailable` if the issuer is not reachable; `IssuerFault.refused`.
    private func asking<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch IssuerFault.unavailable {
            throw ProblemDetails(
                .unavailable, detail: "The identity provider does not respond.",
                extensions: [ProblemDetails.retryAfter: .integer(5)])
        }
    }

    // Only the state passes through the browser; the gateway derives the other values from it.

    private func nonce(of state: SecretToken) -> String { Base64URL.encode(index.hash("oidc nonce\n\(state.text)")) }
    private func verifier(of state: SecretToken) -> String {
        Base64URL.encode(index.hash("oidc verifier\n\(state.text)"))
    }
    private func subjectIndex(_ claims: IssuerClaims) -> [UInt8] {
        index.hash("oidc subject\n\(claims.iss)\n\(claims.sub)")
    }

    // MARK: - Registration

    /// A person without an account.
    private struct Newcomer: Sendable {
        let email: EmailAddress
        let locale: String
        let timeZone: String
        let terms: String
        let issuer: String
        let subjectIndex: [UInt8]
        /// When the issuer last authenticated the person.
        let seen: Date?
    }

    /// The address of a new account.
    ///
    /// - Throws: `accountExists` with a link if the address is taken: an address alone, even if an issuer has verified
    ///   it, does not give access to an account; `emailUnverified`.
    private func newAddress(
        of claims: IssuerClaims, at issuer: IssuerClient, _ subject: [UInt8]
    ) async throws -> EmailAddress {
        guard claims.isEmailVerified, let email = claims.email.flatMap(EmailAddress.init) else {
            throw ProblemDetails(
                .emailUnverified, detail: "The identity provider must supply a verified e-mail address.")
        }
        let domain = email.normalized.split(separator: "@").last.map(String.init) ?? ""
        guard !context.rules.deniedDomains.contains(domain) else {
            throw ProblemDetails(.forbidden, detail: "This e-mail domain is not accepted.")
        }
        let known = try await AccountRepository.credentials(emailIndex: index.hash(email.normalized), in: database)
        guard let known else { return email }
        let link = SecretToken.random()
        try await IdentityRepository.offer(
            link: link.hash, to: known.account, issuer.settings.name, subjectIndex: subject,
            until: clock.now() + Self.life, in: database)
        throw ProblemDetails(
            .accountExists, detail: "Sign in to the account, then send the link to /v1/account/identities.",
            extensions: ["link": .string(link.text)])
    }

    /// Creates an account without a usable password: its hash is that of a random one.
    private func register(_ new: Newcomer, _ claim: IdempotencyClaim?, _ call: Call) async throws -> Answer {
        let passwordHash = try await context.hasher.hash(SecretToken.random().text)
        let person = AccountID.random()
        try await context.keyRing.createKey(for: person.uuid)
        let email = try await context.sealer.seal(bytes: Array(new.email.text.utf8), .emailAddress(of: person))
        let fresh = try await context.issuer.prepare(
            for: person, revocationVersion: 1, client: call.headers[.userAgent])
        let contact = try await context.mails.contact(new.email.text, of: person)
        try await signIn.store(fresh, claim, call) { transaction in
            let isNew = try await AccountRepository.insert(
                NewAccount(
                    account: person, emailSealed: email, emailIndex: index.hash(new.email.normalized),
                    passwordHash: passwordHash, locale: new.locale, timeZone: new.timeZone, acceptedTerms: new.terms,
                    createdAt: fresh.issuedAt),
                in: transaction)
            guard isNew else { throw ProblemDetails(.conflict, detail: "Start the sign-in again.") }
            try await IdentityRepository.markMadeByIssuer(person, at: fresh.issuedAt, in: transaction)
            let identity = Identity(
                id: .random(), account: person, issuer: new.issuer, subjectIndex: new.subjectIndex,
                linkedAt: fresh.issuedAt, lastUsedAt: fresh.issuedAt)
            guard try await IdentityRepository.insert(identity, in: transaction) else {
                throw ProblemDetails(.conflict, detail: "Start the sign-in again.")
            }
            try await ConsentRepository.add(
                Consents.atRegistration, of: person, version: 1, terms: new.terms, at: fresh.issuedAt, in: transaction)
            try await SessionRepository.open(
                fresh.session, of: person, token: fresh.refresh, client: fresh.client, by: [.issuer],
                from: call.addressHash,
                issuerSaw: new.seen, at: fresh.issuedAt, expires: fresh.expires, in: transaction)
            try await Audit.record(
                AuditEntry(.registered, by: call, of: person, resource: new.issuer), in: transaction)
            try transaction.append(
                AccountRegistered(
                    accountID: person, locale: new.locale, timeZone: new.timeZone, acceptedTerms: new.terms,
                    registeredAt: fresh.issuedAt),
                key: person, subject: person)
            try transaction.append(
                ContactChanged(
                    accountID: person, version: 1, address: contact, isVerified: true, changedAt: fresh.issuedAt),
                key: person, subject: person)
        }
        signIn.metrics.count(.succeeded)
        return fresh.answer
    }

    // MARK: - Linked identities

    func list(_ call: Call) async throws -> Answer {
        let identities = try await IdentityRepository.list(of: call.principal.account, in: database)
        return try .json(.ok, PageView(items: identities.map(IdentityView.init), next: nil))
    }

    /// Links an identity: with the link from a sign-in, or after returning from the issuer.
    func add(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let proof = ProofForm(&fields, codeName: "secondFactorCode")
        let link = fields.optionalText("link", length: 1...64)
        let name = link == nil ? fields.text("issuer", length: 1...32) : ""
        let arrival = link == nil ? Arrival(&fields) : nil
        try fields.finish()
        let stored = try await context.stored(call.principal.account)
        try await context.proofs.require(proof, for: .identity, of: stored, call)
        let now = EventTime.truncate(clock.now())
        if let link {
            guard let token = SecretToken(link) else { throw ProblemDetails(.notFound) }
            return try await add(to: stored, call, at: now) { transaction in
                let offered = try await IdentityRepository.take(
                    link: token.hash, of: stored.account, at: now, in: transaction)
                guard let offered else { throw ProblemDetails(.notFound) }
                return offered
            }
        }
        guard let arrival else { throw ProblemDetails(.invalidFields) }
        let issuer = try issuer(named: name)
        let subject = subjectIndex(try await claims(of: arrival, at: issuer, call))
        return try await add(to: stored, call, at: now) { _ in (name, subject) }
    }

    private func add(
        to stored: StoredAccount, _ call: Call, at now: Date,
        _ named: (borrowing Transaction) async throws -> (issuer: String, subjectIndex: [UInt8])
    ) async throws -> Answer {
        let id = IdentityID.random(), person = stored.account, principal = try call.principal
        let news = try await context.news(.identityAdded, of: stored)
        let identity = try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard try await SignInMethodRepository.holds(principal, in: transaction) else {
                throw ProblemDetails(.sessionEnded)
            }
            let (issuer, subject) = try await named(transaction)
            let identity = Identity(
                id: id, account: person, issuer: issuer, subjectIndex: subject, linkedAt: now, lastUsedAt: nil)
            guard try await IdentityRepository.insert(identity, in: transaction) else {
                throw ProblemDetails(
                    .conflict,
                    detail: "This identity is already linked to an account, or you already have one from this issuer.")
            }
            try await CredentialAnswerRepository.forget(of: person, in: transaction)
            try await Audit.record(
                AuditEntry(.identityLinked, by: call, resource: "\(issuer) \(id)"), in: transaction)
            _ = try await news?.send(to: stored.emailIndex, at: now, in: transaction)
            return identity
        }
        return try .json(.created, IdentityView(identity))
    }

    /// Removes an identity, with a proof, unless it is the last sign-in method.
    func remove(_ call: Call) async throws -> Answer {
        let person = try call.principal.account, id = IdentityID(try ResourceReader.id(of: call))
        guard try await IdentityRepository.list(of: person, in: database).contains(where: { $0.id == id }) else {
            throw ProblemDetails(.notFound)
        }
        let proof = try ProofForm(body: call.body), stored = try await context.stored(person)
        try await context.proofs.require(proof, for: .identity, of: stored, call)
        let news = try await context.news(.identityRemoved, of: stored)
        try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            let methods = try await SignInMethodRepository.lock(of: person, in: transaction)
            guard try await IdentityRepository.remove(id, of: person, in: transaction), let methods else {
                throw ProblemDetails(.notFound)
            }
            guard methods.canSpareOne else { throw ProblemDetails.lastWayIn }
            try await CredentialAnswerRepository.forget(of: person, in: transaction)
            try await Audit.record(AuditEntry(.identityUnlinked, by: call, resource: id.description), in: transaction)
            _ = try await news?.send(to: stored.emailIndex, at: try transaction.eventTime(), in: transaction)
        }
        return Answer(.noContent)
    }
}
