import EventContracts
import Foundation
import Postgres
import Sealing

/// Reads a schema's data about a person as one line of JSON per row, with sealed values opened.
package struct ExportReader: Sendable {
    /// Number of rows per query.
    private static let page = 200
    private static let cursor = "exported_rows"
    /// Maximum bytes of lines in one part; a longer line has a part of its own.
    private static let maxBytes = VisionDataExported.maxBytes

    private let list: ExportList
    private let sealer: Sealer

    /// Creates a reader for the listed tables.
    package init(_ list: ExportList, sealer: Sealer) {
        self.list = list
        self.sealer = sealer
    }

    /// All data of a person, sealed in parts that fit into events, in order; empty without data.
    ///
    /// - Parameters:
    ///   - account: The person's account.
    ///   - export: The export, which is part of the sealing context.
    ///   - transaction: The transaction in which all data is read.
    /// - Returns: The parts.
    /// - Throws: A `PostgresError`, or a `SealingError` if the keys are unavailable or destroyed.
    package func parts(
        of account: AccountID, for export: ExportID, in transaction: borrowing Transaction
    ) async throws -> [Sealed<ExportedRows>] {
        var parts: [Sealed<ExportedRows>] = []
        for table in list.tables {
            var lines = ""
            var isLeft = true
            try await transaction.execute(Self.declaration(of: table, account))
            while isLeft {
                let rows = try await transaction.query(
                    "FETCH FORWARD \(raw: String(Self.page)) FROM \(identifier: Self.cursor)")
                isLeft = rows.count == Self.page
                for row in rows {
                    let line = try await line(of: row, table, account)
                    if !lines.isEmpty, lines.utf8.count + line.utf8.count > Self.maxBytes {
                        parts.append(try await sealed(lines, of: table, export, account))
                        lines = ""
                    }
                    lines += line
                }
            }
            try await transaction.execute("CLOSE \(identifier: Self.cursor)")
            if !lines.isEmpty { parts.append(try await sealed(lines, of: table, export, account)) }
        }
        return parts
    }

    private func sealed(
        _ lines: String, of table: ExportList.Table, _ export: ExportID, _ account: AccountID
    ) async throws -> Sealed<ExportedRows> {
        try await sealer.seal(ExportedRows(table: table.name, lines: lines), .exportRows(export, of: account))
    }

    /// The rows as JSON without sealed and secret values, together with the sealed values and their resources.
    private static func declaration(of table: ExportList.Table, _ account: AccountID) -> SQL {
        let parsed = table.json.map { "|| jsonb_build_object('\($0)', convert_from(t.\($0), 'UTF8')::jsonb)" }
        let removed =
            table.leavingOut.map { "- '\($0)'" } + table.opening.map { "#- \(array($0.path))" }
        let sealed = table.opening.enumerated().map { place, sealed in
            let id = sealed.id.map { "line #>> \(array($0))" } ?? "''"
            return ", line #>> \(array(sealed.path)) AS sealed_\(place), \(id) AS id_\(place)"
        }
        return """
            DECLARE \(identifier: cursor) NO SCROLL CURSOR FOR
            SELECT (line \(raw: removed.joined(separator: " ")))::text AS line \(raw: sealed.joined())
            FROM (
                SELECT to_jsonb(t) \(raw: parsed.joined(separator: " ")) AS line FROM \(identifier: table.name) AS t
                WHERE \(part: table.condition(account))) AS lines
            """
    }

    private static func array(_ path: [String]) -> String { "'{\(path.joined(separator: ","))}'" }

    private func line(of row: PostgresRow, _ table: ExportList.Table, _ account: AccountID) async throws -> String {
        var line = try row.decode("line", as: String.self)
        for (place, sealed) in table.opening.enumerated() {
            guard let text = try row.decode("sealed_\(place)", as: String?.self) else { continue }
            let id = try row.decode("id_\(place)", as: String?.self) ?? ""
            let value = try await opened(text, sealed, id, account)
            line.removeLast()
            line += "\(line.hasSuffix("{") ? "" : ", ")\(try SealedPlace.json(sealed.name)): \(value)}"
        }
        return line + "\n"
    }

    /// A decrypted value as JSON; if it cannot be decrypted, `unreadable`, so that one damaged value does not block the
    /// rest.
    private func opened(
        _ text: String, _ place: SealedPlace, _ id: String, _ account: AccountID
    ) async throws -> String {
        guard let bytes = SealedPlace.bytes(text), let context = place.context(id, account) else {
            return try SealedPlace.json(Self.unreadable)
        }
        do {
            return try place.json(try await sealer.open(bytes: bytes, context))
        } catch SealingError.tampered {
            return try SealedPlace.json(Self.unreadable)
        } catch SealingError.malformed {
            return try SealedPlace.json(Self.unreadable)
        }
    }

    /// The text in place of a value that cannot be decrypted.
    package static let unreadable = "(could not be opened)"
}
