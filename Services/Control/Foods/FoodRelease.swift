import EventContracts
import FoodLibrary
import FoodTables
import Foundation

/// Imports a whole table of foods: writes it into the catalog store in the release format and releases it (NUT-26).
struct FoodRelease: Sendable {
    let orders: SharedFoodTable
    let files: CatalogueFiles

    /// The result for a table.
    struct Outcome: Encodable, Sendable, Equatable {
        let source: String
        /// Number of the release; nil if the same foods were released before.
        let version: Int64?
        let foods: Int
        /// Number of rejected rows by reason.
        let rejected: [String: Int]
        /// The path of the file that lists the rejected rows.
        let rejectedRows: String
        /// Number of parts of the table that an earlier run had processed.
        let resumedAfter: Int
    }

    /// Reads a table completely and releases its foods; an interrupted run resumes.
    ///
    /// - Parameters:
    ///   - form: The format of the table.
    ///   - path: Its location.
    ///   - now: The time.
    /// - Returns: The result.
    /// - Throws: Errors of the reader, the file system or the database.
    func run(_ form: FoodTableForm, at path: URL, now: Date) async throws -> Outcome {
        let source = form.rawValue, draft = ReleaseDraft(of: source, in: files.directory)
        let file = files.directory.appending(path: "\(source).sorted")
        let written = try draft.write(form.reader(of: path), at: path, to: file)
        let taken = try files.take(file, of: source)
        let release = try await orders.release(
            source,
            (
                name: taken.name, sha256: taken.sha256, bytes: taken.bytes, foods: Int64(written.foods),
                rejected: Int64(written.rejectedRows)
            ), at: now)
        return Outcome(
            source: source, version: release?.version, foods: written.foods, rejected: written.rejected,
            rejectedRows: draft.rejectedRows.path(percentEncoded: false), resumedAfter: written.resumedAfter)
    }
}
