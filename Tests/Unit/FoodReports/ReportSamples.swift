import FoodCatalogue
import FoodReports
import Foundation
import Nourishment
import Quantities

let reportDay = CalendarDay("2026-11-22") ?? CalendarDay(Date(timeIntervalSince1970: 0), in: .gmt)

/// A food of a report.
func item(_ name: String?, _ mass: Double? = 100, _ amounts: [Nutrient: Double]) -> FoodReport.Item {
    FoodReport.Item(name: name, mass: mass, amounts: NutrientAmounts(amounts))
}

func target(_ nutrient: Nutrient, _ amount: Double, upper: UpperLevel? = nil) -> DailyTarget {
    DailyTarget(nutrient: nutrient, amount: amount, source: .recommended, upper: upper)
}

/// A breakfast with one food of few known values.
func breakfast(
    _ subject: FoodReport.Subject = .meal, name: String? = "Petit déjeuner d’été 早餐", hidesNumbers: Bool = false,
    more: [FoodReport.Item] = []
) -> FoodReport {
    FoodReport(
        id: "report-1", subject: subject, name: name, day: reportDay,
        items: [
            item(
                "Œufs brouillés", 120,
                [.energy: 180, .protein: 12, .fat: 13.2, .carbohydrate: 2.4, .iron: 1.8, .alcohol: 0]),
            item("全麦面包", 80, [.energy: 198, .protein: 10, .fat: 2.8, .carbohydrate: 34, .fiber: 5.6, .iron: 2.2]),
            item("Crème =1+1", nil, [.energy: 102]),
        ] + more,
        targets: [
            target(.energy, 2_000), target(.protein, 60),
            target(.iron, 18, upper: UpperLevel(amount: 45, scope: .everything)),
            target(.vitaminC, 75),
        ], hidesNumbers: hidesNumbers)
}
