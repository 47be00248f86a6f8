import EventContracts
import Foundation
import Messaging
import Postgres
import ServiceRuntime

/// The table `consents`.
package enum ConsentRepository {
    /// The consents of some people, in the order of accounts.
    package static func list(
        of accounts: [AccountID], in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Consents] {
        let rows = try await database.query(
            """
            SELECT DISTINCT ON (account_id, purpose) account_id, purpose, version, allowed, at FROM consents
            WHERE account_id = ANY (\(accounts.map(\.uuid))) ORDER BY account_id, purpose, version DESC
            """)
        var consents: [Consents] = []
        for row in rows {
            let (id, name, version, allowed, at) = try row.decode(
                UUID.self, String.self, Int64.self, Bool.self, Date.self)
            if consents.last?.account.uuid != id {
                consents.append(Consents(account: AccountID(id), version: version, purposes: [:]))
            }
            let last = consents.count - 1
            consents[last].version = max(consents[last].version, version)
            // A purpose of a later release, which may run beside this one during an upgrade, has no meaning here.
            guard let purpose = ConsentPurpose(rawValue: name) else { continue }
            consents[last].purposes[purpose] = Consents.Entry(allowed: allowed, changedAt: at)
        }
        return consents
    }

    /// The consents of a person.
    package static func read(
        _ account: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Consents {
        try await list(of: [account], in: database).first ?? Consents(account: account, version: 0, purposes: [:])
    }

    /// Whether a person has given a consent.
    package static func allows(
        _ purpose: ConsentPurpose, _ account: AccountID, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await database.lookUp(
            """
            SELECT allowed FROM consents WHERE account_id = \(account.uuid) AND purpose = \(purpose.rawValue)
            ORDER BY version DESC LIMIT 1
            """
        ).first?.decode(Bool.self) ?? false
    }

    /// Stores given and withdrawn consents; the others stay unchanged.
    package static func add(
        _ changes: [ConsentPurpose: Bool], of account: AccountID, version: Int64, terms: String, at now: Date,
        in transaction: borrowing Transaction
    ) async throws {
        let changes = changes.sorted { $0.key.rawValue < $1.key.rawValue }
        let purposes = changes.map(\.key.rawValue), allowed = changes.map(\.value)
        try await transaction.execute(
            """
            INSERT INTO consents (account_id, purpose, version, allowed, terms, at)
            SELECT \(account.uuid), purpose, \(version), allowed, \(terms), \(now)
            FROM unnest(\(purposes), \(allowed)) AS said (purpose, allowed)
            """)
    }

    /// Requires consents; for purposes without a decision of the person it records consent, because the deliberate
    /// action expresses it (GW-22).
    ///
    /// - Returns: The version of the consents after that.
    /// - Throws: `consent-required` with the first refused purpose; a `PostgresError`.
    package static func require(
        _ purposes: [ConsentPurpose], of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Int64 {
        guard let accepted = try await lock(account, in: transaction) else { throw ProblemDetails(.sessionEnded) }
        let known = try await read(account, in: transaction)
        if let refused = purposes.first(where: known.refuses) { throw ProblemDetails.consentRequired(refused) }
        let given = purposes.filter { !known.allows($0) }
        guard !given.isEmpty else { return known.version }
        try await add(
            Dictionary(uniqueKeysWithValues: given.map { ($0, true) }), of: account, version: known.version + 1,
            terms: accepted.terms, at: transaction.eventTime(), in: transaction)
        let new = try await read(account, in: transaction)
        try transaction.append(new.event, key: account, subject: account)
        return new.version
    }

    /// Locks a person's consents until the transaction ends.
    ///
    /// - Returns: The accepted terms, and when; nil if the account does not exist.
    package static func lock(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> (terms: String, at: Date)? {
        try await transaction.query(
            "SELECT accepted_terms, terms_accepted_at FROM accounts WHERE account_id = \(account.uuid) FOR UPDATE"
        ).first.map { try $0.decode(String.self, Date.self) }
    }

    /// The accepted terms of a person, and when.
    package static func terms(
        of account: AccountID, in database: some PostgresQuerying
    ) async throws -> (terms: String, at: Date)? {
        try await database.lookUp(
            "SELECT accepted_terms, terms_accepted_at FROM accounts WHERE account_id = \(account.uuid)"
        ).first.map { try $0.decode(String.self, Date.self) }
    }

    /// The history of a person's consents, the newest first.
    package static func history(
        of account: AccountID, before version: Int64?, limit: Int, in database: some PostgresQuerying
    ) async throws -> [ConsentRecord] {
        try await database.query(
            """
            SELECT version, jsonb_object_agg(purpose, allowed), min(terms), min(at) FROM consents
            WHERE account_id = \(account.uuid) AND (\(version)::bigint IS NULL OR version < \(version)::bigint)
            GROUP BY version ORDER BY version DESC LIMIT \(limit)
            """
        ).map { row in
            let (version, purposes, terms, at) = try row.decode(
                Int64.self, PostgresJSON.self, String.self, Date.self)
            return ConsentRecord(version: version, purposes: try purposes.value(), terms: terms, at: at)
        }
    }
}
