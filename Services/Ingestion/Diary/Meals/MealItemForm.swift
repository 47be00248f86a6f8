import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import ServiceRuntime

/// One item of a meal in a request.
struct MealItemForm: Sendable {
    let id: MealItemID
    var name: String?
    var foodID: String?
    var savedFoodID: SavedFoodID?
    /// A bar code whose food is not looked up yet.
    var barcode: GTIN?
    var milligrams: Int64?
    var amounts: [String: Int64]?
    /// Whether an existing item got another name and nothing else that identifies its food.
    var isRenamed = false

    init(id: MealItemID) {
        self.id = id
    }

    init(_ last: MealItemInput, name: String?) {
        id = last.itemID
        self.name = name
        foodID = last.foodID
        savedFoodID = last.savedFoodID
        milligrams = last.milligrams
        amounts = last.amounts
    }

    /// The item's entry for the command.
    var input: MealItemInput {
        MealItemInput(
            itemID: id, foodID: foodID, savedFoodID: savedFoodID, milligrams: milligrams, amounts: amounts)
    }
}

extension BodyFields {

    /// The items of a meal; items with a known id keep omitted fields.
    mutating func mealItems(_ name: String, known: [MealItemForm]) -> [MealItemForm] {
        let entries = elements(of: name, maxCount: MealEntry.maxItems)
        if entries.isEmpty, !hasProblem(name) {
            report(name, .init(.tooFew, "must have at least one item", ["min": 1]))
        }
        var items: [MealItemForm] = []
        for (place, value) in entries {
            guard let item = mealItem(value, at: place, known: known) else { continue }
            if items.contains(where: { $0.id == item.id }) {
                report(place.member("id"), .init(.duplicate, "must not occur twice"))
            }
            items.append(item)
        }
        return items
    }

    private mutating func mealItem(_ value: JSONValue, at place: JSONPointer, known: [MealItemForm]) -> MealItemForm? {
        guard case .object = value else {
            report(place, .notAnObject)
            return nil
        }
        let value = metric(value, [.mass], at: place)
        var item = MealItemForm(id: .random())
        if let id = identifier(value["id"], at: place.member("id"), of: MealItemID.self) {
            guard let before = known.first(where: { $0.id == id }) else {
                report(place.member("id"), .init(.unknown, "is not an item of this meal"))
                return nil
            }
            item = before
        }
        let before = item.name
        if let name = value["name"] {
            item.name = name == .null ? nil : itemName(name, at: place.member("name"))
        }
        applyFood(value, to: &item, at: place)
        item.isRenamed =
            value["id"] != nil && item.name != nil && item.name != before && item.amounts == nil
            && !["foodId", "savedFoodId", "gtin"].contains { value[$0] ?? .null != .null }
        if let grams = value["grams"] {
            item.milligrams = thousandths(grams, at: place.member("grams"), in: Self.masses)
        }
        if let amounts = item.amounts, ["energyKcal", "nutrients", "grams"].contains(where: { value[$0] != nil }) {
            reportImpossible(amounts, of: item.milligrams, as: .portion, at: place)
        }
        check(item, at: place)
        return item
    }

    private mutating func itemName(_ value: JSONValue, at place: JSONPointer) -> String? {
        text(value, at: place, length: 1...MealWords.maxNameLength).flatMap { trimmed($0, at: place) }
    }

    /// A given food, saved food or own figures replace the earlier one of these three.
    private mutating func applyFood(_ value: JSONValue, to item: inout MealItemForm, at place: JSONPointer) {
        if let food = value["foodId"] {
            item.foodID = food == .null ? nil : text(food, at: place.member("foodId"), length: 1...FoodID.maxLength)
            if item.foodID != nil {
                (item.savedFoodID, item.amounts) = (nil, nil)
                if value["name"] == nil { item.name = nil }
            }
        }
        if let barcode = barcode(value["gtin"], at: place.member("gtin")) {
            if ["foodId", "savedFoodId"].contains(where: { value[$0] ?? .null != .null }) {
                report(place, .init(.notTogether, "must not refer to two foods"))
            }
            (item.barcode, item.foodID, item.savedFoodID, item.amounts) = (barcode, nil, nil, nil)
            if value["name"] == nil { item.name = nil }
        }
        if let saved = identifier(value["savedFoodId"], at: place.member("savedFoodId"), of: SavedFoodID.self) {
            if value["foodId"] ?? .null != .null { report(place, .init(.notTogether, "must not refer to two foods")) }
            (item.savedFoodID, item.foodID, item.amounts) = (saved, nil, nil)
            if value["name"] == nil { item.name = nil }
        }
        var amounts = nutrients(value["nutrients"], at: place.member("nutrients")) ?? [:]
        if let energy = thousandths(value["energyKcal"], at: place.member("energyKcal"), in: Self.amounts) {
            amounts[Nutrient.energy.rawValue] = energy
        }
        guard !amounts.isEmpty else { return }
        if ["foodId", "savedFoodId", "gtin"].contains(where: { value[$0] ?? .null != .null }) {
            report(place, .init(.notTogether, "must not have figures together with a food"))
        }
        (item.foodID, item.savedFoodID, item.amounts) = (nil, nil, amounts)
    }

    private mutating func check(_ item: MealItemForm, at place: JSONPointer) {
        guard !hasProblem(within: place) else { return }
        if item.amounts != nil || item.savedFoodID != nil { return }
        guard item.foodID != nil || item.barcode != nil || item.name != nil else {
            return report(
                place,
                .init(
                    .oneRequired, "must have a foodId, a savedFoodId, a gtin, a name or energyKcal",
                    ["fields": .texts(["foodId", "savedFoodId", "gtin", "name", "energyKcal"])]))
        }
        if item.milligrams == nil { report(place.member("grams"), .required) }
    }

    private mutating func barcode(_ value: JSONValue?, at place: JSONPointer) -> GTIN? {
        guard let value, value != .null else { return nil }
        guard let text = text(value, at: place, length: 1...14) else { return nil }
        if GTIN(text) == nil { report(place, .notABarcode) }
        return GTIN(text)
    }

    private mutating func identifier<ID: Identifier>(
        _ value: JSONValue?, at place: JSONPointer, of type: ID.Type
    ) -> ID? {
        guard let value, value != .null else { return nil }
        guard let text = text(value, at: place, length: 1...36) else { return nil }
        if ID(text: text) == nil { report(place, .notAnID) }
        return ID(text: text)
    }
}
