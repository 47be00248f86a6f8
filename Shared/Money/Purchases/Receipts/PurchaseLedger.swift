import EventContracts
import Quantities

/// The figures of a purchase for reports and budgets, which process about a thousand purchases at a time.
///
/// Sent and stored as sealed text: parsing twelve thousand items from JSON would take longer than adding them up.
package struct PurchaseLedger: Sendable, Equatable {
    /// One item.
    package struct Line: Sendable, Equatable {
        package var category: PurchaseCategory
        package var product: PurchasedProductID?
        /// The paid amount, in minor units.
        package var net: Int64
        package var price: UnitPrice?

        /// The figures of an item.
        package init(category: PurchaseCategory, product: PurchasedProductID?, net: Int64, price: UnitPrice?) {
            self.category = category
            self.product = product
            self.net = net
            self.price = price
        }
    }

    package var day: CalendarDay?
    package var currency: Currency?
    package var store: StoreID?
    /// The paid total; without a total, the sum of the rows.
    package var total: Int64
    /// Taxes, deposits and fees, less discounts on the whole purchase.
    package var charges: Int64
    /// The sum of the discounts, as a positive amount.
    package var saved: Int64
    package var lines: [Line]

    /// The part of the total that no item or charge accounts for.
    package var unassigned: Int64 {
        let explained = lines.reduce(charges) { $0.saturatingAdd($1.net) }
        return total.saturatingAdd(explained.saturatingNegated)
    }

    /// The ledger of a purchase at a shop.
    package init(_ record: ReceiptRecord, store: StoreID?) {
        let sums = ReceiptSums(record)
        day = record.day?.value
        currency = record.currency?.value
        self.store = store
        total = record.total?.value ?? sums.added
        let net = record.items.reduce(Int64(0)) { $0.saturatingAdd($1.net) }
        charges = sums.added.saturatingAdd(net.saturatingNegated)
        saved = (record.items.flatMap(\.discounts) + record.discounts)
            .reduce(0) { $0.saturatingAdd($1.amount.value.saturatingNegated) }
        lines = record.items.map {
            Line(category: $0.category.value, product: $0.product?.productID, net: $0.net, price: $0.normalisedPrice)
        }
    }

    // MARK: - As text

    /// One row for the purchase, then one per item; fields separated by commas, in the order of declaration.
    package var text: String {
        var text =
            "\(day?.description ?? ""),\(currency?.code ?? ""),\(store?.description ?? ""),\(total),\(charges),\(saved)"
        for line in lines {
            let price = line.price.map { "\($0.dimension.rawValue),\($0.millionths)" } ?? ","
            text += "\n\(line.category.rawValue),\(line.product?.description ?? ""),\(line.net),\(price)"
        }
        return text
    }

    /// Parses the text.
    ///
    /// - Returns: nil for any other text.
    package init?(text: String) {
        var rows = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard let head = rows.popFirst()?.split(separator: ",", omittingEmptySubsequences: false), head.count == 6,
            let total = Int64(head[3]), let charges = Int64(head[4]), let saved = Int64(head[5])
        else { return nil }
        day = CalendarDay(String(head[0]))
        currency = Currency(stored: String(head[1]))
        store = StoreID(text: String(head[2]))
        (self.total, self.charges, self.saved) = (total, charges, saved)
        lines = []
        lines.reserveCapacity(rows.count)
        for row in rows {
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 5, let net = Int64(fields[2]) else { return nil }
            let price = PurchaseUnit.Dimension(rawValue: String(fields[3])).flatMap { dimension in
                Int64(fields[4]).map { UnitPrice(dimension, millionths: $0) }
            }
            lines.append(
                Line(
                    category: PurchaseCategory(rawValue: String(fields[0])) ?? .other,
                    product: PurchasedProductID(text: String(fields[1])), net: net, price: price))
        }
    }
}
