import Foundation

/// The manifest of a backup directory, `manifest.json`.
struct BackupManifest: Codable, Sendable, Equatable {
    /// The content of the directory.
    enum Content: String, Codable, Sendable {
        /// All schemas except the key ring's, and the photos.
        case data
        /// The key ring alone.
        case keys
    }

    /// The state of a table at the time of the backup.
    struct Table: Codable, Sendable, Equatable {
        var rows: Int
        /// Independent of the order of rows: the sum of the first 60 bits of each row's MD5.
        var hash: String
    }

    /// The only layout so far.
    static let currentFormat = 1
    static let file = "manifest.json"

    var format = currentFormat
    var content: Content
    /// The time of the common snapshot of all schemas.
    var takenAt: Date
    /// Tables by schema; each schema is in `<schema>.dump`.
    var schemas: [String: [String: Table]]
    /// Number of photos in the backup; nil if they are stored elsewhere.
    var photos: Int?

    /// Reads the manifest of a directory.
    ///
    /// - Throws: `ControlFailure.problem` if it is missing, invalid, or of another content.
    static func read(_ directory: URL, _ content: Content) throws -> BackupManifest {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let bytes = try? Data(contentsOf: directory.appending(path: file)),
            let manifest = try? decoder.decode(BackupManifest.self, from: bytes)
        else { throw ControlFailure.problem("\(directory.filePath) holds no backup") }
        guard manifest.format == currentFormat else {
            throw ControlFailure.problem(
                "\(directory.filePath) has format \(manifest.format); this is \(currentFormat)")
        }
        guard manifest.content == content else {
            throw ControlFailure.problem(
                "\(directory.filePath) holds \(manifest.content.rawValue), not \(content.rawValue)")
        }
        return manifest
    }

    func write(to directory: URL) throws {
        try Data(try JSONLines.encode(self)).write(to: directory.appending(path: Self.file))
    }
}
