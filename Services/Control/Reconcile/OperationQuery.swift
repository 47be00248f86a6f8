import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Postgres

/// The query about accepted operations over all schemas.
enum OperationQuery {
    /// The header with an operation's outcome as stored in the outbox: name, length of the value, value.
    private static func header(_ status: OperationStatus) -> [UInt8] {
        let value = Array(status.rawValue.utf8)
        return Array(EventHeaders.Name.operationStatus.utf8) + [0, 0, 0, UInt8(value.count)] + value
    }

    /// The event types that complete or continue an operation, each with the service that must consume it for that.
    private static let steps = EventRegistry.all.compactMap { contract in
        contract.endsOperation.map { (type: contract.type.name, consumer: $0) }
    }

    /// One `SELECT` for each service's schema, combined with `UNION ALL`.
    private static func ofEach(_ select: (String) -> String) -> String {
        Topic.services.map(select).joined(separator: " UNION ALL ")
    }

    private static let positions = ofEach {
        "SELECT '\($0)' AS consumer, topic, key, last_sequence FROM \($0).consumed"
    }
    private static let outboxRows = ofEach { service in
        """
        SELECT '\(service)' AS service, operation_id, topic, key, sequence, type, headers FROM \(service).outbox
        WHERE sequence IS NOT NULL AND operation_id = ANY (SELECT operation_id FROM page)
        """
    }
    private static let setAside = ofEach { "SELECT operation_id FROM \($0).dead_letters" }

    /// One page of operations in the order of their ids, with the columns that `read` needs.
    static func page(after last: UUID, limit: Int, youngSince: Date) -> SQL {
        """
        WITH page AS (
            SELECT operation_id, kind, resource_kind, resource_id, status, created_at
            FROM ingestion.operations WHERE operation_id > \(last) ORDER BY operation_id LIMIT \(limit)
        ), positions AS (\(raw: positions)), said AS (\(raw: outboxRows)), set_aside AS (\(raw: setAside)), steps AS (
            SELECT operation_id, count(*) FILTER (WHERE service = 'ingestion') AS commands,
                bool_and(coalesce(last_sequence, 0) >= sequence) AS are_taken
            FROM said
            JOIN unnest(\(steps.map(\.type)), \(steps.map(\.consumer))) AS step (type, consumer) USING (type)
            LEFT JOIN positions USING (consumer, topic, key)
            WHERE consumer <> 'ingestion'
            GROUP BY operation_id
        ), endings AS (
            SELECT operation_id, count(*) FILTER (
                    WHERE position(\(header(.succeeded)) IN headers) > 0
                        OR position(\(header(.rejected)) IN headers) > 0) AS count,
                bool_and(coalesce(last_sequence, 0) >= sequence) AS are_taken
            FROM said
            LEFT JOIN ingestion.consumed USING (topic, key)
            WHERE position(\(Array(EventHeaders.Name.operationStatus.utf8)) IN headers) > 0
            GROUP BY operation_id
        )
        SELECT page.operation_id, page.kind, page.status, coalesce(steps.commands, 0),
            coalesce(steps.are_taken, true), \(raw: effect), coalesce(endings.count, 0),
            coalesce(endings.are_taken, true), EXISTS (
                SELECT FROM set_aside WHERE set_aside.operation_id = page.operation_id),
            EXISTS (SELECT FROM allergen.pending_scans WHERE pending_scans.operation_id = page.operation_id)
                OR EXISTS (SELECT FROM vision.jobs WHERE jobs.operation_id = page.operation_id)
                OR EXISTS (SELECT FROM billing.payments WHERE payments.operation_id = page.operation_id),
            page.created_at > \(youngSince)
        FROM page
        LEFT JOIN steps USING (operation_id)
        LEFT JOIN endings USING (operation_id)
        ORDER BY page.operation_id
        """
    }

    /// The owner's table of a kind of resource, and the name of its id column.
    ///
    /// Nil for kinds that only the gateway stores, which have no commands.
    private static func place(of kind: ResourceKind) -> (table: String, column: String)? {
        switch kind {
        case .allergenProfile: ("allergen.profiles", "account_id")
        case .labelScan: ("allergen.scans", "scan_id")
        case .reaction: ("allergen.reactions", "reaction_id")
        case .notification: ("notification.notices", "notice_id")
        case .meal: ("nutrition.meals", "meal_id")
        case .goals: ("nutrition.goals", "account_id")
        case .savedFood: ("nutrition.saved_foods", "saved_food_id")
        case .ownFood: ("nutrition.own_foods", "own_food_id")
        case .foodSubmission: ("nutrition.food_submissions", "submission_id")
        case .receipt: ("spending.receipts", "receipt_id")
        case .purchasedProduct: ("spending.purchased_products", "product_id")
        case .budget: ("spending.budgets", "budget_id")
        case .shoppingPreferences: ("spending.shoppers", "account_id")
        case .subscription: ("billing.subscriptions", "subscription_id")
        case .payment: ("billing.payments", "payment_id")
        case .entitlement: ("billing.entitlements", "account_id")
        case .mealAllergens, .purchaseAllergens, .day, .goalPeriod, .catalogueFood: nil
        }
    }

    /// Whether the result exists; a deleted resource has no row, or only its deleted document.
    private static let effect: String = {
        let branches = ResourceKind.allCases.compactMap { kind in
            place(of: kind).map { place in
                """
                WHEN page.resource_kind = '\(kind.rawValue)'
                    THEN EXISTS (SELECT FROM \(place.table) WHERE \(place.column) = page.resource_id)
                """
            }
        }
        return """
            CASE WHEN page.kind LIKE 'delete%' THEN true \(branches.joined(separator: " ")) ELSE false END
                OR EXISTS (
                    SELECT FROM ingestion.documents AS gone
                    WHERE gone.kind = page.resource_kind AND gone.id = page.resource_id AND gone.deleted_at IS NOT NULL)
            """
    }()

    /// Reads a row of the page.
    static func read(_ row: PostgresRow) throws(PostgresError) -> (id: UUID, kind: String, facts: OperationFacts) {
        let (id, kind, status, commands, areTaken, hasEffect, endings, isEndTaken, isSetAside, isWaiting, isYoung) =
            try row.decode(
                UUID.self, String.self, String.self, Int64.self, Bool.self, Bool.self, Int64.self, Bool.self,
                Bool.self, Bool.self, Bool.self)
        let facts = OperationFacts(
            ended: OperationStatus(rawValue: status), commands: Int(commands), isCommandTaken: areTaken,
            hasEffect: hasEffect, endings: Int(endings), isEndTaken: isEndTaken, isSetAside: isSetAside,
            isWaiting: isWaiting, isYoung: isYoung)
        return (id, kind, facts)
    }
}
