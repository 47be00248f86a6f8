import EventContracts

/// The properties of a product that are compared with those of others.
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
    /// Products that could replace others: of the same category, with a similar name (SPD-12).
    ///
    /// - Parameters:
    ///   - products: All products of a person.
    ///   - wanted: The products to replace.
    /// - Returns: For each product with a match, those that could replace it.
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
