import FoodTables
import Foundation

/// A form that tables of foods come in.
enum FoodTableForm: String, CaseIterable, Sendable {
    case sr28, fdc, cnf, off

    /// What reads a table of this form.
    func reader(of url: URL) -> any FoodTableReader {
        switch self {
        case .sr28: StandardReference(url)
        case .fdc: FoodDataCentral(url)
        case .cnf: CanadianNutrientFile(url)
        case .off: OpenFoodFacts(url)
        }
    }
}
