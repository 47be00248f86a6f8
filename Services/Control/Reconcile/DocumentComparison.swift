import Postgres

/// Compares the gateway's documents of one kind with the table of the service that owns the resources, by id and
/// version.
struct DocumentComparison: Sendable {
    /// The kind of document, as in `documents.kind`.
    let kind: String
    /// A query for id and version of the owner's rows.
    let owned: String

    /// A day's id is the account's id, its first four bytes replaced by the day number (`DayID`).
    private static func dated(_ table: String, by day: String) -> String {
        """
        SELECT (lpad(to_hex(
            (('x' || left(account_id::text, 8))::bit(32)::bigint # ((\(day) - DATE '1970-01-01')::bigint & 4294967295))
            ), 8, '0') || substr(account_id::text, 9))::uuid AS id, version
        FROM nutrition.\(table)
        """
    }

    /// The rows of a table that are not deleted.
    private static func kept(_ id: String, in table: String) -> String {
        "SELECT \(id) AS id, version FROM \(table) WHERE deleted_at IS NULL"
    }

    /// Every kind that the gateway projects; a deleted resource may be missing on both sides.
    private static let kinds = [
        DocumentComparison(
            kind: "allergen-profile",
            owned: "SELECT account_id AS id, version FROM allergen.profiles"),
        DocumentComparison(kind: "label-scan", owned: "SELECT scan_id AS id, version FROM allergen.scans"),
        DocumentComparison(kind: "reaction", owned: kept("reaction_id", in: "allergen.reactions")),
        DocumentComparison(kind: "meal", owned: kept("meal_id", in: "nutrition.meals")),
        DocumentComparison(kind: "meal-allergens", owned: kept("meal_id", in: "allergen.meals")),
        DocumentComparison(kind: "day", owned: dated("days", by: "day")),
        DocumentComparison(kind: "goals", owned: "SELECT account_id AS id, version FROM nutrition.goals"),
        DocumentComparison(kind: "goal-period", owned: dated("goal_periods", by: "from_day")),
        DocumentComparison(kind: "saved-food", owned: kept("saved_food_id", in: "nutrition.saved_foods")),
        DocumentComparison(kind: "own-food", owned: kept("own_food_id", in: "nutrition.own_foods")),
        DocumentComparison(kind: "notification", owned: kept("notice_id", in: "notification.notices")),
        DocumentComparison(kind: "receipt", owned: kept("receipt_id", in: "spending.receipts")),
        DocumentComparison(kind: "purchased-product", owned: kept("product_id", in: "spending.purchased_products")),
        DocumentComparison(kind: "budget", owned: kept("budget_id", in: "spending.budgets")),
        DocumentComparison(
            kind: "shopping-preferences", owned: "SELECT account_id AS id, version FROM spending.shoppers"),
        DocumentComparison(
            kind: "subscription", owned: "SELECT subscription_id AS id, version FROM billing.subscriptions"),
        DocumentComparison(
            kind: "payment",
            owned: """
                SELECT payment_id AS id, version FROM billing.payments
                WHERE status IN ('paid', 'refunded') OR body ->> 'purpose' <> 'purchase'
                """),
        DocumentComparison(
            kind: "entitlement", owned: "SELECT account_id AS id, version FROM billing.entitlements"),
    ]

    /// Compares all kinds.
    static func all(in transaction: borrowing Transaction) async throws -> [ReconcileReport.Documents] {
        var documents: [ReconcileReport.Documents] = []
        for kind in kinds { documents.append(try await kind.compare(in: transaction)) }
        return documents
    }

    private func compare(in transaction: borrowing Transaction) async throws -> ReconcileReport.Documents {
        let rows = try await transaction.query(
            """
            WITH owned AS (\(raw: owned)), projected AS (
                SELECT id, version FROM ingestion.documents WHERE kind = \(kind) AND deleted_at IS NULL
            ), pairs AS (
                SELECT id, owned.version AS owned, projected.version AS projected
                FROM owned FULL JOIN projected USING (id)
            )
            SELECT count(owned), count(projected), count(*) FILTER (WHERE projected IS NULL),
                count(*) FILTER (WHERE projected < owned),
                count(*) FILTER (WHERE owned IS NULL OR projected > owned),
                md5(coalesce(string_agg(id || ':' || owned, ',' ORDER BY id) FILTER (WHERE owned IS NOT NULL), '')),
                md5(coalesce(
                    string_agg(id || ':' || projected, ',' ORDER BY id) FILTER (WHERE projected IS NOT NULL), ''))
            FROM pairs
            """)
        guard let row = rows.first else { throw ControlFailure.problem("the documents could not be counted") }
        let (owned, projected, missing, older, surplus, ownedHash, projectedHash) = try row.decode(
            Int64.self, Int64.self, Int64.self, Int64.self, Int64.self, String.self, String.self)
        return ReconcileReport.Documents(
            kind: kind, owned: owned, projected: projected, missing: missing, older: older, surplus: surplus,
            ownedHash: ownedHash, projectedHash: projectedHash)
    }
}
