import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Grants a dietician, doctor or trainer read access to a part of the person's records, and ends it (GW-48, NUT-28,
/// NUT-29).
struct GrantEndpoints: Sendable {
    let database: MessagingDatabase
    let sealer: Sealer

    /// Offers a grant: the answer contains the invitation, which the person passes on.
    func offer(_ call: Call) async throws -> Answer {
        let owner = try call.principal.account, now = EventTime.truncate(database.clock.now())
        let options = try Self.options(call.body, at: now)
        let id = GrantID.random(), token = SecretToken.random()
        let words = try await sealer.seal(GrantWords(name: options.name), .grantWords(id, of: owner))
        let grant = Grant(
            id: id, owner: owner, scopes: options.scopes, words: words, state: .offered, version: 1, offeredAt: now,
            expiresAt: options.expiresAt)
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            _ = try await ConsentRepository.require([.sharing], of: owner, in: transaction)
            guard try await GrantRepository.insert(grant, tokenHash: token.hash, in: transaction) else {
                throw ProblemDetails(.conflict, detail: "You have \(Grant.maxPerOwner) grants. Withdraw one first.")
            }
            try await Audit.record(
                AuditEntry(.grantOffered, by: call, resource: id.description), in: transaction)
            try transaction.append(grant.event(at: now), key: owner, subject: id)
        }
        return try .json(.created, GrantView(grant, name: options.name, at: now, token: token.text))
    }

    /// Accepts a grant with its invitation: once, before it expires, and not by its owner.
    func accept(_ call: Call) async throws -> Answer {
        let grantee = try call.principal.account
        var fields = try BodyFields(call.body)
        let text = fields.text("token", length: 1...64)
        try fields.finish()
        guard let token = SecretToken(text) else { throw ProblemDetails(.notFound) }
        let now = EventTime.truncate(database.clock.now())
        let grant = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard
                let grant = try await GrantRepository.accept(
                    tokenHash: token.hash, by: grantee, at: now, in: transaction)
            else { throw ProblemDetails(.notFound) }
            var entry = AuditEntry(.grantAccepted, by: call, of: grant.owner, resource: grant.id.description)
            entry.role = AuditEntry.Actor.grantee
            try await Audit.record(entry, in: transaction)
            try transaction.append(grant.event(at: now), key: grant.owner, subject: grant.id)
            return grant
        }
        return try .json(.ok, try await view(of: grant, for: grantee, at: now))
    }

    /// Lists the grants given or, with `as=grantee`, those received.
    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, now = database.clock.now()
        let side = call.query.first { $0.name == "as" }?.value ?? "owner"
        let grants =
            switch side {
            case "owner": try await GrantRepository.given(by: account, in: database.pool)
            case "grantee": try await GrantRepository.held(by: account, at: now, in: database.pool)
            default:
                throw ProblemDetails(
                    .invalidFields,
                    errors: [
                        .init(
                            parameter: "as",
                            .init(.notAChoice, "must be owner or grantee", ["choices": .texts(["owner", "grantee"])]))
                    ])
            }
        var views: [GrantView] = []
        for grant in grants { views.append(try await view(of: grant, for: account, at: now)) }
        return try .json(.ok, PageView(items: views, next: nil))
    }

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, id = GrantID(try ResourceReader.id(of: call))
        guard let grant = try await GrantRepository.read(id, of: account, in: database.pool) else {
            throw ProblemDetails(.notFound)
        }
        return try .json(.ok, try await view(of: grant, for: account, at: database.clock.now()))
    }

    /// Ends a grant, by its owner or its recipient.
    func end(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, id = GrantID(try ResourceReader.id(of: call))
        let now = EventTime.truncate(database.clock.now())
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard let grant = try await GrantRepository.end(id, by: account, at: now, in: transaction) else {
                throw ProblemDetails(.notFound)
            }
            var entry = AuditEntry(.grantWithdrawn, by: call, of: grant.owner, resource: id.description)
            if grant.owner != account { entry.role = AuditEntry.Actor.grantee }
            try await Audit.record(entry, in: transaction)
            try transaction.append(grant.event(at: now), key: grant.owner, subject: id)
        }
        return Answer(.noContent)
    }

    private func view(of grant: Grant, for account: AccountID, at now: Date) async throws -> GrantView {
        guard account == grant.owner else {
            let owner = try await Self.name(of: grant.owner, opening: sealer, in: database.pool)
            return GrantView(held: grant, owner: owner, at: now)
        }
        let words = try await sealer.open(grant.words, .grantWords(grant.id, of: grant.owner))
        return GrantView(grant, name: words.name, at: now)
    }

    /// The person's display name, if any.
    static func name(
        of owner: AccountID, opening sealer: Sealer, in database: PostgresPool
    ) async throws -> String? {
        guard let stored = try await AccountRepository.read(owner, in: database), let sealed = stored.detailsSealed
        else { return nil }
        let bytes = try await sealer.open(bytes: sealed, .accountDetails(of: owner))
        return try EventCoding.decode(AccountDetails.self, from: bytes).name
    }

    private static func options(
        _ body: JSONValue, at now: Date
    ) throws(ProblemDetails) -> (name: String, scopes: Set<GrantScope>, expiresAt: Date) {
        var fields = try BodyFields(body)
        let name = fields.text("name", length: Grant.nameLength)
        let scopes = Set(fields.choices("scopes", of: GrantScope.self))
        if scopes.isEmpty, !fields.hasProblem(among: ["scopes"]) {
            fields.report("scopes", .init(.tooFew, "must have at least one entry", ["min": 1]))
        }
        let text = fields.text("expiresAt", length: 1...40)
        let end = EventTime.parse(text)
        if !fields.hasProblem("expiresAt"), end.map({ $0 <= now || $0 > now + Grant.maxDuration }) ?? true {
            fields.report(
                "expiresAt", .init(.outOfRange, "must be a time within a year from now, such as 2026-12-31T12:00:00Z"))
        }
        try fields.finish()
        return (name, scopes, end ?? now)
    }
}
