/// Whether the numbers of a receipt agree: a flag with the difference, never a reason to refuse it.
package struct ReceiptChecks: Sendable, Hashable {
    /// Whether articles less discounts plus taxes and fees are the total; nothing without a total or articles.
    package var itemsMatchTotal: Bool?
    /// The total minus the sum of the rows.
    package var difference: PrintedMoney?
    /// Whether articles less discounts are the subtotal; nothing where none is printed.
    package var itemsMatchSubtotal: Bool?

    /// Adds up.
    ///
    /// The total was chosen without a look at this sum, so that an agreement says something: a total that is chosen
    /// because it is the sum would confirm itself.
    package init(_ receipt: Receipt) {
        guard !receipt.items.isEmpty else { return }
        let ofItems = receipt.items.reduce(PrintedMoney(0)) { $0 + $1.net }
        let fees = receipt.items.flatMap(\.charges).reduce(PrintedMoney(0)) { $0 + $1.amount.value }
        let articles = receipt.discounts.reduce(ofItems + fees) { $0 + $1.amount.value }
        if let subtotal = receipt.subtotal?.value {
            // Before or after what was taken off, without fees or with them.
            let asked = receipt.items.reduce(PrintedMoney(0)) { $0 + $1.amount.value }
            let returned = receipt.charges.filter { $0.kind == .deposit }.reduce(articles) { $0 + $1.amount.value }
            itemsMatchSubtotal = [articles, ofItems, articles - fees, asked, returned].contains(subtotal)
        }
        guard let total = receipt.total?.value else { return }
        let added = receipt.charges.filter { !$0.isIncluded }.reduce(articles) { $0 + $1.amount.value }
        difference = total - added
        itemsMatchTotal = added == total
    }
}
