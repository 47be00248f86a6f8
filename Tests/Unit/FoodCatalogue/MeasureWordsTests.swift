import FoodCatalogue
import Testing

@Suite struct MeasureWordsTests {
    @Test(
        "NUT-22: measures are shown in the asked language",
        arguments: [
            ("1 cup", FoodLanguage.french, "1 tasse"), ("0.5 cup", .french, "0,5 tasse"),
            ("0.5 cup", .chinese, "0.5 杯"),
            ("1 cup, chopped or diced", .spanish, "1 taza, picado o en dados"), ("2 tbsp", .french, "2 c. à soupe"),
            ("0.5 cup (4 fl oz)", .french, "0,5 tasse (4 oz liq.)"), ("1 cup, diced", .chinese, "1 杯，切丁"),
            ("1 can or bottle (12 fl oz)", .chinese, "1 罐或瓶（12 液量盎司）"),
            ("1 serving ( 3 oz )", .spanish, "1 ración (3 oz)"),
            ("1 large (3-1/4\" dia)", .french, "1 grosse pièce (3-1/4 po de diamètre)"),
        ])
    func shown(measure: String, language: FoodLanguage, text: String) {
        #expect(MeasureWords.builtIn.text(measure, in: language) == (text, language))
    }

    @Test(
        "NUT-22: a measure with an unknown word stays in English",
        arguments: ["1 zorglub", "1 cup, zorglub", "1 cup (zorglub)", "cup", "", "1", "1 ", "x cup", "1 ()", "1 \""])
    func unknown(measure: String) {
        for language in FoodLanguage.allCases {
            #expect(MeasureWords.builtIn.text(measure, in: language) == (measure, .english))
        }
        #expect(MeasureWords.builtIn.text("1 cup", in: .english) == ("1 cup", .english))
    }

    @Test("NUT-22: most measures of the built-in foods are known in each language")
    func coverage() throws {
        let measures = try BuiltIn.catalogue.get().foods.flatMap(\.portions).map(\.measure)
        for language in FoodLanguage.allCases.dropFirst() {
            let known = measures.count { MeasureWords.builtIn.text($0, in: language).language == language }
            #expect(Double(known) > 0.85 * Double(measures.count), "\(language): \(known) of \(measures.count)")
        }
    }
}
