/// A food that matches the typed text.
package struct FoodMatch: Sendable, Hashable {
    /// The food's number in the index.
    package let food: Int
    /// Whether the food matches only with wrong letters.
    package let isMisspelled: Bool
    /// The rank, lower is better; comparable between indexes.
    package let rank: Int
}

/// How a name may differ from the typed text.
package enum FoodSpelling: Sendable, CaseIterable {
    case asTyped
    /// Some letters may be wrong.
    case nearly
}

extension FoodIndex {
    /// Maximum number of bytes of a query that are used; the rest is ignored.
    package static let maxQueryLength = 200
    /// Maximum number of words of a query that are used.
    static let maxWords = 12

    /// The matching foods, the best first, each once.
    ///
    /// Every word of the query must be the beginning of a word of the same name. Misspellings are allowed only if no
    /// name matches exactly.
    package func search(_ query: String, language: FoodLanguage, limit: Int) -> [FoodMatch] {
        for spelling in FoodSpelling.allCases {
            let found = search(query, language: language, limit: limit, spelling: spelling)
            guard found.isEmpty else { return found }
        }
        return []
    }

    /// The foods that match with one tolerance for spelling, the best first, each once, without hidden ones.
    package func search(
        _ query: String, language: FoodLanguage, limit: Int, spelling: FoodSpelling, hiding hidden: Set<Int> = []
    ) -> [FoodMatch] {
        let name = FoldedName(String(query.prefix(Self.maxQueryLength)))
        let words = Array(name.words.prefix(Self.maxWords))
        guard !words.isEmpty, limit > 0 else { return [] }
        let typed = TypedWords(words: words, isOpen: name.endsInWord)
        let hits =
            switch spelling {
            case .asTyped: typed.exactHits(in: self)
            case .nearly: typed.nearHits(in: self)
            }
        return matches(hits, typed, language: language, limit: limit, hiding: hidden)
    }

    /// The foods whose name consists of exactly these words, in any order and in any spelling; common names first,
    /// and names from tables only if no common name matches.
    ///
    /// If several match, only those whose names begin with the first word count: "milk chocolate" is not "chocolate
    /// milk". Names in the requested language take precedence over those in other languages.
    package func foods(named name: String, language: FoodLanguage) -> [Int] {
        namesakes(of: name, language: language).foods
    }

    /// As `foods(named:language:)` without hidden foods, with a distance: 0 for a common name in the requested
    /// language, 1 for one in another language, 2 for a name from a table.
    package func namesakes(
        of name: String, language: FoodLanguage, hiding hidden: Set<Int> = []
    ) -> (foods: [Int], step: Int) {
        let words = FoldedName(String(name.prefix(Self.maxQueryLength))).words
        guard !words.isEmpty, words.count <= Self.maxWords else { return ([], .max) }
        var found: Set<Int32>?
        for word in words {
            guard let number = self.words(beginningWith: word).first, self.word(number).count == word.count else {
                return ([], .max)
            }
            let having = Set(entries(with: number))
            found = found.map { $0.intersection(having) } ?? having
        }
        let distinct = Set(words).count
        let named = (found ?? []).map { entries[Int($0)] }.filter {
            Int($0.length) == words.count && Int($0.distinct) == distinct && !hidden.contains(Int($0.food))
        }
        let steps: [(Entry) -> Bool] = [
            { $0.isCommon && ($0.language == nil || $0.language == language) }, { $0.isCommon }, { _ in true },
        ]
        for (place, step) in steps.enumerated() {
            let matching = named.filter(step), foods = Set(matching.map { Int($0.food) })
            guard !foods.isEmpty else { continue }
            let beginning = matching.filter { word(Int($0.first)).elementsEqual(words[0]) }.map { Int($0.food) }
            return ((beginning.isEmpty ? foods : Set(beginning)).sorted(), place)
        }
        return ([], .max)
    }

