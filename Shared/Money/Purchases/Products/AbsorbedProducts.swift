import EventContracts

/// Maps absorbed products to their successors, for old purchases and budgets that refer to them (SPD-03).
package struct AbsorbedProducts: Sendable, Equatable {
    private var heirs: [PurchasedProductID: PurchasedProductID] = [:]

    /// Whether no product was absorbed.
    package var isEmpty: Bool { heirs.isEmpty }

    /// No absorbed products.
    package init() {}

    /// Records that a product absorbed others.
    package mutating func note(_ absorbed: [PurchasedProductID], by heir: PurchasedProductID) {
        for product in absorbed where product != heir { heirs[product] = heir }
    }

    /// The current product for an id.
    package func heir(of product: PurchasedProductID) -> PurchasedProductID {
        // Each product lists everything that it absorbed; the limit ends cycles in inconsistent data.
        var heir = product
        for _ in 0..<8 {
            guard let next = heirs[heir], next != product else { break }
            heir = next
        }
        return heir
    }
}

extension PurchaseLedger {
    /// The ledger with absorbed products replaced by their successors.
    package func naming(_ absorbed: AbsorbedProducts) -> PurchaseLedger {
        guard !absorbed.isEmpty else { return self }
        var ledger = self
        for place in lines.indices {
            if let product = lines[place].product { ledger.lines[place].product = absorbed.heir(of: product) }
        }
        return ledger
    }
}

extension BudgetTerms {
    /// The terms with an absorbed product replaced by its successor.
    package func naming(_ absorbed: AbsorbedProducts) -> BudgetTerms {
        var terms = self
        terms.productID = productID.map(absorbed.heir)
        return terms
    }
}
