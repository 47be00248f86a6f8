import EventContracts
import Foundation
import Postgres

/// The question about accepted operations that goes over all schemas.
enum OperationQuery {
    /// The header that says how an operation ended, as kept in the outbox: name, length of the value, value.
    private static func header(_ status: OperationStatus) -> [UInt8] {
        let value = Array(status.rawValue.utf8)
        return Array(EventHeaders.Name.operationStatus.utf8) + [0, 0, 0, UInt8(value.count)] + value
    }

    /// The topics that the gateway sends orders on.
    private static let commandTopics = Set(
        EventRegistry.all.filter { $0.topic.owner == "ingestion" && $0.endsOperation != nil }.map(\.topic.name)
    ).sorted()

    /// One page of operations in the order of their ids, with what `read` wants to know.
    static func page(after last: UUID, limit: Int, youngSince: Date) -> SQL {
        """
        WITH page AS (
            SELECT operation_id, kind, resource_kind, resource_id, status, created_at
            FROM ingestion.operations WHERE operation_id > \(last) ORDER BY operation_id LIMIT \(limit)
        ), positions AS (
            SELECT topic, key, last_sequence FROM allergen.consumed
            UNION ALL SELECT topic, key, last_sequence FROM notification.consumed
        ), commands AS (
            SELECT operation_id, count(*) AS count,
                bool_and(coalesce(positions.last_sequence, 0) >= outbox.sequence) AS are_taken
            FROM ingestion.outbox
            JOIN page USING (operation_id)
            LEFT JOIN positions USING (topic, key)
            WHERE topic = ANY (\(commandTopics))
            GROUP BY operation_id
        ), said AS (
            SELECT operation_id, topic, key, sequence, headers FROM allergen.outbox
            UNION ALL SELECT operation_id, topic, key, sequence, headers FROM notification.outbox
        ), endings AS (
            SELECT operation_id, count(*) FILTER (
                    WHERE position(\(header(.succeeded)) IN headers) > 0
                        OR position(\(header(.rejected)) IN headers) > 0) AS count,
                bool_and(coalesce(consumed.last_sequence, 0) >= said.sequence) AS are_taken
            FROM said
            JOIN page USING (operation_id)
            LEFT JOIN ingestion.consumed USING (topic, key)
            WHERE position(\(Array(EventHeaders.Name.operationStatus.utf8)) IN headers) > 0
            GROUP BY operation_id
        ), set_aside AS (
            SELECT operation_id FROM ingestion.dead_letters
            UNION SELECT operation_id FROM allergen.dead_letters
            UNION SELECT operation_id FROM notification.dead_letters
        )
        SELECT page.operation_id, page.kind, page.status, coalesce(commands.count, 0),
            coalesce(commands.are_taken, true), \(raw: effect), coalesce(endings.count, 0),
            coalesce(endings.are_taken, true), EXISTS (
                SELECT FROM set_aside WHERE set_aside.operation_id = page.operation_id),
            EXISTS (SELECT FROM allergen.pending_scans WHERE pending_scans.operation_id = page.operation_id),
            page.created_at > \(youngSince)
        FROM page
        LEFT JOIN commands USING (operation_id)
        LEFT JOIN endings USING (operation_id)
        ORDER BY page.operation_id
        """
    }

    /// Whether the result is there; what was to be deleted leaves nothing.
    private static let effect = """
        CASE
            WHEN page.kind LIKE 'delete%' THEN true
            WHEN page.resource_kind = 'allergen-profile'
                THEN EXISTS (SELECT FROM allergen.profiles WHERE account_id = page.resource_id)
            WHEN page.resource_kind = 'label-scan'
                THEN EXISTS (SELECT FROM allergen.scans WHERE scan_id = page.resource_id)
                    OR EXISTS (
                        SELECT FROM ingestion.documents AS gone
                        WHERE gone.kind = page.resource_kind AND gone.id = page.resource_id AND gone.deleted_at IS NOT NULL)
            WHEN page.resource_kind = 'reaction'
                THEN EXISTS (SELECT FROM allergen.reactions WHERE reaction_id = page.resource_id)
            ELSE EXISTS (SELECT FROM notification.notices WHERE notice_id = page.resource_id)
        END
        """

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
