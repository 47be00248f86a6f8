import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Purchases
import Sealing
import ServiceRuntime

/// Consents by purpose (GW-21, GW-22).
struct ConsentEndpoints: Sendable {
    let resources: ResourceReader
    let database: MessagingDatabase
    let sessions: SessionRegistry
    let sealer: Sealer
    let households: any HouseholdMembership
    /// The current version of the terms.
    let terms: String

    /// A placeholder in cursors, because the history is ordered only by versions.
    private static let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let consents = try await ConsentRepository.read(account, in: database.pool)
        let accepted = try await ConsentRepository.terms(of: account, in: database.pool)
        guard let accepted else { throw ProblemDetails(.sessionEnded) }
        return try await resources.answer(version: EntityTag.Version(consents.version), to: call) {
            try EventCoding.encode(ConsentsView(consents, terms: accepted, current: terms))
        }
    }

    /// Changes the given purposes; unchanged ones are not recorded again.
    func set(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let options = fields.purposes("purposes")
        if !fields.names("purposes") { fields.report("purposes", .init(.required, "is missing")) }
        try fields.finish()
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        let masked = try await maskedPreferences(of: account, options)
        let (consents, accepted) = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard let accepted = try await ConsentRepository.lock(account, in: transaction) else {
                throw ProblemDetails(.sessionEnded)
            }
            let old = try await ConsentRepository.read(account, in: transaction)
            guard condition?.matches(old.version) ?? true else { throw ProblemDetails(.versionMismatch) }
            let changes = options.filter { old.allows($0.key) != $0.value || old.purposes[$0.key] == nil }
            guard !changes.isEmpty else { return (old, accepted) }
            let now = try transaction.eventTime()
            try await ConsentRepository.add(
                changes, of: account, version: old.version + 1, terms: accepted.terms, at: now, in: transaction)
            try await Audit.record(AuditEntry(.consentChanged, by: call), in: transaction)
            let new = try await ConsentRepository.read(account, in: transaction)
            try transaction.append(new.event, key: account, subject: account)
            // Household sharing depends on membership.
            if !new.allows(.sharing) { try await households.leaveHousehold(account, in: transaction) }
            if let masked { try await submit(masked, of: account, under: new.version, in: transaction) }
            return (new, accepted)
        }
        // Cached sessions contain the consents.
        await sessions.changed(try await SessionRepository.open(of: account, in: database.pool), of: account)
        var headers = HTTPFields()
        headers[.eTag] = EntityTag.text(consents.version)
        return try .json(.ok, ConsentsView(consents, terms: accepted, current: terms), headers: headers)
    }

    /// The history of the person's consents, the newest first.
    func history(_ call: Call) async throws -> Answer {
        let page = try PageQuery(call.query)
        let records = try await ConsentRepository.history(
            of: call.principal.account, before: page.cursor?.sortKey, limit: page.limit, in: database.pool)
        let next = records.count == page.limit ? records.last : nil
        return try .json(
            .ok,
            PageView(
                items: records.map(ConsentRecordView.init),
                next: next.map { PageCursor(sortKey: $0.version, id: Self.noID).text }))
    }

    /// The shopping preferences without the withdrawn parts; nil if nothing changes.
    ///
    /// `spending` itself applies the consents to a command that is still pending.
    private func maskedPreferences(
        of account: AccountID, _ options: [ConsentPurpose: Bool]
    ) async throws -> Sealed<ShoppingPreferences>? {
        guard options[.location] == false || options[.communityPrices] == false,
            let document = try await resources.ownDocument(
                ResourceReference(.shoppingPreferences, account.uuid), of: account)
        else { return nil }
        let stored = try EventCoding.decode(ShoppingPreferencesChanged.self, from: document.body)
        let preferences = try await sealer.open(stored.wishes, .shoppingPreferences(of: account))
        let masked = preferences.masked(
            location: options[.location] != false, communityPrices: options[.communityPrices] != false)
        return masked == preferences ? nil : try await sealer.seal(masked, .shoppingPreferences(of: account))
    }

    private func submit(
        _ preferences: Sealed<ShoppingPreferences>, of account: AccountID, under consents: Int64,
        in transaction: borrowing Transaction
    ) async throws {
        let version = try await VersionRepository.next(
            of: ResourceReference(.shoppingPreferences, account.uuid), of: account, after: nil, accepted: nil,
            at: transaction.eventTime(), in: transaction)
        guard let version else { return }
        try transaction.append(
            SetShoppingPreferences(accountID: account, version: version, wishes: preferences, consentVersion: consents),
            key: account, subject: account)
    }
}
