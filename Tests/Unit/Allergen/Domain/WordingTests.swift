import Foundation
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Wording")
struct WordingTests {
    @Test("C17: no text promises that a food is safe", .slow)
    func noPromise() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../Services/Allergen")
        let forbidden = try Regex("(?i)\\b(s[a]fe|s[a]fely|s[ûü]r|sûre|s[e]gur[oa]s?)\\b|安[全]")
        let files = try #require(FileManager.default.enumerator(at: root.standardized, includingPropertiesForKeys: nil))
        var read = 0
        // `phrases.tsv` is exempt: its phrases are matched in labels, never shown to people.
        for case let file as URL in files
        where ["swift", "tsv", "sql", "yaml"].contains(file.pathExtension) && file.lastPathComponent != "phrases.tsv" {
            let text = try String(contentsOf: file, encoding: .utf8)
            read += 1
            #expect(text.firstMatch(of: forbidden) == nil, "\(file.lastPathComponent)")
        }
        #expect(read > 30)
    }
}
