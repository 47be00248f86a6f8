import EventContracts
import Foundation

extension EventSamples {
    /// Scans with a name, and foods with a size.
    static let laterRecognitions: [Sample] =
        namedScans + [
            Sample(
                MealRecognized(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                    meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), outcome: .recognized,
                    advice: [], foods: [sizedFood], predictor: "food-small/0a1b2c3d", milliseconds: 120,
                    requestedAt: moment, recognizedAt: moment),
                added: "2026-11-27-sizes")
        ]

    private static var sizedFood: SeenFood {
        var food = seenFood
        let side = SeenFood.Extent(millimeters: 73, low: 62, high: 86)
        food.size = .init(
            length: .init(millimeters: 80, low: 68, high: 94), breadth: side, height: side, scale: .mass)
        return food
    }
}