    /// The best entries that match every word.
    private func matches(
        _ hits: [[WordHit]], _ typed: TypedWords, language: FoodLanguage, limit: Int, hiding hidden: Set<Int>
    ) -> [FoodMatch] {
        guard hits.allSatisfy({ !$0.isEmpty }) else { return [] }
        // For each entry: the number of leading query words that it matches, and its wrong letters and unfinished words
        // so far.
        var reached = [UInt8](repeating: 0, count: entries.count)
        var cost = [UInt8](repeating: 0, count: entries.count)
        for (index, hits) in hits.enumerated() {
            for hit in hits {
                for entry in entries(with: hit.word) {
                    let entry = Int(entry)
                    if reached[entry] == UInt8(index) {
                        reached[entry] += 1
                        cost[entry] = UInt8(clamping: Int(cost[entry]) + hit.cost)
                    }
                }
            }
        }
        var best = BestMatches(limit: limit)
        let all = UInt8(hits.count), distinct = Set(typed.words).count
        var isFirst = [Bool](repeating: false, count: wordCount)
        for hit in hits[0] { isFirst[hit.word] = true }
        for entry in entries.indices where reached[entry] == all {
            guard hidden.isEmpty || !hidden.contains(Int(entries[entry].food)) else { continue }
            best.consider(
                food: Int(entries[entry].food),
                rank: rank(
                    of: entries[entry], cost: Int(cost[entry]), words: hits.count, distinct: distinct,
                    begins: isFirst[Int(entries[entry].first)], language: language),
                isMisspelled: Int(cost[entry]) >= WordHit.wrongLetterCost)
        }
        return best.matches
    }

    /// The rank, lower is better: wrong letters, then the requested language, common names, the whole name, names
    /// that begin with the first word, short names and finished words; the caller adds the order of the foods.
    private func rank(
        of name: Entry, cost: Int, words: Int, distinct: Int, begins: Bool, language: FoodLanguage
    ) -> Int {
        let unfinished = cost % WordHit.wrongLetterCost
        var rank = cost / WordHit.wrongLetterCost
        rank = rank << 1 | (name.language == nil || name.language == language ? 0 : 1)
        rank = rank << 1 | (name.isCommon ? 0 : 1)
        let isWhole = unfinished == 0 && Int(name.length) == words && Int(name.distinct) == distinct
        rank = rank << 1 | (isWhole ? 0 : 1)
        rank = rank << 1 | (begins ? 0 : 1)
        rank = rank << 8 | Int(name.length)
        return rank << 4 | unfinished
    }
}

/// A word of the index that a typed word may match.
struct WordHit {
    /// The cost of one wrong letter; the cost of a word that is longer than the typed beginning is 1.
    static let wrongLetterCost = 16

    let word: Int
    let cost: Int
}

/// The typed words, with the words of an index that they may match.
struct TypedWords {
    let words: [[UInt8]]
    /// Whether the last word may be incomplete.
    let isOpen: Bool

    /// Words that begin with the typed text.
    func exactHits(in index: FoodIndex) -> [[WordHit]] {
        words.map { word in
            index.words(beginningWith: word).map {
                WordHit(word: $0, cost: index.word($0).count == word.count ? 0 : 1)
            }
        }
    }

    /// Words equal or similar to the typed ones; if the index contains a typed word exactly, only exact matches.
    func nearHits(in index: FoodIndex) -> [[WordHit]] {
        let exact = exactHits(in: index)
        var distance = SpellingDistance()
        return words.enumerated().map { position, word in
            let limit = SpellingDistance.maxErrors(forLength: word.count)
            guard limit > 0 else { return exact[position] }
            let letters = SpellingDistance.letters(of: word)
            let isPrefix = isOpen && position == words.count - 1
            var hits = exact[position]
            let known = Set(hits.map(\.word))
            for number in 0..<index.wordCount where (letters & ~index.letters(number)).nonzeroBitCount <= limit {
                guard !known.contains(number),
                    let wrong = distance.measure(word, to: index.word(number), isPrefix: isPrefix, limit: limit),
                    wrong > 0
                else { continue }
                hits.append(WordHit(word: number, cost: wrong * WordHit.wrongLetterCost))
            }
            // Hits are sorted by cost so that an entry is first matched at its lowest cost.
            return hits.sorted { $0.cost < $1.cost }
        }
    }
}

/// Collects the best of many matches, each food once.
private struct BestMatches {
    private var kept: [(rank: Int, food: Int, isMisspelled: Bool)] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    mutating func consider(food: Int, rank: Int, isMisspelled: Bool) {
        if kept.count == limit, let last = kept.last, (rank, food) >= (last.rank, last.food) { return }
        if let known = kept.firstIndex(where: { $0.food == food }) {
            guard rank < kept[known].rank else { return }
            kept.remove(at: known)
        }
        let place = kept.firstIndex { (rank, food) < ($0.rank, $0.food) } ?? kept.endIndex
        kept.insert((rank, food, isMisspelled), at: place)
        if kept.count > limit { kept.removeLast() }
    }

    var matches: [FoodMatch] { kept.map { FoodMatch(food: $0.food, isMisspelled: $0.isMisspelled, rank: $0.rank) } }
}
