import EventContracts
import FoodCatalogue
import Foundation
import Postgres
import Sealing

extension KnownFoods {
    /// Most foods of a person's own that are searched for barcodes.
    private static let maxOwn = 2_000

    /// What the foods with these barcodes are called.
    ///
    /// What one person says of a product is no fact for others: names come from the person's own foods and from the
    /// catalogue, which is made of imported tables and of what the staff has approved.
    ///
    /// - Parameters:
    ///   - barcodes: The numbers.
    ///   - account: Whose own foods are looked at first; nil for the catalogue alone.
    ///   - language: The language of names from the catalogue.
    /// - Returns: The names of the numbers that are known.
    /// - Throws: What the shelf throws, a `PostgresError`, or a `SealingError`.
    package func names(
        of barcodes: Set<GTIN>, for account: AccountID?, in language: FoodLanguage
    ) async throws -> [GTIN: String] {
        guard !barcodes.isEmpty else { return [:] }
        var names: [GTIN: String] = [:]
        if let account { names = try await ownNames(of: barcodes, for: account) }
        let unknown = barcodes.filter { names[$0] == nil && $0.isWorldwide }
        for (barcode, food) in try await shelf.foods(Array(unknown)) {
            names[barcode] = food.shownName(in: language).text
        }
        return names
    }

    private func ownNames(of barcodes: Set<GTIN>, for account: AccountID) async throws -> [GTIN: String] {
        var exact: [GTIN: String] = [:], similar: [GTIN: String] = [:]
        let documents = try await DocumentRepository.list(
            .ownFood, of: account, after: nil, limit: Self.maxOwn, in: resources.database)
        for document in documents {
            let food = try EventCoding.decode(FoodChanged.self, from: document.body)
            let words = try await sealer.open(food.food.words, .ownFoodWords(food.ownFoodID, of: account))
            guard let own = words.gtin.flatMap({ GTIN($0) }) else { continue }
            if barcodes.contains(own), exact[own] == nil { exact[own] = words.name }
            for barcode in barcodes where similar[barcode] == nil && barcode.isSameArticle(as: own) {
                similar[barcode] = words.name
            }
        }
        return similar.merging(exact) { $1 }
    }
}
