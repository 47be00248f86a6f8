import EventContracts
import FoodCatalogue
import Foundation
import Hexadecimal
import IngestionCore
import Postgres

/// The current ids of the resources that an exported record refers to; those that the account cannot use are left out.
struct ImportedReferences: Sendable {
    private(set) var foods: [String: String] = [:]
    private(set) var savedFoods: [String: String] = [:]
    private(set) var meals: [String: String] = [:]
    private(set) var scans: [String: String] = [:]
    private(set) var products: [String: String] = [:]
    /// Whether it refers to a product of an imported receipt that has not arrived yet.
    private(set) var awaitsProduct = false

    init() {}

    /// Looks up the references of a record.
    ///
    /// - Throws: A `PostgresError`.
    init(of item: ImportedRecord, by account: AccountID, catalog: FoodSearch, in database: PostgresPool) async throws {
        let record = item.record
        func ids(_ path: String...) -> Set<String> { Set(record.texts(at: path[...]).map(\.1)) }
        switch item.kind {
        case .meal:
            foods = try await Self.foods(ids("items", "*", "food", "id"), account, catalog, database)
            let wanted = ids("items", "*", "savedFoodId"), kind = ImportedRecord.Kind.savedFood.rawValue
            savedFoods = try await Self.own(wanted, .savedFood, importedAs: kind, account, database)
        case .savedFood: foods = try await Self.foods(ids("foodId"), account, catalog, database)
        case .dislikedFood: foods = try await Self.foods(ids("food_id"), account, catalog, database)
        case .reaction:
            meals = try await Self.own(
                ids("meal"), .meal, importedAs: ImportedRecord.Kind.meal.rawValue, account, database)
            scans = try await Self.own(ids("scan"), .labelScan, importedAs: nil, account, database)
        case .budget:
            let wanted = ids("product"), kind = ImportedItemRepository.product
            products = try await Self.own(wanted, .purchasedProduct, importedAs: kind, account, database)
            guard products.isEmpty else { break }
            awaitsProduct = try await !ImportedItemRepository.find(kind, wanted, of: account, in: database).isEmpty
        case .allergenProfile, .goals, .shoppingPreferences, .ownFood, .receipt: break
        }
    }

    private static func foods(
        _ ids: Set<String>, _ account: AccountID, _ catalog: FoodSearch, _ database: PostgresPool
    ) async throws -> [String: String] {
        let own = ids.filter { OwnFoodID(foodID: $0) != nil }
        var found = try await self.own(
            own, .ownFood, importedAs: ImportedRecord.Kind.ownFood.rawValue, account, database)
        for id in ids.subtracting(own) {
            if let food = FoodID(id), try await catalog.food(food) != nil { found[id] = id }
        }
        return found
    }

    /// Current ids of the account's own records, found by their ids in this account or, for imported ones, in the
    /// export.
    private static func own(
        _ ids: Set<String>, _ resource: ResourceKind, importedAs kind: String?, _ account: AccountID,
        _ database: PostgresPool
    ) async throws -> [String: String] {
        guard !ids.isEmpty else { return [:] }
        var imported: [String: String] = [:]
        if let kind { imported = try await ImportedItemRepository.find(kind, ids, of: account, in: database) }
        var wanted: [String: (text: String, resource: ResourceReference)] = [:]
        for id in ids {
            let text = imported[id] ?? id
            let uuid = resource == .ownFood ? OwnFoodID(foodID: text)?.uuid : UUID(text: text)
            if let uuid { wanted[id] = (text, ResourceReference(resource, uuid)) }
        }
        let usable = try await ReferenceRepository.usable(
            Set(wanted.values.map(\.resource)), by: account, in: database)
        return wanted.filter { usable.contains($0.value.resource) }.mapValues(\.text)
    }
}
