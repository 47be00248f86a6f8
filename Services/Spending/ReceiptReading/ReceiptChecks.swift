/// Whether the numbers of a receipt agree; a disagreement is reported but is not a reason to refuse the receipt.
package struct ReceiptChecks: Sendable, Hashable {
    /// Whether items minus discounts plus taxes and fees equal the total; nil without a total or items.
    package var itemsMatchTotal: Bool?
    /// The total minus the sum of the rows.
    package var difference: PrintedMoney?
    /// Whether items minus discounts equal the subtotal; nil without a subtotal.
    package var itemsMatchSubtotal: Bool?

    /// Computes the checks.
    ///
    /// The total was chosen without this sum, so that an agreement is meaningful.
    package init(_ receipt: Receipt) {
        guard !receipt.items.isEmpty else { return }
        let ofItems = receipt.items.reduce(PrintedMoney(0)) { $0 + $1.net }
        let fees = receipt.items.flatMap(\.charges).reduce(PrintedMoney(0)) { $0 + $1.amount.value }
        let articles = receipt.discounts.reduce(ofItems + fees) { $0 + $1.amount.value }
        if let subtotal = receipt.subtotal?.value {
            // The subtotal may be before or after discounts, with or without fees.
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
