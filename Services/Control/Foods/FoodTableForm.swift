import FoodTables
import Foundation

/// A supported format of food tables.
enum FoodTableForm: String, CaseIterable, Sendable {
    case sr28, fdc, cnf, off

    /// A reader for this format.
    func reader(of url: URL) -> any FoodTableReader {
        switch self {
        case .sr28: StandardReference(url)
        case .fdc: FoodDataCentral(url)
        case .cnf: CanadianNutrientFile(url)
        case .off: OpenFoodFacts(url)
        }
    }
}
