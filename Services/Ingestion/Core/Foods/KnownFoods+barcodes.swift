import EventContracts
import FoodCatalogue
import Foundation
import Postgres
import Sealing

extension KnownFoods {
    /// Maximum number of a person's own foods that are searched for bar codes.
    private static let maxOwn = 2_000

    /// The names of the foods with these bar codes.
    ///
    /// A name given by one person is not shown to others: names come from the person's own foods and from the catalog,
    /// which consists of imported tables and foods approved by the staff.
    ///
    /// - Parameters:
    ///   - barcodes: The numbers.
    ///   - own: Names of the person's own foods, which take precedence.
    ///   - language: The language of names from the catalog.
    /// - Returns: The names of known numbers.
    /// - Throws: The errors of the food search, a `PostgresError`, or a `SealingError`.
    package func names(
        of barcodes: Set<GTIN>, own: OwnFoodNames, in language: FoodLanguage
    ) async throws -> [GTIN: String] {
        guard !barcodes.isEmpty else { return [:] }
        var names: [GTIN: String] = [:]
        for barcode in barcodes { names[barcode] = own[barcode] }
        let unknown = barcodes.filter { names[$0] == nil && $0.isWorldwide }
        for (barcode, food) in try await foodSearch.foods(Array(unknown)) {
            names[barcode] = food.shownName(in: language).text
        }
        return names
    }

    /// The names of a person's own foods with a bar code; names that cannot be opened are left out.
    ///
    /// - Throws: A `PostgresError`.
    package func ownNames(of account: AccountID) async throws -> OwnFoodNames {
        var names = OwnFoodNames()
        let documents = try await DocumentRepository.list(
            .ownFood, of: account, after: nil, limit: Self.maxOwn, in: resources.database)
        for document in documents {
            guard let food = try? EventCoding.decode(FoodChanged.self, from: document.body),
                let words = try? await sealer.open(food.food.words, .ownFoodWords(food.ownFoodID, of: account)),
                let barcode = words.gtin.flatMap({ GTIN($0) })
            else { continue }
            names.add(words.name, barcode)
        }
        return names
    }
}

/// Names of a person's own foods by their bar codes.
package struct OwnFoodNames: Sendable {
    private var exact: [GTIN: String] = [:]
    private var byArticle: [String: String] = [:]

    package init() {}

    /// Adds a name; the first name of a number is kept.
    fileprivate mutating func add(_ name: String, _ barcode: GTIN) {
        if exact[barcode] == nil { exact[barcode] = name }
        if let article = barcode.articlePart, byArticle[article] == nil { byArticle[article] = name }
    }

    /// The name of the food with this number, or of the same article with another weight.
    package subscript(barcode: GTIN) -> String? {
        exact[barcode] ?? barcode.articlePart.flatMap { byArticle[$0] }
    }
}
