import FoodCatalogue
import Quantities

/// The shares of protein, fat and carbohydrate in energy, in whole percent.
package struct EnergySplit: Sendable, Hashable, Codable {
    package let protein: Int
    package let fat: Int
    package let carbohydrate: Int

    package init(protein: Int, fat: Int, carbohydrate: Int) {
        self.protein = protein
        self.fat = fat
        self.carbohydrate = carbohydrate
    }

    /// Ranges of shares, in percent of energy, associated with sufficient nutrients and a low risk of disease.
    package struct Ranges: Sendable, Hashable {
        package let protein, fat, carbohydrate: ClosedRange<Int>

        /// The acceptable macronutrient distribution ranges for an age.
        ///
        /// Source: Institute of Medicine, "Dietary Reference Intakes for Energy, Carbohydrate, Fiber, Fat, Fatty Acids,
        /// Cholesterol, Protein, and Amino Acids" (2002/2005); the rows "4–18 y" and "adults".
        ///
        /// - Parameter age: In full years.
        package init(age: Int) {
            carbohydrate = 45...65
            if age < BodyMeasures.adultAge {
                protein = 10...30
                fat = 25...35
            } else {
                protein = 10...35
                fat = 20...35
            }
        }
    }

    /// Whether the shares are valid and add up to 100.
    package var isWhole: Bool { min(protein, fat, carbohydrate) >= 0 && protein + fat + carbohydrate == 100 }

    /// The nutrients whose share is outside the ranges.
    ///
    /// - Parameter ranges: The ranges for the person's age.
    /// - Returns: Any of protein, fat and carbohydrate.
    package func outside(_ ranges: Ranges) -> [Nutrient] {
        [
            (Nutrient.protein, protein, ranges.protein), (.fat, fat, ranges.fat),
            (.carbohydrate, carbohydrate, ranges.carbohydrate),
        ].filter { !$0.2.contains($0.1) }.map(\.0)
    }

    /// The masses of the shares, in grams.
    ///
    /// - Parameter energy: The total energy.
    /// - Returns: Grams of protein, fat and carbohydrate.
    package func grams(of energy: Kilocalories) -> [Nutrient: Double] {
        var grams: [Nutrient: Double] = [:]
        for (nutrient, share) in [(Nutrient.protein, protein), (.fat, fat), (.carbohydrate, carbohydrate)] {
            guard let factor = nutrient.kilocaloriesPerGram else { continue }
            grams[nutrient] = energy.value * Double(share) / 100 / factor
        }
        return grams
    }
}
