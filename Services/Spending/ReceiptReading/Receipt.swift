import Quantities

/// A recognized value with its score and its place in the photo.
package struct ReadField<Value: Sendable & Hashable>: Sendable, Hashable {
    package var value: Value
    /// Score of the value: 0…1.
    ///
    /// A value that was repaired, or chosen among several, has a lower score.
    package var confidence: Double
    /// The place in the photo; nil for computed fields.
    package var crop: PictureCrop?

    /// A value with its score and place.
    package init(_ value: Value, confidence: Double, crop: PictureCrop?) {
        self.value = value
        self.confidence = confidence
        self.crop = crop
    }
}

/// A recognized receipt: without invented values, and without losing any recognized one.
package struct Receipt: Sendable, Hashable {
    /// The shop's name as printed.
    package var merchant: ReadField<String>?
    /// The branch: number, address, telephone, as printed.
    package var store = Store()
    package var purchasedOn: ReadField<CalendarDay>?
    package var time: ReadField<ReceiptTime>?
    /// The currency; nil if unknown.
    package var currency: ReadField<Currency>?
    package var items: [Item] = []
    /// Discounts on the receipt as a whole.
    package var discounts: [Charge] = []
    /// Taxes, deposits, bags, service, tips, rounding, in printed order.
    package var charges: [Charge] = []
    package var subtotal: ReadField<PrintedMoney>?
    package var total: ReadField<PrintedMoney>?
    package var tenders: [Charge] = []
    package var change: ReadField<PrintedMoney>?
    /// Text about points and rewards, as printed.
    package var loyalty: [ReadField<String>] = []
    /// The text of every row, from top to bottom.
    package var rows: [String] = []
    /// Advice for a better photo, most useful first.
    package var advice: [Advice] = []

    /// An empty receipt.
    package init() {}

    /// The text of all rows, for searching.
    package var rawText: String { rows.joined(separator: "\n") }

    /// Advice for a better photo, or for checking the result.
    package enum Advice: String, Sendable, Hashable, CaseIterable {
        /// Two photos do not clearly overlap, so items may be missing or doubled where they meet.
        case checkParts = "check-parts"
        /// The photo contains several receipts; each needs its own photo.
        case oneReceipt = "one-receipt-at-a-time"
        /// There was no known word for a sum: the person should check the result or type the purchase.
        case checkLanguage = "language-not-read"
        /// The printed day is in the future.
        case checkDate = "check-date"
    }

    /// The shop where the purchase was made.
    package struct Store: Sendable, Hashable {
        /// The shop's own number of the branch.
        package var number: ReadField<String>?
        package var address: [ReadField<String>] = []
        package var telephone: ReadField<String>?
        /// ISO 3166 code of the country, from address and taxes.
        package var country: String?
    }

    /// One item.
    package struct Item: Sendable, Hashable {
        /// The item's name as printed.
        package var name: ReadField<String>
        /// All rows that belong to the item.
        package var rawText: String
        /// The shop's code or a bar code.
        package var code: String?
        package var quantity: Quantity
        /// The price of one unit.
        package var unitPrice: ReadField<PrintedMoney>?
        /// The printed amount, before discounts.
        package var amount: ReadField<PrintedMoney>
        /// Discounts on this item, as negative amounts.
        package var discounts: [Charge] = []
        /// Deposits and fees that belong to this item.
        package var charges: [Charge] = []
        /// Letters after the amount that state which taxes apply.
        package var taxCode: String?
        /// Whether the item was reduced because it expires soon.
        package var isNearExpiry = false

        /// An item with its required fields.
        package init(
            name: ReadField<String>, rawText: String, quantity: Quantity = Quantity(), amount: ReadField<PrintedMoney>
        ) {
            self.name = name
            self.rawText = rawText
            self.quantity = quantity
            self.amount = amount
        }

        /// The amount paid for the item, without deposits.
        package var net: PrintedMoney { discounts.reduce(amount.value) { $0 + $1.amount.value } }
    }

    /// The purchased quantity.
    package struct Quantity: Sendable, Hashable {
        /// A plain number of units, or a mass or volume.
        package var value: Double
        package var unit: MeasureUnit?
        /// Whether the quantity is printed; otherwise it is one.
        package var isPrinted: Bool

        /// A number of units; one piece if the receipt does not mention it.
        package init(_ value: Double = 1, _ unit: MeasureUnit? = nil, isPrinted: Bool = false) {
            self.value = value
            self.unit = unit
            self.isPrinted = isPrinted
        }
    }

    /// An amount on a row that is not an item.
    package struct Charge: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case tax, deposit, bag, service, tip, rounding, discount, cash, card, otherTender
        }

        package var kind: Kind
        /// The row's words as printed.
        package var label: String
        package var amount: ReadField<PrintedMoney>
        /// The printed rate in hundredths of a percent: 13 % is 1300.
        package var rate: Int?
        /// GST, HST, PST, QST (TPS and TVQ are the same taxes), VAT, IVA; nil for other taxes.
        package var taxCode: String?
        /// Whether the amount is already included in prices.
        package var isIncluded = false

        /// A row with its amount.
        package init(kind: Kind, label: String, amount: ReadField<PrintedMoney>) {
            self.kind = kind
            self.label = label
            self.amount = amount
        }
    }
}

