import FoodCatalogue
import FoodReports
import Nourishment
import Testing

@Suite struct ReportWordsTests {
    private let words: ReportWords

    init() throws {
        words = try ReportWords.builtIn()
    }

    @Test("report words: every nutrient has a distinct name in every language", arguments: FoodLanguage.allCases)
    func nutrients(language: FoodLanguage) {
        let names = Nutrient.allCases.map { words.name(of: $0, in: language) }
        #expect(Set(names).count == names.count)
        #expect(!names.contains { $0.contains("nutrient.") })
    }

    @Test("NUT-17: findings have texts in every language, without numbers")
    func findings() {
        let harsh = [
            "too much", "too little", "bad", "fail", "guilt", "trop", "mauvais", "échec", "demasiado", " mal ", "太多",
            "太少",
            "失败",
        ]
        for code in IntakeFinding.Code.allCases {
            for language in FoodLanguage.allCases {
                let (title, body) = words.text(code, in: language)
                #expect(!(title + body).contains { ("0"..."9").contains($0) })
                for word in harsh {
                    #expect(!(title + body).lowercased().contains(word), "\(code) \(language) \(word)")
                }
            }
        }
    }

    @Test("report words: placeholders are filled in", arguments: FoodLanguage.allCases)
    func placeholders(language: FoodLanguage) {
        #expect(words.text(.atLeast, in: language, ["value": "7 mg"]).contains("7 mg"))
        let note = words.text(.reported, in: language, ["reported": "2", "of": "3"])
        #expect(note.contains("2") && note.contains("3") && !note.contains("{"))
    }

    @Test("report words: an incomplete table is rejected with its row")
    func malformed() {
        #expect(throws: ReportWords.Malformed.self) { try ReportWords(table: "heading.meal\ta\tb\tc\td\n") }
        #expect(throws: ReportWords.Malformed(key: "heading.meal")) {
            try ReportWords(table: "heading.meal\ta\tb\tc\n")
        }
        #expect(throws: ReportWords.Malformed(key: "unheard.of")) {
            try ReportWords(table: "unheard.of\ta\tb\tc\td\n")
        }
    }
}
