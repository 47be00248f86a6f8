import Foundation
import Quantities

/// Where a field of a receipt has its value from.
package enum FieldOrigin: String, EventValue, CaseIterable {
    /// Read from the photo.
    case read
    /// Read from the photo, and found right by the person.
    case confirmed
    /// Entered by the person.
    case typed
    /// From a file that the person brought in.
    case imported
    /// Follows from other fields.
    case reckoned
}

/// A field of a receipt: its value, where it is from, and what to show beside it (SPD-05).
package struct ReceiptField<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    package var value: Value
    package var origin: FieldOrigin
    /// How sure the reading was: 0…1; nil for what was not read.
    package var confidence: Double?
    /// Where it stands: number of the photo from 0, then left, top, width and height in pixels of the upright photo.
    package var crop: [Double]?

    package init(_ value: Value, _ origin: FieldOrigin, confidence: Double? = nil, crop: [Double]? = nil) {
        self.value = value
        self.origin = origin
        self.confidence = confidence
        self.crop = crop
    }
}

/// A purchase in full; sealed as (`receipt.record`, receipt id).
///
/// Amounts are minor units of `currency`; where that is not known, hundredths of what the receipt leaves unnamed.
package struct ReceiptRecord: Codable, Sendable, Equatable {
    package var merchant: ReceiptField<String>?
    package var store = ReceiptStore()
    package var day: ReceiptField<CalendarDay>?
    /// `HH:MM` or `HH:MM:SS`.
    package var time: ReceiptField<String>?
    package var currency: ReceiptField<Currency>?
    package var items: [ReceiptItem] = []
    /// Discounts on the purchase as a whole; what is taken off is negative.
    package var discounts: [ReceiptCharge] = []
    /// Taxes, deposits, bags, service, tips and rounding.
    package var charges: [ReceiptCharge] = []
    package var subtotal: ReceiptField<Int64>?
    package var total: ReceiptField<Int64>?
    package var tenders: [ReceiptCharge] = []
    package var change: ReceiptField<Int64>?
    /// What is said about points and rewards.
    package var loyalty: [String] = []
    /// Every row of print, for searching.
    package var rows: [String] = []

    /// Most articles.
    package static let maxItems = 500
    /// Longest merchant or name, in Unicode scalars.
    package static let longestName = 120

    /// A purchase of which nothing is known yet.
    package init() {}
}

/// Which of a merchant's shops it was, as printed or typed.
package struct ReceiptStore: Codable, Sendable, Equatable {
    package var number: String?
    package var address: String?
    package var telephone: String?
    /// ISO 3166 code.
    package var country: String?

    package init(number: String? = nil, address: String? = nil, telephone: String? = nil, country: String? = nil) {
        self.number = number
        self.address = address
        self.telephone = telephone
        self.country = country
    }
}

/// One article of a purchase.
package struct ReceiptItem: Codable, Sendable, Equatable {
    package var itemID: ReceiptItemID
    package var name: ReceiptField<String>
    /// All print that belongs to it.
    package var rawText: String
    /// The shop's code or a bar code.
    package var code: String?
    package var product: ItemProduct?
    package var category: ReceiptField<PurchaseCategory>
    /// Thousandths of `unit`.
    package var quantity: ReceiptField<Int64>
    package var unit: PurchaseUnit
    /// For one unit.
    package var unitPrice: ReceiptField<Int64>?
    /// Before discounts.
    package var amount: ReceiptField<Int64>
    /// What is taken off is negative.
    package var discounts: [ReceiptCharge] = []
    /// Deposits and fees bound to it.
    package var charges: [ReceiptCharge] = []
    /// Letters that tell which taxes apply.
    package var taxCode: String?
    /// Whether it was reduced because its date comes soon (SPD-24).
    package var isNearExpiry = false
    /// Products that it may be, the likest first, while nobody has said which it is (SPD-03); nil for none.
    package var candidates: [ItemCandidate]?

    package init(
        itemID: ReceiptItemID, name: ReceiptField<String>, rawText: String,
        category: ReceiptField<PurchaseCategory>, quantity: ReceiptField<Int64>, unit: PurchaseUnit,
        amount: ReceiptField<Int64>
    ) {
        self.itemID = itemID
        self.name = name
        self.rawText = rawText
        self.category = category
        self.quantity = quantity
        self.unit = unit
        self.amount = amount
    }
}