/// A printed time of day, with seconds if printed.
package struct ReceiptTime: Sendable, Hashable, CustomStringConvertible {
    package let hour: Int
    package let minute: Int
    package let second: Int?

    /// A time; nil if it is invalid.
    package init?(hour: Int, minute: Int, second: Int? = nil) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second ?? 0) else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    package var description: String {
        ([hour, minute] + (second.map { [$0] } ?? [])).map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
    }
}

/// An amount as printed, in minor units, without a currency, because the receipt may state none.
///
/// A currency is never assumed: `money(in:)` requires one.
package struct PrintedMoney: Sendable, Hashable, Comparable {
    package var minorUnits: Int64

    /// A number of minor units.
    package init(_ minorUnits: Int64) {
        self.minorUnits = minorUnits
    }

    /// The amount in a currency.
    package func money(in currency: Currency) -> Money { Money(minorUnits: minorUnits, currency: currency) }

    /// The sum, limited to the range of 64 bits.
    package static func + (left: Self, right: Self) -> Self {
        let (sum, overflow) = left.minorUnits.addingReportingOverflow(right.minorUnits)
        return Self(overflow ? (left.minorUnits > 0 ? .max : .min) : sum)
    }

    /// The difference, limited to the range of 64 bits.
    package static func - (left: Self, right: Self) -> Self { left + -right }

    /// The negated amount.
    package static prefix func - (money: Self) -> Self {
        Self(money.minorUnits == .min ? .max : -money.minorUnits)
    }

    package static func < (left: Self, right: Self) -> Bool { left.minorUnits < right.minorUnits }
}

/// A sales unit.
package enum MeasureUnit: String, Sendable, Hashable, CaseIterable {
    case kilogram = "kg"
    case gram = "g"
    case pound = "lb"
    case ounce = "oz"
    case liter = "L"
    case milliliter = "mL"
    case gallon = "gal"
    case each = "ea"

    /// The unit that a text names in English, French, Spanish or Chinese.
    package init?(printed text: String) {
        switch text.lowercased() {
        case "kg", "kgs", "kilo", "kilos", "公斤", "千克": self = .kilogram
        case "g", "gr", "gm", "克": self = .gram
        case "lb", "lbs", "lb.", "livre", "libra", "磅": self = .pound
        case "oz": self = .ounce
        case "l", "lt", "ltr", "litre", "liter", "litres", "liters", "litro", "litros", "升": self = .liter
        case "ml", "毫升": self = .milliliter
        case "gal", "gallon", "gallons", "gals": self = .gallon
        case "ea", "each", "ch", "un", "und", "u", "pc", "pcs", "pce", "pz", "pza", "pzas", "unit", "units", "pieza",
            "个", "件", "包", "盒", "瓶", "袋":
            self = .each
        default: return nil
        }
    }
}
