import Testing

@testable import FoodCatalogue

@Suite struct SpellingDistanceTests {
    @Test(
        "NUT-22: wrong, missing, extra and swapped letters cost one each",
        arguments: [
            ("apple", "apple", 0), ("aple", "apple", 1), ("appple", "apple", 1), ("appel", "apple", 1),
            ("axple", "apple", 1),
            ("ppale", "apple", 2), ("", "ab", 2), ("ca", "abc", nil),
        ] as [(String, String, Int?)])
    func distancesOfWholeWords(word: String, other: String, distance: Int?) {
        var measure = SpellingDistance()
        #expect(measure.measure(Array(word.utf8), to: Array(other.utf8), isPrefix: false, limit: 2) == distance)
    }

    @Test(
        "NUT-22: a longer word is compared by its prefix",
        arguments: [
            ("brocol", "broccoli", 1), ("bana", "banana", 0), ("banxa", "bananas", 1), ("straberr", "strawberry", 1),
        ])
    func distancesOfBeginnings(word: String, other: String, distance: Int) {
        var measure = SpellingDistance()
        #expect(measure.measure(Array(word.utf8), to: Array(other.utf8), isPrefix: true, limit: 2) == distance)
    }

    @Test func foldedWordsCompareEqual() {
        #expect(FoldedName("Crème brûlée").words == FoldedName("creme BRULEE").words)
        #expect(FoldedName("bœuf haché").words == FoldedName("boeuf hache").words)
        #expect(FoldedName("jalapeño").words == FoldedName("jalapen\u{303}o").words)
        #expect(FoldedName("米饭 rice").words.count == 3)
        #expect(FoldedName("rice").endsInWord && !FoldedName("rice ").endsInWord)
    }
}
