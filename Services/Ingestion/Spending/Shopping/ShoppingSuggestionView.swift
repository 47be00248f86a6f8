import EventContracts
import IngestionCore
import Purchases
import Quantities

/// A suggestion in the form for the person.
struct ShoppingSuggestionView: Encodable, Sendable {
    /// A product with its name.
    struct Named: Encodable, Sendable {
        let id: PurchasedProductID
        let name: String
    }

    /// A price per unit, independent of package size.
    struct PerUnit: Encodable, Sendable {
        /// Price per `unit`, as decimal text with three more decimals than the currency.
        let price: String
        let unit: PurchaseUnit
    }

    let product: Named
    let brand: String?
    let category: PurchaseCategory
    /// The last paid price.
    let lastPaid: MoneyView
    let lastBoughtOn: CalendarDay
    let unitPrice: PerUnit?
    let reasons: [ShoppingSuggestions.Reason]
    /// A shop where others paid less.
    let nearby: PriceHistoryView.Nearby?
    /// The product that the suggested one could replace.
    let insteadOf: Named?
    let saving: MoneyView?
    /// Discounts at the last purchase; absent without any.
    let reducedBy: MoneyView?
    /// Whether the product's last price was low because it was about to expire, so that it may not be available again.
    let nearExpiry: Bool

    init(
        _ suggestion: ShoppingSuggestions.Suggestion, _ words: PurchasedProductWords, instead: PurchasedProductWords?,
        _ item: ReceiptItem?, in units: UnitPreference
    ) {
        let currency = suggestion.currency
        product = Named(id: suggestion.product, name: words.name)
        brand = words.brand
        category = suggestion.category
        lastPaid = MoneyView(suggestion.paid, currency)
        lastBoughtOn = suggestion.day
        unitPrice = suggestion.price.flatMap { price in
            let unit = units.unit(of: price.dimension)
            return price.thousandths(for: unit).map {
                PerUnit(price: DecimalAmount.text($0, digits: currency.minorDigits + 3), unit: unit)
            }
        }
        reasons = ShoppingSuggestions.Reason.allCases.filter(suggestion.reasons.contains)
        nearby = suggestion.offer.flatMap { PriceHistoryView.Nearby($0, in: units) }
        insteadOf = suggestion.insteadOf.flatMap { id in instead.map { Named(id: id, name: $0.name) } }
        saving = suggestion.saving > 0 ? MoneyView(suggestion.saving, currency) : nil
        let off = item?.discounts.reduce(Int64(0)) { $0.saturatingAdd($1.amount.value.saturatingNegated) } ?? 0
        reducedBy = off > 0 ? MoneyView(off, currency) : nil
        nearExpiry = item?.isNearExpiry ?? false
    }
}
