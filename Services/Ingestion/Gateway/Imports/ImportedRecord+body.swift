import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore

/// Requests that record an exported record again.
///
/// Members that the operation does not read, such as results of the services, are ignored.
extension ImportedRecord {
    /// The body of the request.
    func body(_ references: ImportedReferences) -> JSONValue {
        switch kind {
        case .allergenProfile, .shoppingPreferences: record
        case .ownFood: Self.ownFood(record)
        case .dislikedFood: .null
        case .goals: Self.goals(record)
        case .savedFood:
            record.replacing("foodId", by: record.text("foodId").flatMap { references.foods[$0] }.map(JSONValue.string))
        case .meal: Self.meal(record, references)
        case .receipt: Self.receipt(record, photos)
        case .reaction:
            record.replacing("meal", by: record.text("meal").flatMap { references.meals[$0] }.map(JSONValue.string))
                .replacing("scan", by: record.text("scan").flatMap { references.scans[$0] }.map(JSONValue.string))
        case .budget:
            record.replacing(
                "product", by: record.text("product").flatMap { references.products[$0] }.map(JSONValue.string))
        }
    }

    /// The value of the variable in the request's path; nil without one, or if the food cannot be used.
    func segment(_ references: ImportedReferences) -> String? {
        kind == .dislikedFood ? references.foods[exportedID] : nil
    }

    /// Whether the record depends on a product, which has another id in each account.
    var isForProduct: Bool { kind == .budget && record["product"] ?? .null != .null }

    /// Compares the items of a receipt in their order; one with another name now is left out.
    ///
    /// - Parameter present: The receipt in this account.
    /// - Returns: The ids of its products in this account, by those in the export.
    func products(in present: JSONValue) -> [String: String] {
        var found: [String: String] = [:]
        for (before, now) in zip(record.elements("items"), present.elements("items")) {
            guard before.text("name") == now.text("name"),
                let exported = before["product"]?.text("id").flatMap({ PurchasedProductID(text: $0) }),
                let product = now["product"]?.text("id"), product != exported.description
            else { continue }
            found[exported.description] = product
        }
        return found
    }

    /// Figures are written by their names, such as `proteinG`; unknown ones are left out.
    private static func ownFood(_ record: JSONValue) -> JSONValue {
        guard case .object(let nutrients)? = record["nutrients"] else { return record }
        let figures = nutrients.compactMap { member -> JSONValue.Member? in
            guard let name = Nutrient(rawValue: member.name)?.figureName, let amount = member.value["amount"],
                amount != .null
            else { return nil }
            return .init(name: name, value: amount)
        }
        return record.replacing("nutrients", by: .object(figures))
    }

    /// Writes shares of the energy as percentages.
    private static func goals(_ record: JSONValue) -> JSONValue {
        guard let macros = record["macros"], case .object(let shares) = macros else { return record }
        let percentages = shares.compactMap { share in
            share.value["percent"].map { JSONValue.Member(name: "\(share.name)Percent", value: $0) }
        }
        return record.replacing("macros", by: .object(percentages))
    }

    private static func meal(_ record: JSONValue, _ references: ImportedReferences) -> JSONValue {
        guard case .array(let items)? = record["items"] else { return record }
        return record.replacing("items", by: .array(items.map { mealItem($0, references) }))
    }

    /// An item with its saved food or food, or with its own figures if it has neither.
    private static func mealItem(_ item: JSONValue, _ references: ImportedReferences) -> JSONValue {
        var members = [
            JSONValue.Member(name: "name", value: item["food"]?["name"] ?? .null),
            .init(name: "grams", value: item["grams"]?["value"] ?? .null),
        ]
        if let saved = item.text("savedFoodId").flatMap({ references.savedFoods[$0] }) {
            members.append(.init(name: "savedFoodId", value: .string(saved)))
        } else if let food = item["food"]?.text("id").flatMap({ references.foods[$0] }) {
            members.append(.init(name: "foodId", value: .string(food)))
        } else {
            members.append(.init(name: "energyKcal", value: item["energyKcal"] ?? .null))
            members.append(.init(name: "nutrients", value: item["typedNutrients"] ?? .null))
        }
        return .object(members.filter { $0.value != .null })
    }

    /// A purchase whose items are all new.
    private static func receipt(_ record: JSONValue, _ photos: [PhotoID]) -> JSONValue {
        guard case .array(let items)? = record["items"] else { return record }
        // Products have other ids in another account, and are recognized by their names.
        let kept = items.map { $0.replacing("id", by: nil).replacing("product", by: nil) }
        let ids = photos.isEmpty ? nil : JSONValue.array(photos.map { .string($0.description) })
        var body = record.replacing("items", by: .array(kept)).replacing("photos", by: ids)
            .replacing("possibleDuplicate", by: nil)
        for charge in record.elements("charges") {
            guard let kind = charge.text("kind"), ["deposit", "bag", "service", "tip"].contains(kind),
                body[kind] == nil
            else { continue }
            body = body.replacing(kind, by: charge["amount"])
        }
        if let discount = record.elements("discounts").first?["amount"], record.elements("discounts").count == 1 {
            body = body.replacing("discount", by: discount)
        }
        return body
    }
}

extension JSONValue {
    /// The text of a member; nil if it is missing or not a text.
    fileprivate func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }

    /// The elements of a list; empty if it is missing or not a list.
    fileprivate func elements(_ name: String) -> [JSONValue] {
        if case .array(let values)? = self[name] { values } else { [] }
    }

    /// The object with a member replaced or, for nil, removed.
    fileprivate func replacing(_ name: String, by value: JSONValue?) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name } + (value.map { [Member(name: name, value: $0)] } ?? []))
    }
}
