import Foundation
import Quantities

/// The origin of a receipt field's value.
package enum FieldOrigin: String, EventValue, CaseIterable {
    /// Read from the photo.
    case read
    /// Read from the photo and confirmed by the person.
    case confirmed
    /// Entered by the person.
    case typed
    /// From an imported file.
    case imported
    /// Computed from other fields.
    case reckoned
}

/// A field of a receipt: its value, its origin, and details to show beside it (SPD-05).
package struct ReceiptField<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    package var value: Value
    package var origin: FieldOrigin
    /// Score of the reading, 0…1; nil for values that were not read.
    package var confidence: Double?
    /// The field's place: photo number from 0, then left, top, width and height in pixels of the upright photo.
    package var crop: [Double]?

    package init(_ value: Value, _ origin: FieldOrigin, confidence: Double? = nil, crop: [Double]? = nil) {
        self.value = value
        self.origin = origin
        self.confidence = confidence
        self.crop = crop
    }
}

/// A complete purchase; sealed as (`receipt.record`, receipt id).
///
/// Amounts are minor units of `currency`; without a known currency, hundredths of the unnamed one.
package struct ReceiptRecord: Codable, Sendable, Equatable {
    package var merchant: ReceiptField<String>?
    package var store = ReceiptStore()
    package var day: ReceiptField<CalendarDay>?
    /// `HH:MM` or `HH:MM:SS`.
    package var time: ReceiptField<String>?
    package var currency: ReceiptField<Currency>?
    package var items: [ReceiptItem] = []
    /// Discounts on the whole purchase; negative amounts reduce the price.
    package var discounts: [ReceiptCharge] = []
    /// Taxes, deposits, bags, service, tips and rounding.
    package var charges: [ReceiptCharge] = []
    package var subtotal: ReceiptField<Int64>?
    package var total: ReceiptField<Int64>?
    package var tenders: [ReceiptCharge] = []
    package var change: ReceiptField<Int64>?
    /// Lines about points and rewards.
    package var loyalty: [String] = []
    /// Every row of text, for search.
    package var rows: [String] = []

    /// Maximum number of items.
    package static let maxItems = 500
    /// Maximum length of a merchant's or item's name, in Unicode scalars.
    package static let maxNameLength = 120

    /// An empty purchase.
    package init() {}
}

/// The merchant's branch, as printed or typed.
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

/// One item of a purchase.
package struct ReceiptItem: Codable, Sendable, Equatable {
    package var itemID: ReceiptItemID
    package var name: ReceiptField<String>
    /// All printed text that belongs to it.
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
    /// Discounts on the item; negative amounts reduce the price.
    package var discounts: [ReceiptCharge] = []
    /// Deposits and fees of the item.
    package var charges: [ReceiptCharge] = []
    /// Letters that state which taxes apply.
    package var taxCode: String?
    /// Whether it was reduced because it expires soon (SPD-24).
    package var isNearExpiry = false
    /// Candidate products, the most similar first, until one is chosen (SPD-03); nil for none.
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

/// A candidate product of an item.
package struct ItemCandidate: Codable, Sendable, Equatable {
    package var productID: PurchasedProductID
    package var name: String
    /// Similarity of the names, in hundredths.
    package var similarity: Int

    package init(productID: PurchasedProductID, name: String, similarity: Int) {
        self.productID = productID
        self.name = name
        self.similarity = similarity
    }
}

/// The product of an item.
package struct ItemProduct: Codable, Sendable, Equatable {
    /// How the product was determined (SPD-03).
    package enum Way: String, EventValue, CaseIterable {
        /// Chosen by the person for this item.
        case chosen
        /// Chosen by the person earlier for the shop's code or name.
        case learned
        /// The person's earlier choice for an item that another shop prints in the same way.
        case elsewhere
        /// Enough other people chose the same product for this shop's code.
        case shared
        /// Created for the item, so that every item has a product at once (C21).
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

/// An amount of a purchase that is not the price of an item.
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
    /// Whether the amount is already included in prices.
    package var isIncluded = false

    package init(_ kind: Kind, label: String, amount: ReceiptField<Int64>) {
        self.kind = kind
        self.label = label
        self.amount = amount
    }
}

/// A sales unit; the raw value is the code on the wire.
package enum PurchaseUnit: String, EventValue, CaseIterable {
    case kilogram = "kg"
    case gram = "g"
    case pound = "lb"
    case ounce = "oz"
    case liter = "L"
    case milliliter = "mL"
    case gallon = "gal"
    case fluidOunce = "fl oz"
    case each = "ea"
}

/// The category of a product (SPD-02).
package enum PurchaseCategory: String, EventValue, CaseIterable {
    case produce, meat, seafood, dairy, bakery, pantry, snacks, sweets, beverages, alcohol, frozen, prepared
    case household, personalCare, baby, pet, other
}

/// One edit of a receipt; if it has neither an amount nor a text, it clears the field.
package struct ReceiptEdit: Codable, Sendable, Equatable {
    package enum Field: String, EventValue, CaseIterable {
        case merchant, day, time, currency, subtotal, total, change
        case storeNumber, storeAddress, storeTelephone
        /// Fields of the item that `item` names.
        case itemName, itemAmount, itemQuantity, itemUnit, itemUnitPrice, itemCategory, itemDiscount, itemProduct
        /// Adds the item `item` with a name and an amount.
        case addItem
        case removeItem
        /// The sum of all taxes that are not included in prices.
        case tax
        /// The discount on the whole purchase.
        case discount
        /// The shop's code and the tax letters of the item that `item` names.
        case itemCode, itemTaxCode
        /// The sum of all deposits, bags, services and tips that belong to no item.
        case deposit, bag, service, tip
        /// Removes all taxes that are not included in prices; adds one with a label and an amount.
        case clearTaxes, addTax
        /// Removes all tenders; adds one by its kind and an amount.
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
