import Nourishment
import Quantities
import Testing

@Suite struct FrequentUseTests {
    private func use(_ key: String, _ ago: Int, _ slot: String = "breakfast", at minute: Int = 480) -> Use<String> {
        Use(key: key, day: days(before: ago), slot: slot, minute: minute)
    }

    private func names(_ uses: [Use<String>], slot: String = "breakfast", at minute: Int = 480) -> [String] {
        FrequentUse.suggest(from: uses, on: goalDay, slot: slot, minute: minute, maxCount: 10).map(\.key)
    }

    @Test("NUT-19: frequent foods rank first")
    func often() {
        #expect(names([use("egg", 1), use("oats", 1), use("oats", 2), use("oats", 3)]) == ["oats", "egg"])
    }

    @Test("NUT-19: recent use outranks old use; the weight halves in two weeks")
    func decay() throws {
        #expect(names([use("old", 30), use("old", 31), use("new", 1), use("new", 2)]) == ["new", "old"])
        let found = FrequentUse.suggest(
            from: [use("a", 0), use("b", 14)], on: goalDay, slot: "breakfast", minute: 480, maxCount: 2)
        #expect(abs(found[0].score - 1) < 1e-12)
        #expect(abs(found[1].score - 0.5) < 1e-12)
        #expect(found[1].lastDay == days(before: 14))
    }

    @Test("NUT-19: suggestions depend on meal slot and time of day")
    func slotAndTime() {
        let uses = [use("oats", 1), use("soup", 1, "dinner", at: 1_140)]
        #expect(names(uses) == ["oats", "soup"])
        #expect(names(uses, slot: "dinner", at: 1_140) == ["soup", "oats"])
        let snacks = [use("nuts", 1, "snack", at: 960), use("tea", 1, "snack", at: 1_430)]
        #expect(names(snacks, slot: "snack", at: 960) == ["nuts", "tea"])
        // 00:10 is near 23:50.
        #expect(names(snacks, slot: "snack", at: 10) == ["tea", "nuts"])
    }

    @Test("frequent use: each key once, up to the limit, no future uses")
    func bounds() {
        let uses = (0..<30).flatMap { [use("food\($0)", $0), use("food\($0)", $0 + 1)] } + [use("later", -1)]
        let found = FrequentUse.suggest(from: uses, on: goalDay, slot: "breakfast", minute: 480, maxCount: 5)
        #expect(found.map(\.key) == (0..<5).map { "food\($0)" })
        #expect(names([use("later", -1)]).isEmpty)
    }

    @Test("frequent use: equal scores are ordered by key")
    func order() {
        #expect(names([use("b", 1), use("a", 1), use("c", 1)]) == ["a", "b", "c"])
    }
}
