/// A shelf of the catalogue; the raw value is what the table says.
package enum FoodGroup: String, Sendable, Hashable, CaseIterable, Codable {
    case bakery, cereals, dairy, dishes, drinks, eggs, fats, fish, fruit, grains, legumes, meat, nuts, poultry, sauces
    case snacks, spices, sweets, vegetables
}
