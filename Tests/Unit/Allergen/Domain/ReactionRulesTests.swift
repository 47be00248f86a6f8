import EventContracts
import Foundation
import Sealing
import Testing

@testable import AllergenService

@Suite("Reaction diary")
struct ReactionRulesTests {
    /// 2026-03-01 23:30 UTC.
    private let now = Date(timeIntervalSince1970: 1_772_407_800)

    private func pointers(
        on day: String = "2026-02-01", at time: String? = nil, _ allergens: [AllergenChoice] = [], cause: String? = nil,
        notes: String? = nil, links: ReactionLinks? = nil
    ) -> [String] {
        let entry = RecordReaction(
            accountID: .random(), reactionID: .random(), version: 1, occurredOn: day, timeOfDay: time,
            allergens: allergens, severity: nil, notes: Sealed(bytes: []), links: links)
        return ReactionRules.violations(of: entry, ReactionNotes(cause: cause, notes: notes), now: now).map(\.pointer)
    }

    @Test(
        "ALG-13: any past day is accepted, and one day ahead of UTC",
        arguments: [
            ("2026-03-01", true), ("1999-12-31", true), ("2026-03-02", true), ("2026-03-03", false),
            ("2024-02-29", true),
            ("2025-02-29", false), ("2026-13-01", false), ("2026-04-31", false), ("2026-3-1", false),
            ("yesterday", false),
            ("", false), ("２０２６-03-01", false), ("2026-03-00", false), ("1899-12-31", false),
        ])
    func days(day: String, isAllowed: Bool) {
        #expect(pointers(on: day, [.group(.milk)]) == (isAllowed ? [] : ["/occurredOn"]))
    }

    @Test(
        "reaction: the time of day is hours and minutes",
        arguments: [
            ("00:00", true), ("23:59", true), ("24:00", false), ("9:30", false), ("12:60", false), ("noon!", false),
        ])
    func times(time: String, isAllowed: Bool) {
        #expect(pointers(at: time, [.group(.milk)]) == (isAllowed ? [] : ["/timeOfDay"]))
    }

    @Test(
        "ALG-13: an entry needs an allergen or something that was eaten",
        arguments: [
            ([.group(.eggs)], nil, nil, []), ([.species(.almond)], nil, nil, []), ([], "street food", nil, []),
            ([], nil, nil, ["/allergens"]), ([], "  ", nil, ["/allergens"]),
            ([.group(.eggs), .group(.eggs)], nil, nil, ["/allergens"]), ([], nil, ReactionLinks(), ["/allergens"]),
            ([], nil, ReactionLinks(gtin: GTIN("96385074")), []), ([], nil, ReactionLinks(scanID: .random()), []),
            ([], nil, ReactionLinks(mealID: .random()), []),
        ] as [([AllergenChoice], String?, ReactionLinks?, [String])])
    func causes(allergens: [AllergenChoice], cause: String?, links: ReactionLinks?, expected: [String]) {
        #expect(pointers(allergens, cause: cause, links: links) == expected)
    }

    @Test("ALG-13: texts are limited, and all problems are reported together")
    func bounds() {
        #expect(
            pointers(
                on: "soon", cause: String(repeating: "c", count: 201), notes: String(repeating: "n", count: 2_001))
                == ["/occurredOn", "/cause", "/notes"])
        #expect(
            pointers(cause: String(repeating: "c", count: 200), notes: String(repeating: "n", count: 2_000)).isEmpty)
    }
}
