import EventContracts
import Foundation
import Testing
import UnitSupport

@testable import AllergenService

/// Labels that other products misjudged, rewritten for this project, with the right answer.
@Suite("Published label cases")
struct PublicCaseTests {
    struct Case: Decodable, CustomTestStringConvertible {
        let id: String
        let text: String
        let language: String?
        /// The profile of the person; nil for any profile.
        let profile: [AllergenCode]?
        /// In order: contained; contained, possible or unreadable; not named; not contained.
        let contains: [AllergenCode]?
        let warned: [AllergenCode]?
        let absent: [AllergenCode]?
        let notHeld: [AllergenCode]?
        /// Whether *not detected* would be wrong.
        let never: Bool?

        var testDescription: String { "\(id): \(text.prefix(60))" }
    }

    static let cases: [Case] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/cases.jsonl")
        let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.compactMap { try? JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
    }()

    @Test("ALG-07: the file of published cases exists")
    func present() { #expect(Self.cases.count > 1_000) }

    @Test("ALG-07, C17: labels that failed elsewhere are judged correctly", .slow, arguments: cases)
    func answers(_ label: Case) throws {
        let answer = try LexiconFixture.assess(
            label.text, language: label.language.flatMap(LabelLanguage.init(tag:)),
            profile: AssessmentProfile(allergens: Set((label.profile ?? []).map(AllergenChoice.group))))
        let held = Set(answer.allContained.codes)
        let named = held.union(answer.allPossible.codes)
        #expect(held.isSuperset(of: label.contains ?? []))
        #expect(named.isSuperset(of: label.warned ?? []) || answer.verdict == .couldNotRead)
        #expect(held.isDisjoint(with: label.notHeld ?? []))
        #expect(named.isDisjoint(with: label.absent ?? []))
        if label.never == true { #expect(answer.verdict != .notDetected) }
    }
}
