import EventContracts

/// Whether the amounts of a purchase agree: a flag with the difference, never a reason to refuse it.
package struct ReceiptSums: Sendable, Equatable {
    /// Articles with their discounts and fees, less discounts on the whole.
    package let articles: Int64
    /// With everything that is added to the articles.
    package let added: Int64
    /// Whether the total is what the rows come to; nil without a total or articles.
    package let itemsMatchTotal: Bool?
    /// The total less what the rows come to.
    package let difference: Int64?

    /// Adds up.
    package init(_ record: ReceiptRecord) {
        var articles: Int64 = 0
        for item in record.items {
            articles = item.charges.reduce(articles.saturatingAdd(item.net)) { $0.saturatingAdd($1.amount.value) }
        }
        articles = record.discounts.reduce(articles) { $0.saturatingAdd($1.amount.value) }
        let added = record.charges.filter { !$0.isIncluded }.reduce(articles) { $0.saturatingAdd($1.amount.value) }
        self.articles = articles
        self.added = added
        guard let total = record.total?.value, !record.items.isEmpty else {
            itemsMatchTotal = nil
            difference = nil
            return
        }
        itemsMatchTotal = total == added
        difference = total.saturatingAdd(added.saturatingNegated)
    }
}
