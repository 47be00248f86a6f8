import EventContracts
import Foundation
import Messaging
import Postgres

/// The personal data of `allergen`.
package enum AllergenErasure {
    /// Account id that replaces erased accounts in product readings.
    static let erasedReader = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The erasure of each table; facts about products are kept without their contributors.
    ///
    /// Reports marked differently from the account's status become due, because the status is deleted too.
    package static let list = ErasureList([
        .rows(of: "profiles"),
        .rows(of: "scans"),
        .rows(of: "pending_scans"),
        .rows(of: "due_compactions"),
        .rows(of: "reactions"),
        .rows(of: "meals"),
        .rows(of: "purchases"),
        .rows(of: "bought_products"),
        .rows(of: "product_readings"),
        .init("product_reports") {
            """
            WITH own AS (DELETE FROM product_reports WHERE account_id = \($0.uuid) AND NOT is_worldwide)
            UPDATE product_reports SET account_id = gen_random_uuid(), scan_id = gen_random_uuid(),
                due_at = (
                    SELECT COALESCE(due_at, now()) FROM account_standings
                    WHERE account_standings.account_id = \($0.uuid)
                        AND account_standings.is_suspended <> product_reports.is_suspended)
            WHERE account_id = \($0.uuid) AND is_worldwide
            """
        },
        .rows(of: "account_standings"),
        .rows(of: "purchase_numbers"),
        .rows(of: "recall_alerts"),
        .init("recipe_changes") {
            "UPDATE recipe_changes SET reader_id = \(erasedReader) WHERE reader_id = \($0.uuid)"
        },
    ])
}
