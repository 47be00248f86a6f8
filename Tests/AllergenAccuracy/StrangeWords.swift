/// Inserts a word that is not in the lexicon into a list; the same seed gives the same word.
///
/// Half of the words are names of foods and dishes in unsupported languages, none of which is an allergen's name alone;
/// the other half are made up of syllables.
struct StrangeWords {
    private static let foreign = [
        // German, Dutch, Nordic.
        "Zwiebeln", "Kartoffeln", "Kürbiskerne", "Gurken", "Rindfleisch", "Apfelwein", "Preiselbeeren", "Grünkohl",
        "Wacholder", "uien", "aardappelen", "paprikapoeder", "bosbessen", "rødbeder", "kartofler", "lingon", "vitlök",
        "sukkererter", "blåbær", "sipulia", "mustikka", "perunaa", "patatak", "gulrøtter", "morötter", "porkkanaa",
        "æbler",
        // Italian, Portuguese, Romanian.
        "cipolle", "mirtilli", "zucchine", "peperoncino", "fragole", "carciofi", "cebolinha", "morangos", "batata doce",
        "cenoura", "ceapă", "usturoi", "cartofi",
        // Slavic, Baltic, Hungarian, Turkish.
        "ziemniaki", "czosnek", "żurawina", "brambory", "česnek", "jahody", "cibuľa", "kapusta", "borůvky", "krumpir",
        "čebula", "svogūnai", "bulvės", "sīpoli", "burgonya", "fokhagyma", "hagyma", "soğan", "kırmızı biber",
        "patates",
        // Other scripts.
        "картофель", "чеснок", "цибуля", "лук", "πατάτες", "κρεμμύδι", "بصل", "ثوم", "בצל", "תפוח אדמה", "आलू", "प्याज",
        "হলুদ", "กระเทียม", "มันฝรั่ง", "양파", "감자", "たまねぎ", "じゃがいも", "にんじん",
        // Vietnamese, Indonesian, Basque, Albanian.
        "hành tây", "khoai tây", "bawang putih", "kentang", "tipula", "qepë",
    ]
    /// Words that also exist in a language of the lists, or differ from one only by a letter that a camera misreads, by
    /// that language.
    private static let ownWords = ["fr": Set(["patates"]), "es": Set(["patates"])]
    private static let onsets = [
        "b", "br", "d", "dr", "f", "fl", "g", "gl", "k", "kr", "l", "m", "n", "p", "pl", "r",
        "s", "sk", "st", "t", "tr", "v", "z",
    ]
    private static let vowels = ["a", "e", "i", "o", "u", "ai", "ou", "ee"]
    private static let codas = ["", "", "", "n", "r", "l", "s", "t", "m", "k"]

    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0xD134_2543_DE82_EF95 &+ 0x9E37_79B9_7F4A_7C15
    }

    /// The word that follows an inserted word.
    private static let followers = ["fr": " en poudre", "es": " en polvo", "zh": "粉"]

    /// Inserts a word between two ingredients of a list, followed by "powder" if `beside` is true.
    ///
    /// - Parameters:
    ///   - list: The text of the list.
    ///   - language: Its language, which determines commas and the following word.
    ///   - beside: Whether another word follows.
    /// - Returns: The list with the word, and the word.
    mutating func insert(into list: String, language: String, beside: Bool) -> (text: String, word: String) {
        let chinese = language == "zh"
        let foreign = Self.foreign[next(Self.foreign.count)]
        let isOwn = Self.ownWords[language]?.contains(foreign) ?? false
        let word = next(2) == 0 && !isOwn ? foreign : invented()
        let separators: Set<Character> = chinese ? [",", "，", "、"] : [","]
        let places = list.indices.filter { index in
            guard separators.contains(list[index]) else { return false }
            // No insertion within a number such as "1,5 %".
            let after = list.index(after: index)
            return after == list.endIndex || !list[after].isNumber
        }
        let printed = beside ? word + (Self.followers[language] ?? " powder") : word
        guard !places.isEmpty else { return (list + (chinese ? "、" : ", ") + printed, word) }
        let place = places[next(places.count)]
        return (list[..<place] + String(list[place]) + " " + printed + list[place...], word)
    }

    private mutating func invented() -> String {
        (0..<2 + next(2)).map { _ in
            Self.onsets[next(Self.onsets.count)] + Self.vowels[next(Self.vowels.count)]
                + Self.codas[next(Self.codas.count)]
        }.joined()
    }

    private mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
