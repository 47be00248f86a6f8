/// Finds foods by the text typed so far: prefixes of words in any order, misspellings, four languages (NUT-22).
///
/// Built once and then only read. It stores words, not full names: 400,000 foods take about 60 MB.
package struct FoodIndex: Sendable {
    /// One name of one food.
    package struct Name: Sendable {
        /// The food's position in the caller's list; below 2³¹.
        package let food: Int
        package let text: String
        /// Nil for a name without a language.
        package let language: FoodLanguage?
        /// Everyday names rank before names from tables.
        package let isCommon: Bool

        package init(food: Int, text: String, language: FoodLanguage?, isCommon: Bool) {
            self.food = food
            self.text = text
            self.language = language
            self.isCommon = isCommon
        }
    }

    /// The stored form of a name.
    struct Entry {
        let food: Int32
        let language: FoodLanguage?
        let isCommon: Bool
        /// Number of words, at most 255.
        let length: UInt8
        /// Number of distinct words, at most 255: 牛油果油 has three.
        let distinct: UInt8
        /// The number of the name's first word.
        let first: Int32
    }

    private(set) var entries: [Entry] = []
    /// All distinct words, sorted by their bytes and concatenated; word `n` is between `starts[n]` and `starts[n + 1]`.
    private var bytes: [UInt8] = []
    private var starts: [Int32] = [0]
    /// The set of letters of each word, which excludes most words in a search for misspellings.
    private var letters: [UInt32] = []
    /// The entries that have a word, grouped by word.
    private var postings: [Int32] = []
    private var postingStarts: [Int32] = [0]

    package init(_ names: some Sequence<Name>) {
        var found: [[UInt8]: [Int32]] = [:]
        var firsts: [[UInt8]] = []
        for name in names {
            let words = FoldedName(name.text).words
            guard let first = words.first else { continue }
            let entry = Int32(entries.count)
            entries.append(
                Entry(
                    food: Int32(name.food), language: name.language, isCommon: name.isCommon,
                    length: UInt8(clamping: words.count), distinct: UInt8(clamping: Set(words).count), first: 0))
            firsts.append(first)
            for word in words where found[word]?.last != entry { found[word, default: []].append(entry) }
        }
        var numbers: [[UInt8]: Int32] = [:]
        for (number, word) in found.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
            numbers[word] = Int32(number)
            bytes += word
            starts.append(Int32(bytes.count))
            letters.append(SpellingDistance.letters(of: word))
            postings += found[word] ?? []
            postingStarts.append(Int32(postings.count))
        }
        for (index, first) in firsts.enumerated() {
            let entry = entries[index]
            entries[index] = Entry(
                food: entry.food, language: entry.language, isCommon: entry.isCommon, length: entry.length,
                distinct: entry.distinct, first: numbers[first] ?? 0)
        }
    }

    /// Indexes all names and descriptions of a catalog; a food's number is its position there.
    package init(_ catalogue: FoodCatalogue) {
        self.init(
            catalogue.foods.enumerated().flatMap { position, food in
                var names = FoodLanguage.allCases.flatMap { language in
                    (food.names[language] ?? []).map {
                        Name(food: position, text: $0, language: language, isCommon: true)
                    }
                }
                names.append(
                    Name(food: position, text: food.description, language: .english, isCommon: false))
                return names
            })
    }

    var wordCount: Int { letters.count }

    /// The bytes of a word.
    func word(_ number: Int) -> ArraySlice<UInt8> { bytes[Int(starts[number])..<Int(starts[number + 1])] }

    /// The set of letters in a word (`SpellingDistance.letters`).
    func letters(_ number: Int) -> UInt32 { letters[number] }

    /// The entries that contain a word, in order.
    func entries(with number: Int) -> ArraySlice<Int32> {
        postings[Int(postingStarts[number])..<Int(postingStarts[number + 1])]
    }

    /// The range of words that begin with a prefix; if the prefix itself is a word, it is the first.
    func words(beginningWith prefix: [UInt8]) -> Range<Int> {
        let lower = partition { $0.lexicographicallyPrecedes(prefix) }
        let upper = partition { $0.lexicographicallyPrecedes(prefix) || $0.starts(with: prefix) }
        return lower..<upper
    }

    /// The number of leading words that fulfill a condition, by binary search: the condition is true for a prefix of
    /// the words only.
    private func partition(_ isBefore: (ArraySlice<UInt8>) -> Bool) -> Int {
        var range = 0..<wordCount
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if isBefore(word(middle)) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
