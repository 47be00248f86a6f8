/// Whether the numbers of a receipt agree: a flag with the difference, never a reason to refuse it.
package struct ReceiptChecks: Sendable, Hashable {
    /// Whether articles less discounts plus taxes and fees are the total; nothing without a total or articles.
    package var itemsMatchTotal: Bool?
    /// The total minus the sum of the rows.
    package var difference: PrintedMoney?
    /// Whether items less discounts equal the subtotal; nil without a subtotal.
    package var itemsMatchSubtotal: Bool?

    /// Computes the checks.
    ///
    /// The total was chosen without this sum, so that an agreement is meaningful: a total chosen because it equals the
    /// sum would confirm itself.
    package init(_ receipt: Receipt) {
        guard !receipt.items.isEmpty else { return }
        let ofItems = receipt.items.reduce(PrintedMoney(0)) { $0 + $1.net }
        let fees = receipt.items.flatMap(\.charges).reduce(PrintedMoney(0)) { $0 + $1.amount.value }
        let articles = receipt.discounts.reduce(ofItems + fees) { $0 + $1.amount.value }
        if let subtotal = receipt.subtotal?.value {
            // Before or after discounts, with or without fees.
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
