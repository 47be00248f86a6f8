import EventContracts
import Foundation
import Postgres
import Quantities

/// A resource in the state that its owner published last.
package struct Document: Sendable {
    package let resource: ResourceReference
    package let owner: AccountID
    /// The position in lists, newest first: microseconds since 1970.
    package let sortKey: Int64
    package let version: Int64
    /// The data of the event, with personal fields still sealed.
    package let body: [UInt8]
    package let deletedAt: Date?
    /// The facts that another service adds to the resource, if any.
    package var companion: Companion?

    package init(
        resource: ResourceReference, owner: AccountID, sortKey: Int64, version: Int64, body: [UInt8],
        deletedAt: Date?, companion: Companion? = nil
    ) {
        self.resource = resource
        self.owner = owner
        self.sortKey = sortKey
        self.version = version
        self.body = body
        self.deletedAt = deletedAt
        self.companion = companion
    }

    /// A document whose facts are shown as part of another one.
    package struct Companion: Sendable {
        package let version: Int64
        package let body: [UInt8]
    }

    /// The version of the combined view.
    package var tag: EntityTag.Version { EntityTag.Version(version, beside: companion?.version) }
}

/// The table `documents`.
package enum DocumentRepository {
    private static let columns = "kind, id, owner, sort_key, version, body, deleted_at"

    /// The columns of a kind and their source: with those of its companion, or with NULL instead.
    private static func source(of kind: ResourceKind) -> (columns: String, table: String) {
        guard let companion = kind.companion else {
            return ("\(columns), NULL::bigint, NULL::text", "documents")
        }
        let beside = """
            SELECT beside.version AS beside_version, beside.body::text AS beside_body FROM documents AS beside
            WHERE beside.kind = '\(companion.rawValue)' AND beside.id = documents.id AND beside.owner = documents.owner
            """
        return (
            "\(columns), beside_version, beside_body", "documents LEFT JOIN LATERAL (\(beside)) AS companion ON true"
        )
    }

    /// Stores a document if it is newer than the stored one and has the same owner; returns a row if it was stored.
    package static func putting(_ document: Document) -> SQL {
        """
        INSERT INTO documents AS known (\(raw: columns))
        VALUES (\(document.resource.kind.rawValue), \(document.resource.id), \(document.owner.uuid),
            \(document.sortKey), \(document.version), \(String(decoding: document.body, as: UTF8.self))::json,
            \(document.deletedAt))
        ON CONFLICT (kind, id) DO UPDATE
        SET sort_key = excluded.sort_key, version = excluded.version, body = excluded.body,
            deleted_at = excluded.deleted_at, is_empty = false
        WHERE known.version < excluded.version AND known.owner = excluded.owner
        RETURNING true
        """
    }

    /// A document of the account, including deleted ones; nil if it does not exist or belongs to another account.
    package static func read(
        _ resource: ResourceReference, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> Document? {
        let source = source(of: resource.kind)
        let rows = try await database.lookUp(
            """
            SELECT \(raw: source.columns) FROM \(raw: source.table)
            WHERE kind = \(resource.kind.rawValue) AND id = \(resource.id) AND owner = \(account.uuid)
            """)
        return try rows.first.map(document)
    }

    /// The documents of a kind with these ids that belong to the account and are not deleted, unordered.
    package static func read(
        _ kind: ResourceKind, ids: [UUID], of account: AccountID, in database: some PostgresQuerying
    ) async throws -> [Document] {
        guard !ids.isEmpty else { return [] }
        let source = source(of: kind)
        let rows = try await database.lookUp(
            """
            SELECT \(raw: source.columns) FROM \(raw: source.table)
            WHERE kind = \(kind.rawValue) AND id = ANY (\(ids)::uuid[]) AND owner = \(account.uuid)
                AND deleted_at IS NULL
            """)
        return try rows.map(document)
    }

    /// Documents of a kind, newest first, starting after the cursor.
    package static func list(
        _ kind: ResourceKind, of account: AccountID, after cursor: PageCursor?, limit: Int,
        in database: some PostgresQuerying
    ) async throws -> [Document] {
        let place = cursor ?? PageCursor(sortKey: .max, id: UUID(uuid: UUID.allOnes))
        let source = source(of: kind)
        let rows = try await database.lookUp(
            """
            SELECT \(raw: source.columns) FROM \(raw: source.table)
            WHERE owner = \(account.uuid) AND kind = \(kind.rawValue) AND deleted_at IS NULL
                AND (sort_key, id) < (\(place.sortKey), \(place.id))
            ORDER BY sort_key DESC, id DESC LIMIT \(limit)
            """)
        return try rows.map(document)
    }

    /// Documents of a kind whose sort key lies in a time span, both ends included, newest first.
    package static func list(
        _ kind: ResourceKind, of account: AccountID, from: Date, upTo: Date, after cursor: PageCursor? = nil,
        limit: Int, in database: some PostgresQuerying
    ) async throws -> [Document] {
        let place = cursor ?? PageCursor(sortKey: .max, id: UUID(uuid: UUID.allOnes))
        let source = source(of: kind)
        let rows = try await database.lookUp(
            """
            SELECT \(raw: source.columns) FROM \(raw: source.table)
            WHERE owner = \(account.uuid) AND kind = \(kind.rawValue) AND deleted_at IS NULL
                AND sort_key BETWEEN \(from.microseconds) AND \(upTo.microseconds)
                AND (sort_key, id) < (\(place.sortKey), \(place.id))
            ORDER BY sort_key DESC, id DESC LIMIT \(limit)
            """)
        return try rows.map(document)
    }

    /// Clears the content of documents deleted before an instant.
    ///
    /// Their rows stay with the version, so that a late event cannot bring them back.
    package static func empty(deletedBefore limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws
        -> Int
    {
        try await database.execute(
            """
            UPDATE documents SET body = '{}', is_empty = true WHERE (kind, id) IN (
                SELECT kind, id FROM documents WHERE deleted_at < \(limit) AND NOT is_empty LIMIT \(maxCount))
            """)
    }

    /// The figures of a day in the calendar.
    package struct DayFigures: Sendable {
        package let day: CalendarDay
        package let meals: Int
        /// Number of items in all meals.
        package let items: Int
        /// Energy in hundred-millionths of a kilocalorie, with the number of items that state it.
        package let energy: NutrientSums.Sum
    }

    /// The days of a range that ever had a meal, in order; only the requested figures leave the database.
    package static func days(
        of account: AccountID, from first: CalendarDay, upTo last: CalendarDay, in database: some PostgresQuerying
    ) async throws -> [DayFigures] {
        let rows = try await database.lookUp(
            """
            SELECT fields.day, fields.meals, (fields.totals ->> 'of')::bigint,
                coalesce((fields.totals #>> '{sums,energy,amount}')::bigint, 0),
                coalesce((fields.totals #>> '{sums,energy,reported}')::bigint, 0)
            FROM documents, json_to_record(body) AS fields (day text, meals bigint, totals json)
            WHERE owner = \(account.uuid) AND kind = \(ResourceKind.day.rawValue) AND deleted_at IS NULL
                AND sort_key BETWEEN \(first.start.microseconds) AND \(last.start.microseconds)
            ORDER BY sort_key
            """)
        return try rows.map { row in
            let (day, meals, items, amount, reported) = try row.decode(
                String.self, Int64.self, Int64.self, Int64.self, Int64.self)
            guard let day = CalendarDay(day) else { throw UnknownStoredValue(column: "documents.body") }
            return DayFigures(
                day: day, meals: Int(meals), items: Int(items),
                energy: NutrientSums.Sum(amount: amount, reported: Int(reported)))
        }
    }

    private static func document(_ row: PostgresRow) throws -> Document {
        let (kind, id, owner, sortKey, version, body, deletedAt, besideVersion, besideBody) = try row.decode(
            String.self, UUID.self, UUID.self, Int64.self, Int64.self, String.self, Date?.self, Int64?.self,
            String?.self)
        guard let kind = ResourceKind(rawValue: kind) else { throw UnknownStoredValue(column: "documents.kind") }
        return Document(
            resource: ResourceReference(kind, id), owner: AccountID(owner), sortKey: sortKey, version: version,
            body: Array(body.utf8), deletedAt: deletedAt,
            companion: besideVersion.map { Document.Companion(version: $0, body: Array((besideBody ?? "").utf8)) })
    }
}

extension UUID {
    /// The largest UUID in the database's order.
    fileprivate static let allOnes: uuid_t = (
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
    )
}
