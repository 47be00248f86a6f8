extension Nutrient {
    /// Kilocalories in a gram of protein, carbohydrate, fat or alcohol, by the general factors; nil for others.
    ///
    /// Source: W. O. Atwater; FAO Food and Nutrition Paper 77 (2003); Regulation (EU) No 1169/2011, Annex XIV.
    package var kilocaloriesPerGram: Double? {
        switch self {
        case .protein, .carbohydrate: 4
        case .fat: 9
        case .alcohol: 7
        default: nil
        }
    }
}
