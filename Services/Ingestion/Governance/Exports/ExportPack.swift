import Archives
import EventContracts
import Foundation
import Hexadecimal
import IngestionCore
import Messaging
import NIOCore
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// Packs all data of an account into a ZIP file while it is sent (GW-22).
///
/// At any time, memory contains only one page of documents, one part of a service's data or one photo, with its packed
/// form.
package struct ExportPack: StreamedFile {
    package let mediaType = "application/zip"

    /// Number of documents read at once.
    private static let page = 100
    /// Number of packed bytes per write.
    private static let piece = 128 << 10
    /// Number of attempts to get memory for a photo, each with a wait of some seconds.
    private static let tries = 15

    let database: PostgresPool
    let opener: DocumentOpener
    let photos: PhotoArchive
    let account: AccountID
    let export: Export
    let locale: String
    let now: Date
    /// The permit for the download, kept while packing.
    let ticket: ExportDownloads.Ticket
    let unreadable: UnreadableRecords

    /// Ends the download of a client that is too slow while others wait for memory.
    private var onSlowClient: @Sendable () -> Void = {}

    init(
        database: PostgresPool, opener: DocumentOpener, photos: PhotoArchive, account: AccountID, export: Export,
        locale: String, now: Date, ticket: ExportDownloads.Ticket, unreadable: UnreadableRecords
    ) {
        self.database = database
        self.opener = opener
        self.photos = photos
        self.account = account
        self.export = export
        self.locale = locale
        self.now = now
        self.ticket = ticket
        self.unreadable = unreadable
    }

    /// Sends a packed piece.
    package typealias Send = (ByteBuffer) async throws -> Void

    /// Packs and sends everything; an unreadable record is replaced by a note.
    ///
    /// - Parameters:
    ///   - send: Called with each piece, in order; if it throws, packing stops.
    ///   - onSlowClient: Ends the download of a client that is too slow while others wait for memory.
    /// - Throws: The error of `send`, a `PostgresError`, `SealingError` or `ZipWriter.Failure`: the client sees a
    ///   truncated file.
    package func write(_ send: Send, onSlowClient: @escaping @Sendable () -> Void) async throws {
        ticket.onRevoke(onSlowClient)
        var pack = self
        pack.onSlowClient = onSlowClient
        try await pack.write { piece in try await ticket.send(piece.readableBytes) { try await send(piece) } }
    }

    private func write(_ send: Send) async throws {
        let zip = try ZipWriter()
        try zip.begin("README.txt", changedAt: now)
        try zip.append(Array(ExportReadme(locale: locale).text(of: export, at: now).utf8))
        try await writeOwnTables(zip, send)
        for kind in ResourceKind.allCases where kind != .mealAllergens { try await write(kind, zip, send) }
        try await writePhotos(zip, send)
        try await writeDepths(zip, send)
        for service in Topic.services where service != Gateway.serviceName {
            try await writeRows(of: service, zip, send)
        }
        try zip.finish()
        try await flush(zip, send, atLeast: 1)
    }

    private func flush(_ zip: ZipWriter, _ send: Send, atLeast minimum: Int = ExportPack.piece) async throws {
        try Task.checkCancellation()
        guard zip.ready >= minimum else { return }
        try await send(ByteBuffer(bytes: zip.take()))
    }

    // MARK: - The gateway's own tables

    private func writeOwnTables(_ zip: ZipWriter, _ send: Send) async throws {
        var places: [(table: String, parts: [Int])] = []
        try await rows(of: Gateway.serviceName) { rows, part in
            guard let rows else {
                try writeNote("account/unreadable-\(part).json", zip)
                return
            }
            if places.last?.table == rows.table {
                places[places.count - 1].parts.append(part)
            } else {
                places.append((rows.table, [part]))
            }
        }
        for (name, parts) in places {
            var table = ExportTable(), isFirst = true
            try zip.begin("account/\(name).json", changedAt: now)
            try zip.append(Array("[\n".utf8))
            for part in parts {
                for line in try await lines(of: part) {
                    let (row, text) = try self.row(line, of: name)
                    table.learn(row)
                    try zip.append(Array((isFirst ? "" : ",\n").utf8) + text)
                    isFirst = false
                }
                try await flush(zip, send)
            }
            try zip.append(Array("\n]\n".utf8))
            try zip.begin("account/\(name).csv", changedAt: now)
            try zip.append(Array(table.header.utf8))
            for part in parts {
                for line in try await lines(of: part) {
                    try zip.append(Array(table.line(try row(line, of: name).row).utf8))
                }
                try await flush(zip, send)
            }
        }
    }

    /// A row of a table from its JSON line, or the note that replaces it.
    private func row(_ line: Substring, of table: String) throws -> (row: JSONValue, text: [UInt8]) {
        let text = Array(line.utf8)
        do {
            return (try JSONReader.read(text, from: .ownRecords), text)
        } catch {
            try unreadable.note(error, in: table)
            return (Self.note, Array(Self.note.canonicalText.utf8))
        }
    }

    /// The placeholder for an unreadable record.
    private static let note = JSONValue.object([.init(name: "problem", value: .string(ExportReader.unreadable))])

    private func writeNote(_ name: String, _ zip: ZipWriter) throws {
        try zip.begin(name, changedAt: now)
        try zip.append(Array((Self.note.canonicalText + "\n").utf8))
    }

    /// The lines of one of the gateway's own parts.
    private func lines(of part: Int) async throws -> [Substring] {
        guard
            let sealed = try await ExportRepository.content(part, of: Gateway.serviceName, export.id, in: database)
        else { return [] }
        let rows = try await opener.sealer.open(sealed, .exportRows(export.id, of: account))
        return rows.lines.split(separator: "\n")
    }

    // MARK: - Data of the services

    private func writeRows(of service: String, _ zip: ZipWriter, _ send: Send) async throws {
        var open: String?
        try await rows(of: service) { rows, part in
            guard let rows else {
                open = nil
                try writeNote("services/\(service)/unreadable-\(part).jsonl", zip)
                return
            }
            if open != rows.table {
                open = rows.table
                try zip.begin("services/\(service)/\(rows.table).jsonl", changedAt: now)
            }
            try zip.append(Array(rows.lines.utf8))
            try await flush(zip, send)
        }
    }

    /// Decrypts a service's parts in order; nil for an unreadable part.
    private func rows(
        of service: String, _ body: (ExportedRows?, _ part: Int) async throws -> Void
    ) async throws {
        let count = try await ExportRepository.count(of: service, export.id, in: database)
        for part in 0..<count {
            let sealed = try await ExportRepository.content(part + 1, of: service, export.id, in: database)
            guard let sealed else { continue }
            var rows: ExportedRows?
            do {
                rows = try await opener.sealer.open(sealed, .exportRows(export.id, of: account))
            } catch {
                try unreadable.note(error, in: service)
            }
            try await body(rows, part + 1)
        }
    }

    // MARK: - Documents in the form for clients

    /// Writes a JSON file for a kind of records, with a CSV table, and another table for their items if they have any.
    private func write(_ kind: ResourceKind, _ zip: ZipWriter, _ send: Send) async throws {
        let name = ExportFile(kind)
        var records = ExportTable(), items = ExportTable(), isFirst = true
        try await documents(of: kind) { record, text in
            if isFirst { try zip.begin("records/\(name.records).json", changedAt: now) }
            records.learn(record)
            for item in name.items(of: record) { items.learn(item) }
            try zip.append(Array((isFirst ? "[\n" : ",\n").utf8) + text)
            isFirst = false
            try await flush(zip, send)
        }
        guard !isFirst else { return }
        try zip.append(Array("\n]\n".utf8))
        try zip.begin("records/\(name.records).csv", changedAt: now)
        try zip.append(Array(records.header.utf8))
        try await documents(of: kind) { record, _ in
            try zip.append(Array(records.line(record).utf8))
            try await flush(zip, send)
        }
        guard let file = name.items, !items.columns.isEmpty else { return }
        try zip.begin("records/\(file).csv", changedAt: now)
        try zip.append(Array(items.header.utf8))
        try await documents(of: kind) { record, _ in
            for item in name.items(of: record) { try zip.append(Array(items.line(item).utf8)) }
            try await flush(zip, send)
        }
    }

    /// The account's documents of a kind, the newest first, with their JSON for clients.
    private func documents(
        of kind: ResourceKind, _ body: (JSONValue, [UInt8]) async throws -> Void
    ) async throws {
        var cursor: PageCursor?
        while true {
            let found = try await DocumentRepository.list(
                kind, of: account, after: cursor, limit: Self.page, in: database)
            for document in found {
                let (record, text) = try await view(of: document)
                try await body(record, text)
            }
            guard found.count == Self.page, let last = found.last else { return }
            cursor = PageCursor(sortKey: last.sortKey, id: last.resource.id)
        }
    }

    /// A document in the form for clients, or the note that replaces it.
    private func view(of document: Document) async throws -> (record: JSONValue, text: [UInt8]) {
        do {
            let text = try EventCoding.encode(try await opener.view(of: document))
            return (try JSONReader.read(text, from: .ownRecords), text)
        } catch {
            try unreadable.note(error, in: document.resource.kind.rawValue)
            let text = try EventCoding.encode(["id": document.resource.idText, "problem": ExportReader.unreadable])
            return (try JSONReader.read(text, from: .ownRecords), text)
        }
    }

    // MARK: - Photos

    private func writePhotos(_ zip: ZipWriter, _ send: Send) async throws {
        var missing: [String] = []
        for photo in try await PhotoRepository.shown(of: account, in: database) {
            let name = "photos/\(photo.id.description).\(photo.facts.format.rawValue)"
            let isThere = try await write(photo.key, photo.facts.bytes, as: name, changedAt: photo.since, zip, send)
            if !isThere { missing.append(name) }
        }
        guard !missing.isEmpty else { return }
        try zip.begin("photos/missing.txt", changedAt: now)
        try zip.append(Array(missing.map { $0 + "\n" }.joined().utf8))
    }

    /// Writes the depth maps of meal photos, unchanged, and a list of their meals.
    private func writeDepths(_ zip: ZipWriter, _ send: Send) async throws {
        var rows: [String] = []
        for depth in try await PhotoRepository.depths(of: account, in: database) {
            let file = "\(depth.key.id.text).depth"
            let isThere = try await write(
                depth.key, depth.bytes, as: "depths/\(file)", changedAt: depth.since, zip, send)
            let meal = depth.meal.text
            rows.append("\(meal),\(isThere ? file : ""),\(depth.width),\(depth.height),\(depth.bytes)\r\n")
        }
        guard !rows.isEmpty else { return }
        try zip.begin("depths/index.csv", changedAt: now)
        try zip.append(Array(("meal,file,width,height,bytes\r\n" + rows.joined()).utf8))
    }

    /// Writes an object of the photo store.
    ///
    /// - Returns: False if it is missing or damaged.
    private func write(
        _ key: PhotoKey, _ count: Int, as name: String, changedAt: Date, _ zip: ZipWriter, _ send: Send
    ) async throws -> Bool {
        do {
            let (bytes, lease) = try await bytes(at: key, count)
            lease.startTransfer(onRevoke: onSlowClient)
            try zip.begin(name, changedAt: changedAt, bytes: bytes.count)
            for start in stride(from: 0, to: bytes.count, by: Self.piece) {
                try zip.append(bytes[start..<min(start + Self.piece, bytes.count)])
                try await flush(zip, send)
                lease.progress(Self.piece)
            }
            lease.release()
            return true
        } catch PhotoStoreError.missing {
            return false
        } catch SealingError.tampered {
            return false
        } catch SealingError.malformed {
            return false
        }
    }

    /// Reads a photo; waits for memory, which is shared with other uploads and downloads.
    private func bytes(
        at key: PhotoKey, _ count: Int
    ) async throws -> (bytes: [UInt8], lease: PhotoMemory.Lease) {
        for _ in 1..<Self.tries {
            do {
                return try await photos.bytes(at: key, count: count)
            } catch is PhotoMemory.Exhausted {
                try Task.checkCancellation()
            }
        }
        return try await photos.bytes(at: key, count: count)
    }
}

