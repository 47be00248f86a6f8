import EventContracts
import Foundation
import Sealing

/// A stored meal: its assessment and the data to repeat it.
package struct MealRecord: Sendable, Equatable {
    /// An item by which dishes are found; its name stands in the meal's words.
    package struct Item: Codable, Sendable, Equatable {
        package let itemID: MealItemID
        package let foodID: String?
    }

    /// Without what was news of it.
    package var judged: MealJudged
    package var words: Sealed<MealWords>
    package var items: [Item]
    package var told: ReportedMealFindings
}

extension MealRecord.Item {
    init(_ item: MealItem) {
        self.init(itemID: item.itemID, foodID: item.foodID)
    }
}
