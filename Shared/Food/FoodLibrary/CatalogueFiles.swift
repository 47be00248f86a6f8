import Crypto
import EventContracts
import FoodCatalogue
import Foundation
import Hexadecimal

/// Why a file of the catalog store cannot be used.
package enum CatalogueFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case noDirectory
    /// The name is not that of a file in the store.
    case badName
    case missing(String)
    /// The file's hash differs from the released one.
    case changed(String)
    case damaged(String)
    /// Another file is being read.
    case busy

    package var description: String {
        switch self {
        case .noDirectory: "foods were imported, but CATALOGUE_DIRECTORY is not set"
        case .badName: "a release names no file of the catalogue store"
        case .missing(let name): "\(name) is not in the catalogue store"
        case .changed(let name): "\(name) differs from the released file"
        case .damaged(let name): "\(name) cannot be read as a table of foods"
        case .busy: "another table of foods is being read"
        }
    }
}

/// The catalog store: a directory with the files of releases, which `nutrition`, the gateway and `fmctl` can access.
///
/// The name of a file contains the beginning of its hash; a file is never changed.
package struct CatalogueFiles: Sendable {
    package let directory: URL

    package init(_ directory: URL) {
        self.directory = directory
    }

    /// The foods of a release; blocks, for about 3 s with 400,000 of them.
    ///
    /// - Throws: `CatalogueFileError`.
    package func foods(of release: CatalogueReleased) throws(CatalogueFileError) -> ReleasedFoods {
        guard Self.isName(release.uri) else { throw .badName }
        let path = directory.appending(path: release.uri)
        guard let file = try? Data(contentsOf: path, options: .alwaysMapped) else { throw .missing(release.uri) }
        guard Int64(file.count) == release.bytes, Self.hash(of: file) == release.sha256 else {
            throw .changed(release.uri)
        }
        guard let foods = try? ReleasedFoods(file), Int64(foods.count) == release.foods else {
            throw .damaged(release.uri)
        }
        return foods
    }

    /// Renames a finished draft to the name that follows from its hash.
    ///
    /// - Parameters:
    ///   - draft: The file, in the store's directory.
    ///   - source: The table that it contains.
    /// - Returns: Its name, hash and size.
    /// - Throws: An error of Foundation.
    package func take(
        _ draft: URL, of source: String
    ) throws -> (name: String, sha256: String, bytes: Int64) {
        let file = try Data(contentsOf: draft, options: .alwaysMapped), hash = Self.hash(of: file)
        let name = "\(source)-\(hash.prefix(16)).tsv", place = directory.appending(path: name)
        if FileManager.default.fileExists(atPath: place.path(percentEncoded: false)) {
            try FileManager.default.removeItem(at: draft)
        } else {
            try FileManager.default.moveItem(at: draft, to: place)
        }
        return (name, hash, Int64(file.count))
    }

    /// Whether a text is the name of a file directly in the directory.
    private static func isName(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && !text.hasPrefix(".") && text.utf8.allSatisfy(characters.contains)
    }

    private static let characters = Set("abcdefghijklmnopqrstuvwxyz0123456789-.".utf8)

    private static func hash(of file: Data) -> String {
        SHA256.hash(data: file).hexadecimal
    }
}
