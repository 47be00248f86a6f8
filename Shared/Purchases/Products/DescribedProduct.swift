import EventContracts

/// A product as far as it is compared with others.
package struct DescribedProduct: Sendable, Equatable {
    package let id: PurchasedProductID
    package let name: String
    package let category: PurchaseCategory

    /// A product.
    package init(id: PurchasedProductID, name: String, category: PurchaseCategory) {
        self.id = id
        self.name = name
        self.category = category
    }
}

extension ProductIndex<PurchasedProductID> {
    /// Products that could take the place of others: of the same category, with a name that is like theirs (SPD-12).
    ///
    /// - Parameters:
    ///   - products: Every product of a person.
    ///   - wanted: Those that something else is looked for.
    /// - Returns: For each that has any, those that could take its place.
    package static func alike(
        _ products: [DescribedProduct], wanted: Set<PurchasedProductID>
    ) -> [PurchasedProductID: Set<PurchasedProductID>] {
        let index = ProductIndex(products.map { (id: $0.id, name: $0.name) })
        let categories = Dictionary(products.map { ($0.id, $0.category) }) { first, _ in first }
        var alike: [PurchasedProductID: Set<PurchasedProductID>] = [:]
        for product in products where wanted.contains(product.id) {
            let candidates = index.candidates(for: product.name).map(\.id)
                .filter { $0 != product.id && categories[$0] == product.category }
            if !candidates.isEmpty { alike[product.id] = Set(candidates) }
        }
        return alike
    }
}
