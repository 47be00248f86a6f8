/// A group of foods in the catalog; the raw value is the code in the table.
package enum FoodGroup: String, Sendable, Hashable, CaseIterable, Codable {
    case bakery, cereals, dairy, dishes, drinks, eggs, fats, fish, fruit, grains, legumes, meat, nuts, poultry, sauces
    case snacks, spices, sweets, vegetables
}
