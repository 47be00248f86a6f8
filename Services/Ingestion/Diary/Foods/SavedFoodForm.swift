import EventContracts
import FoodCatalogue
import IngestionCore
import ServiceRuntime

/// A saved food as sent in a request.
struct SavedFoodForm: FoodForm {
    var words: SavedFoodWords
    var foodID: String?
    var milligrams: Int64?
    var amounts: [String: Int64]?

    var name: String {
        get { words.name }
        set { words.name = newValue }
    }

    init(_ last: SavedFood, _ words: SavedFoodWords) {
        self.words = words
        foodID = last.foodID
        milligrams = last.milligrams
        amounts = last.amounts
    }

    init(name: String) {
        words = SavedFoodWords(name: name)
    }

    mutating func apply(_ fields: inout BodyFields) throws(ProblemDetails) {
        fields.convert([.mass])
        if fields.names("notes") { words.notes = fields.words("notes", longest: SavedFoodWords.maxNotesLength) }
        if fields.names("foodId") {
            foodID = fields.words("foodId", longest: FoodID.maxLength)
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
