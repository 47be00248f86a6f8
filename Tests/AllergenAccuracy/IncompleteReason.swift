/// Why a list is not read completely, by rules that use only the file of lists.
enum IncompleteReason: String, CaseIterable {
    /// The list ends within a word, or after a word that no other list has.
    case breaksOff
    /// Four unknown words or more: garbled print, or another language.
    case garbledOrForeign
    /// Each unknown word is a misprint of a common one, or a fragment of at most three letters.
    case misprint
    /// The text is not a list: a statement alone, or no word that names an ingredient.
    case noList
    /// A word in legible print that the vocabulary lacks, or that no rule explains.
    case unknownWord

    /// Heading in the table.
    var title: String {
        switch self {
        case .breaksOff: "breaks off"
        case .garbledOrForeign: "garbled or foreign"
        case .misprint: "misprint"
        case .noList: "no list"
        case .unknownWord: "unknown word"
        }
    }
}

/// Distinguishes misprints from words by comparing the lists of a file.
///
/// A word is a misprint if no second list has it and it is similar to a word of many lists: it differs by at most two
/// letters, or by one if it has fewer than six. The lexicon is not used, so that a real word missing from the lexicon
/// counts as unknown.
struct PrintedWords {
    /// Number of lists with a word from which a similar word counts as its misprint.
    private static let common = 10
    /// Unknown words of a list that make it garbled.
    private static let garbled = 4
    /// Maximum length of a fragment, in letters.
    private static let scrap = 3
    /// Words of this many letters may differ by two.
    private static let long = 6

    private let lists: [String: Int]
    private let common: [[Character]]

    init(_ lists: [LabeledList]) {
        var counts: [String: Int] = [:]
        for text in Set(lists.map(\.text)) {
            for word in Set(Self.words(of: text)) { counts[word, default: 0] += 1 }
        }
        self.lists = counts
        common = counts.filter { $0.value >= Self.common && $0.key.count > Self.scrap }.map { Array($0.key) }
    }

    /// Why a list with these unknown words is not complete.
    func reason(_ text: String, unknown: [String]) -> IncompleteReason {
        guard let last = unknown.last else { return .noList }
        if unknown.count >= Self.garbled { return .garbledOrForeign }
        if unknown.count == 1, text.hasSuffix(last) { return .breaksOff }
        return unknown.allSatisfy(isMisprint) ? .misprint : .unknownWord
    }

    private func isMisprint(_ word: String) -> Bool {
        let word = word.lowercased()
        if word.count <= Self.scrap { return true }
        guard lists[word, default: 0] <= 1 else { return false }
        let farthest = word.count < Self.long ? 1 : 2
        let letters = Array(word)
        return common.contains { Self.isNear(letters, $0, within: farthest) }
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    /// Whether two words differ by few letters: changed, lost or added.
    private static func isNear(_ word: [Character], _ other: [Character], within farthest: Int) -> Bool {
        guard abs(word.count - other.count) <= farthest else { return false }
        var row = Array(0...other.count)
        for (index, letter) in word.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let cost = min(row[column], row[column + 1], diagonal - (letter == other[column] ? 1 : 0)) + 1
                diagonal = row[column + 1]
                row[column + 1] = cost
            }
        }
        return row[other.count] <= farthest
    }
}