/// A product that an article may be.
package struct ItemCandidate: Codable, Sendable, Equatable {
    package var productID: PurchasedProductID
    package var name: String
    /// How alike the names are, in hundredths.
    package var similarity: Int

    package init(productID: PurchasedProductID, name: String, similarity: Int) {
        self.productID = productID
        self.name = name
        self.similarity = similarity
    }
}

/// The product that an article is.
package struct ItemProduct: Codable, Sendable, Equatable {
    /// How it was found (SPD-03).
    package enum Way: String, EventValue, CaseIterable {
        /// Said by the person for this article.
        case chosen
        /// The person said so before of this shop's code or name.
        case learned
        /// So many others said so of this shop's code that it is shared.
        case shared
        /// Made for it, so that the log is complete at once (C21).
        case provisional
    }

    package var productID: PurchasedProductID
    package var name: String
    package var way: Way

    package init(productID: PurchasedProductID, name: String, way: Way) {
        self.productID = productID
        self.name = name
        self.way = way
    }
}

/// Money of a purchase that is no article's price.
package struct ReceiptCharge: Codable, Sendable, Equatable {
    package enum Kind: String, EventValue, CaseIterable {
        case tax, deposit, bag, service, tip, rounding, discount, cash, card, otherTender
    }

    package var kind: Kind
    package var label: String
    package var amount: ReceiptField<Int64>
    /// In hundredths of a percent.
    package var rate: Int?
    /// GST, HST, PST, QST, VAT, IVA; nil for other taxes.
    package var taxCode: String?
    /// Whether the amount is a part of prices already.
    package var isIncluded = false

    package init(_ kind: Kind, label: String, amount: ReceiptField<Int64>) {
        self.kind = kind
        self.label = label
        self.amount = amount
    }
}

/// A unit that things are sold by; the raw value is the code on the wire.
package enum PurchaseUnit: String, EventValue, CaseIterable {
    case kilogram = "kg"
    case gram = "g"
    case pound = "lb"
    case ounce = "oz"
    case litre = "L"
    case millilitre = "mL"
    case gallon = "gal"
    case fluidOunce = "fl oz"
    case each = "ea"
}

/// What kind of thing was bought (SPD-02).
package enum PurchaseCategory: String, EventValue, CaseIterable {
    case produce, meat, seafood, dairy, bakery, pantry, snacks, sweets, beverages, alcohol, frozen, prepared
    case household, personalCare, baby, pet, other
}

/// One thing that a person says about a receipt: no amount and no text means that there is none.
package struct ReceiptEdit: Codable, Sendable, Equatable {
    package enum Field: String, EventValue, CaseIterable {
        case merchant, day, time, currency, subtotal, total, change
        case storeNumber, storeAddress, storeTelephone
        /// Of the article that `item` names.
        case itemName, itemAmount, itemQuantity, itemUnit, itemUnitPrice, itemCategory, itemDiscount, itemProduct
        /// Adds the article `item` with a name and an amount.
        case addItem
        case removeItem
        /// The amount of all taxes that are not a part of prices.
        case tax
        /// The discount on the purchase as a whole.
        case discount
        /// Letters that tell the shop's code and which taxes apply, of the article that `item` names.
        case itemCode, itemTaxCode
        /// The amount of all deposits, bags, services and tips that belong to no article.
        case deposit, bag, service, tip
        /// Takes all taxes away that are not a part of prices; adds one with a label and an amount.
        case clearTaxes, addTax
        /// Takes away all that it was paid with; adds one by its kind and an amount.
        case clearTenders, addTender
    }

    package var field: Field
    package var item: ReceiptItemID?
    package var text: String?
    /// Minor units; thousandths for a quantity.
    package var number: Int64?

    package init(_ field: Field, item: ReceiptItemID? = nil, text: String? = nil, number: Int64? = nil) {
        self.field = field
        self.item = item
        self.text = text
        self.number = number
    }
}
