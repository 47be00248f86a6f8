import EventContracts
import Foundation
import Testing

@testable import AllergenService

@Suite("Reaction diary")
struct ReactionRulesTests {
    /// 2026-03-01 23:30 UTC.
    private let now = Date(timeIntervalSince1970: 1_772_407_800)

    @Test(
        "ALG-13: any past day is allowed, and one day beyond today in UTC",
        arguments: [
            ("2026-03-01", true), ("1999-12-31", true), ("2026-03-02", true), ("2026-03-03", false),
            ("2024-02-29", true),
            ("2025-02-29", false), ("2026-13-01", false), ("2026-04-31", false), ("2026-3-1", false),
            ("yesterday", false),
            ("", false), ("２０２６-03-01", false), ("2026-03-00", false), ("1899-12-31", false),
        ])
    func days(day: String, isAllowed: Bool) {
        let entry = ReactionEntry(occurredOn: day, allergens: [.milk], cause: nil, severity: .mild, notes: nil)
        let violations = ReactionRules.violations(of: entry, now: now)
        #expect(violations.map(\.pointer) == (isAllowed ? [] : ["/occurredOn"]))
    }

    @Test(
        "ALG-13: an allergen or a cause in words is needed",
        arguments: [
            ([AllergenCode.eggs], nil, []), ([], "street food", []), ([], nil, ["/allergens"]),
            ([], "  ", ["/allergens"]),
            ([.eggs, .eggs], nil, ["/allergens"]),
        ] as [([AllergenCode], String?, [String])])
    func causes(allergens: [AllergenCode], cause: String?, pointers: [String]) {
        let entry = ReactionEntry(
            occurredOn: "2026-02-01", allergens: allergens, cause: cause, severity: nil, notes: nil)
        #expect(ReactionRules.violations(of: entry, now: now).map(\.pointer) == pointers)
    }

    @Test("ALG-13: texts are bounded and all problems are told at once")
    func bounds() {
        let entry = ReactionEntry(
            occurredOn: "soon", allergens: [], cause: String(repeating: "c", count: 201), severity: .severe,
            notes: String(repeating: "n", count: 2_001))
        let pointers = ReactionRules.violations(of: entry, now: now).map(\.pointer)
        #expect(pointers == ["/occurredOn", "/cause", "/notes"])
    }
}
