import EventContracts

/// Checks whether the amounts of a purchase add up; a mismatch is reported as a difference, never a reason for
/// rejection.
package struct ReceiptSums: Sendable, Equatable {
    /// Items with their discounts and fees, less discounts on the whole purchase.
    package let articles: Int64
    /// `articles` plus everything that is added to the items, such as taxes.
    package let added: Int64
    /// Whether the total equals the computed sum; nil without a total or items.
    package let itemsMatchTotal: Bool?
    /// The total minus the computed sum.
    package let difference: Int64?

    /// Computes the sums.
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