/// The file names for a kind of records.
private struct ExportFile {
    let records: String
    /// The member that contains the record's items; nil without any.
    let items: String?
    /// Members of a record that are repeated in each row of its items.
    private let beside: [String]

    init(_ kind: ResourceKind) {
        switch kind {
        case .meal: (records, items, beside) = ("meals", "meal-items", ["id", "day", "slot", "name"])
        case .receipt: (records, items, beside) = ("receipts", "receipt-items", ["id", "purchasedAt", "merchant"])
        default: (records, items, beside) = (Self.plural(kind), nil, [])
        }
    }

    private static func plural(_ kind: ResourceKind) -> String {
        switch kind {
        case .goals: "goals"
        case .goalPeriod: "goals-over-time"
        case .shoppingPreferences: "shopping-preferences"
        default: kind.rawValue.hasSuffix("y") && kind != .day ? "\(kind.rawValue.dropLast())ies" : "\(kind.rawValue)s"
        }
    }

    /// The items of a record, each with the fields of its record.
    func items(of record: JSONValue) -> [JSONValue] {
        guard items != nil, case .array(let values)? = record["items"] else { return [] }
        return values.map { item in
            .object(
                [
                    .init(
                        name: "of",
                        value: .object(beside.compactMap { name in record[name].map { .init(name: name, value: $0) } }))
                ] + [.init(name: "item", value: item)])
        }
    }
}
