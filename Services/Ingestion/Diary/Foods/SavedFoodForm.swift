import EventContracts
import FoodCatalogue
import IngestionCore
import ServiceRuntime

/// A saved food as sent in a request.
struct SavedFoodForm: Sendable {
    var words: SavedFoodWords
    var foodID: String?
    var milligrams: Int64?
    var amounts: [String: Int64]?

    init(_ last: SavedFood, _ words: SavedFoodWords) {
        self.words = words
        foodID = last.foodID
        milligrams = last.milligrams
        amounts = last.amounts
    }

    private init(name: String) {
        words = SavedFoodWords(name: name)
    }

    /// A new saved food.
    ///
    /// - Throws: `invalidFields`.
    static func new(_ body: JSONValue) throws(ProblemDetails) -> SavedFoodForm {
        var fields = try BodyFields(body)
        var form = SavedFoodForm(name: fields.requiredWords("name", longest: MealWords.longestName))
        try form.apply(&fields)
        return form
    }

    /// Applies the given fields: omitted ones stay, null clears.
    ///
    /// - Throws: `invalidFields`.
    func changed(by body: JSONValue) throws(ProblemDetails) -> SavedFoodForm {
        var fields = try BodyFields(body)
        var form = self
        if fields.names("name") {
            form.words.name = fields.requiredWords("name", longest: MealWords.longestName)
        }
        try form.apply(&fields)
        return form
    }

    private mutating func apply(_ fields: inout BodyFields) throws(ProblemDetails) {
        fields.convert([.mass])
        if fields.names("notes") { words.notes = fields.words("notes", longest: SavedFoodWords.longestNotes) }
        if fields.names("foodId") {
            foodID = fields.words("foodId", longest: FoodID.longest)
            if foodID != nil { amounts = nil }
        }
        if let typed = fields.typedAmounts() {
            if fields.names("foodId"), foodID != nil {
                fields.report("foodId", .init(.notTogether, "must not be sent together with figures"))
            }
            (foodID, amounts) = (nil, typed)
        }
        if fields.names("grams") { milligrams = fields.mass("grams") }
        if let amounts, ["energyKcal", "nutrients", "grams"].contains(where: fields.names) {
            fields.reportImpossible(amounts, of: milligrams, as: .portion)
        }
        if foodID == nil, amounts == nil, !fields.hasProblem(among: ["foodId", "energyKcal", "nutrients"]) {
            fields.report(
                "foodId",
                .init(
                    .oneRequired, "a foodId or figures such as energyKcal must be given",
                    ["fields": .texts(["foodId", "energyKcal", "nutrients"])]))
        }
        try fields.finish()
    }
}
