import EventContracts
import Foundation
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Imported lexicon", .slow)
struct LexiconImportTests {
    /// A taxonomy written for this test, in the format of Open Food Facts.
    private static let taxonomy = """
        {
          "en:milk": {"name": {"en": "Milk", "fr": "lait"}, "allergens": {"en": "en:milk"}},
          "en:quarg": {"name": {"en": "quarkolino"}, "synonyms": {"es": ["quarcolina|x", "quarcolina"]}, "parents": \
        ["en:milk"]},
          "en:cocoa-butter": {"name": {"en": "cocoa butter"}, "parents": ["en:milk"]},
          "en:water": {"name": {"en": "waterino"}}
        }
        """

    private func importedTable(in directory: URL) throws -> [UInt8] {
        let input = directory.appending(path: "ingredients.json"), output = directory.appending(path: "imported.tsv")
        try Data(Self.taxonomy.utf8).write(to: input)
        let process = Process()
        process.executableURL =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../deploy/import-off").standardizedFileURL
        process.arguments = [input.path, output.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(try Data(contentsOf: output))
    }

    @Test("imported lexicon: terms have their source; built-in ones win")
    func imported() async throws {
        try await withTemporaryDirectory { directory in
            let lexicon = try Lexicon.builtIn(importing: try importedTable(in: directory))
            let assess = AssessLabel(lexicon: lexicon)
            let milk = AssessmentProfile(allergens: [.group(.milk)])
            for text in ["Ingredients: sugar, quarkolino, salt", "Ingredientes: azúcar, quarcolina, sal"] {
                let found = assess.decide(text, profile: milk)
                #expect(found.verdict == .contains, "\(text)")
                let source = found.contains.first?.evidence.first?.source ?? ""
                #expect(source.contains("Open Food Facts"))
            }
            #expect(assess.decide("Ingredients: sugar, cocoa butter, salt", profile: milk).verdict == .notDetected)
            #expect(try lexicon.version != Lexicon.builtIn().version, "scans are read again with it (ALG-11)")
        }
    }

    @Test("imported lexicon: a faulty table is reported with line at startup")
    func faulty() {
        let table =
            "concept\tmeaning\tallergens\tspecies\tcancels\tdiets\ten\tfr\tes\tzh\tsource\tnote\n"
            + "x\tis\tmilck\t\t\t\tquark\t\t\t\toff\t\n"
        let error = #expect(throws: LexiconError.self) { try Lexicon.builtIn(importing: Array(table.utf8)) }
        #expect(error?.file == "imported.tsv" && error?.line == 2 && error?.code == .unknownCode)
    }
}
