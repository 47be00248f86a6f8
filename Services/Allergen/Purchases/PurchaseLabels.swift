import EventContracts

/// The known labels of purchased products: the shared ones, and the account's own readings.
struct PurchaseLabels {
    let shared: [GTIN: (facts: AllergenFacts, standing: Standing)]
    let own: [GTIN: AllergenFacts]

    /// The known labels of a number.
    ///
    /// Others' readings rule out unlisted allergens only if confirmed. A shop-internal number with another weight is
    /// the same item but may have another label: it can warn, but rules out nothing.
    func labels(of gtin: GTIN) -> [AssessPurchase.Label] {
        var labels: [AssessPurchase.Label] = []
        if let known = shared[gtin] {
            let isConfirmed = known.standing == .confirmed
            labels.append(.init(known.facts, isCertain: isConfirmed, isComplete: isConfirmed))
        }
        if let read = own[gtin] {
            labels.append(.init(read, isComplete: read.complete))
        } else {
            labels += own.filter { $0.key.isSameArticle(as: gtin) }.sorted { $0.key < $1.key }.map {
                .init($0.value, isComplete: false)
            }
        }
        return labels
    }
}
