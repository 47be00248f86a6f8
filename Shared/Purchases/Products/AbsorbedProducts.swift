import EventContracts

/// Which product took the place of which: old purchases and budgets name products that are gone (SPD-03).
package struct AbsorbedProducts: Sendable, Equatable {
    private var heirs: [PurchasedProductID: PurchasedProductID] = [:]

    /// Whether none took another one's place.
    package var isEmpty: Bool { heirs.isEmpty }

    /// Nothing took anything's place.
    package init() {}

    /// Notes that a product took the place of others.
    package mutating func note(_ absorbed: [PurchasedProductID], by heir: PurchasedProductID) {
        for product in absorbed where product != heir { heirs[product] = heir }
    }

    /// The product that an id stands for now.
    package func heir(of product: PurchasedProductID) -> PurchasedProductID {
        // Each product knows all whose place it took; what is left of chains has an end, whatever was told.
        var heir = product
        for _ in 0..<8 {
            guard let next = heirs[heir], next != product else { break }
            heir = next
        }
        return heir
    }
}

extension PurchaseLedger {
    /// The ledger with every product as it is known now.
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
    /// The terms with their product as it is known now.
    package func naming(_ absorbed: AbsorbedProducts) -> BudgetTerms {
        var terms = self
        terms.productID = productID.map(absorbed.heir)
        return terms
    }
}
