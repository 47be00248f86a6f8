import EventContracts
import Foundation
import Messaging
import Postgres

/// A change of a label that names something new.
package struct RecipeChange: Sendable, Equatable {
    package let gtin: GTIN
    /// The product's version after the change.
    package let version: Int64
    package let before: AllergenFacts
    package let after: AllergenFacts
    /// The account whose scan revealed the change; it was informed by the scan's answer.
    package let reader: AccountID
    /// Accounts up to this id have been processed.
    package let notifiedThrough: AccountID?
    /// Whether all accounts that scanned the product have been informed, so that buyers are next.
    package let isForBuyers: Bool

    package init(
        gtin: GTIN, version: Int64, before: AllergenFacts, after: AllergenFacts, reader: AccountID,
        notifiedThrough: AccountID? = nil, isForBuyers: Bool = false
    ) {
        self.gtin = gtin
        self.version = version
        self.before = before
        self.after = after
        self.reader = reader
        self.notifiedThrough = notifiedThrough
        self.isForBuyers = isForBuyers
    }
}

/// Recipe changes whose earlier readers are still to be informed.
package enum RecipeChangeRepository {
    /// Adds a change.
    package static func add(_ change: RecipeChange, in transaction: borrowing Transaction) async throws {
        let before = try PostgresJSON(change.before), after = try PostgresJSON(change.after)
        try await transaction.execute(
            """
            INSERT INTO recipe_changes (gtin, version, facts_before, facts_after, reader_id)
            VALUES (\(change.gtin.digits), \(change.version), \(before), \(after), \(change.reader.uuid))
            """)
    }

    /// The next change to announce, if any.
    package static func next(
        on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> RecipeChange? {
        try await database.query(
            """
            SELECT gtin, version, facts_before, facts_after, reader_id, told_through, is_for_buyers
            FROM recipe_changes ORDER BY gtin, version LIMIT 1
            """
        ).first.map { row in
            let (gtin, version, before, after, reader, through, isForBuyers) = try row.decode(
                GTIN.self, Int64.self, PostgresJSON.self, PostgresJSON.self, UUID.self, UUID?.self, Bool.self)
            return RecipeChange(
                gtin: gtin, version: version, before: try before.value(), after: try after.value(),
                reader: AccountID(reader), notifiedThrough: through.map(AccountID.init),
                isForBuyers: isForBuyers)
        }
    }

    /// Stores the progress of the notices.
    ///
    /// - Returns: False if another instance was first.
    package static func markInformed(
        _ change: RecipeChange, through account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE recipe_changes SET told_through = \(account.uuid)
            WHERE gtin = \(change.gtin.digits) AND version = \(change.version)
                AND told_through IS NOT DISTINCT FROM \(change.notifiedThrough?.uuid)
                AND is_for_buyers = \(change.isForBuyers)
            """) == 1
    }

    /// Continues with the accounts that bought the product.
    package static func turnToBuyers(_ change: RecipeChange, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            UPDATE recipe_changes SET is_for_buyers = true, told_through = NULL
            WHERE gtin = \(change.gtin.digits) AND version = \(change.version)
            """)
    }

    /// Finishes the notices of a change.
    package static func finish(_ change: RecipeChange, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "DELETE FROM recipe_changes WHERE gtin = \(change.gtin.digits) AND version = \(change.version)")
    }
}
