import EventContracts
import Postgres
import TestPeers
import TestSupport

/// The state of the services as one hash per table, independent of how the state was reached.
package enum StateHash {
    /// The document of an assessment without `news`, which belongs to a single event and is never set in a snapshot.
    private static let withoutNews = """
        CASE WHEN known.kind IN ('meal-allergens', 'purchase-allergens')
            THEN (to_jsonb(known) #- '{body,news}')::text ELSE known::text END
        """

    /// Hashes by table, such as `allergen.scans`.
    package static func all(of stack: TestStack) async throws -> [String: String] {
        let migrator = ["migrations"]
        let messaging = [
            "outbox", "outbox_keys", "relay_state", "relay_partitions", "republish_requests", "consumed",
            "consumer_offsets", "consumer_floor", "holes", "gaps", "reported_losses", "dead_letters",
            "dead_letter_orders",
        ]
        // Tables that change continuously, without any request.
        let measured = ["copies", "recent_looks", "told_capacity", "vision_capacity"]
        let tables = try await stack.admin.query(
            """
            SELECT table_schema || '.' || table_name FROM information_schema.tables
            WHERE table_type = 'BASE TABLE' AND table_schema = ANY (\(stack.serviceNames))
                AND table_name <> ALL (\(migrator + messaging + measured))
            """
        ).map { try $0.decode(String.self) }
        var hashes: [String: String] = [:]
        for table in tables {
            let text = table == "ingestion.documents" ? withoutNews : "known::text"
            let rows = try await stack.admin.query(
                """
                SELECT md5(coalesce(string_agg(\(raw: text), chr(10) ORDER BY \(raw: text)), ''))
                FROM \(raw: table) AS known
                """)
            hashes[table] = try rows.first?.decode(String.self)
        }
        return hashes
    }
}
