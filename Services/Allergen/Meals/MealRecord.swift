import EventContracts
import Foundation
import Sealing

/// A stored meal: its assessment and the data to repeat it.
package struct MealRecord: Sendable, Equatable {
    /// An item for finding dishes; its name is stored with the meal's encrypted names.
    package struct Item: Codable, Sendable, Equatable {
        package let itemID: MealItemID
        package let foodID: String?
    }

    /// The published assessment, without the reason for a notice.
    package var judged: MealJudged
    package var words: Sealed<MealWords>
    package var items: [Item]
    package var notified: ReportedMealFindings
}

extension MealRecord.Item {
    init(_ item: MealItem) {
        self.init(itemID: item.itemID, foodID: item.foodID)
    }
}
