import EventContracts
import Foundation
import IngestionCore
import Purchases
import Quantities

/// A purchase in the form for its owner.
struct ReceiptView: Encodable, Sendable {
    /// The origin of a field's value.
    struct Provenance: Encodable, Sendable {
        let origin: FieldOrigin
        let confidence: Double?
        /// The index of the photo from 0, then left, top, width and height in its pixels.
        let crop: [Double]?

        init?<Value>(_ field: ReceiptField<Value>?) {
            guard let field else { return nil }
            origin = field.origin
            confidence = field.confidence
            crop = field.crop
        }
    }

    /// The origins of the fields of the whole purchase.
    struct Fields: Encodable, Sendable {
        let merchant: Provenance?
        let day: Provenance?
        let time: Provenance?
        let currency: Provenance?
        let subtotal: Provenance?
        let total: Provenance?
    }

    struct Item: Encodable, Sendable {
        struct Product: Encodable, Sendable {
            let id: PurchasedProductID
            let name: String
            let way: ItemProduct.Way
        }

        /// A candidate product.
        struct Candidate: Encodable, Sendable {
            let id: PurchasedProductID
            let name: String
            /// Similarity of the names, from 0 to 1.
            let similarity: Decimal
        }

        let id: ReceiptItemID
        let name: String
        let rawText: String
        let code: String?
        let product: Product?
        /// The candidates, most similar first; absent if the product is known.
        let candidates: [Candidate]?
        let category: PurchaseCategory
        let quantity: Decimal
        let unit: PurchaseUnit
        let unitPrice: MoneyView?
        let amount: MoneyView
        let discount: MoneyView?
        let charges: [Charge]
        let taxCode: String?
        let nearExpiry: Bool
        let origin: FieldOrigin
        /// The lower of the scores of name and amount.
        let confidence: Double?
        /// The place of the amount in a photo.
        let crop: [Double]?
    }

    /// The shop, with its id for preferring or ignoring it (SPD-08).
    struct Store: Encodable, Sendable {
        /// The shop's id; absent if the merchant is unknown.
        let id: StoreID?
        let number: String?
        let address: String?
        let telephone: String?
        /// The country as an ISO 3166 code.
        let country: String?
    }

    struct Charge: Encodable, Sendable {
        let kind: ReceiptCharge.Kind
        let label: String
        let amount: MoneyView
        /// The rate in percent.
        let rate: Decimal?
        let code: String?
        /// Whether the tax is included in the prices.
        let included: Bool
    }

    struct Checks: Encodable, Sendable {
        let itemsMatchTotal: Bool?
        /// The total minus the sum of the rows.
        let difference: MoneyView?
    }

    /// A photo that crops refer to; read at `/v1/receipts/{id}/photo`.
    struct Photo: Encodable, Sendable {
        /// The index of the photo from 0, as in crops.
        let number: Int
        /// Width of the stored photo, in pixels.
        let width: Int
        let height: Int
        /// EXIF orientation: 1 to 8.
        let orientation: Int
    }

    let id: ReceiptID
    let source: ReceiptSource
    /// Empty for typed purchases, unless photos were kept beside them.
    let photos: [Photo]
    let merchant: String?
    let store: Store
    let purchasedAt: String?
    let currency: Currency?
    let items: [Item]
    let discounts: [Charge]
    let subtotal: MoneyView?
    let taxes: [Charge]
    let charges: [Charge]
    let total: MoneyView?
    let tenders: [Charge]
    let change: MoneyView?
    let loyalty: [String]
    let checks: Checks
    let fields: Fields
    /// The outcome of the recognition; absent for typed purchases.
    let outcome: LabelRead.Outcome?
    let advice: [String]
    let possibleDuplicate: Duplicate?
    /// The allergens; absent before this version was assessed.
    let allergens: PurchaseAllergensView?
    let allergensPending: Bool
    let canUndo: Bool
    let version: Int64
    let recordedAt: Date
    let changedAt: Date

    /// Another purchase that looks like the same one.
    struct Duplicate: Encodable, Sendable {
        let receipt: ReceiptID
        let reason: ReceiptTwin.Reason
    }

    init(_ published: ReceiptChanged, _ record: ReceiptRecord, _ allergens: PurchaseAllergensView?) {
        let currency = record.currency?.value, sums = ReceiptSums(record)
        id = published.receiptID
        source = published.source
        photos = published.photos.enumerated().map { number, photo in
            Photo(
                number: number, width: photo.facts.width, height: photo.facts.height,
                orientation: photo.facts.orientation)
        }
        merchant = record.merchant?.value
        store = Store(
            id: record.storeID, number: record.store.number, address: record.store.address,
            telephone: record.store.telephone, country: record.store.country)
        purchasedAt = record.purchasedAt
        self.currency = currency
        items = record.items.map { Item($0, currency) }
        discounts = record.discounts.map { Charge($0, currency) }
        subtotal = record.subtotal.map { MoneyView($0.value, currency) }
        taxes = record.charges.filter { $0.kind == .tax }.map { Charge($0, currency) }
        charges = record.charges.filter { $0.kind != .tax }.map { Charge($0, currency) }
        total = record.total.map { MoneyView($0.value, currency) }
        tenders = record.tenders.map { Charge($0, currency) }
        change = record.change.map { MoneyView($0.value, currency) }
        loyalty = record.loyalty
        checks = Checks(
            itemsMatchTotal: sums.itemsMatchTotal, difference: sums.difference.map { MoneyView($0, currency) })
        fields = Fields(
            merchant: Provenance(record.merchant), day: Provenance(record.day), time: Provenance(record.time),
            currency: Provenance(record.currency), subtotal: Provenance(record.subtotal),
            total: Provenance(record.total))
        outcome = published.outcome
        advice = published.advice
        possibleDuplicate = published.twin.map { Duplicate(receipt: $0.receiptID, reason: $0.reason) }
        self.allergens = allergens
        allergensPending = allergens == nil
        canUndo = published.canUndo
        version = published.version
        recordedAt = published.recordedAt
        changedAt = published.changedAt
    }
}

extension ReceiptView.Item {
    fileprivate init(_ item: ReceiptItem, _ currency: Currency?) {
        let confidences = [item.name.confidence, item.amount.confidence].compactMap(\.self)
        self.init(
            id: item.itemID, name: item.name.value, rawText: item.rawText, code: item.code,
            product: item.product.map { Product(id: $0.productID, name: $0.name, way: $0.way) },
            candidates: item.candidates?.map {
                Candidate(id: $0.productID, name: $0.name, similarity: Decimal($0.similarity) / 100)
            },
            category: item.category.value, quantity: Decimal(item.quantity.value) / 1_000, unit: item.unit,
            unitPrice: item.unitPrice.map { MoneyView($0.value, currency) },
            amount: MoneyView(item.amount.value, currency),
            discount: item.discounts.isEmpty
                ? nil : MoneyView(item.discounts.reduce(0) { $0 + $1.amount.value }, currency),
            charges: item.charges.map { ReceiptView.Charge($0, currency) }, taxCode: item.taxCode,
            nearExpiry: item.isNearExpiry, origin: item.amount.origin, confidence: confidences.min(),
            crop: item.amount.crop)
    }
}

extension ReceiptView.Charge {
    fileprivate init(_ charge: ReceiptCharge, _ currency: Currency?) {
        self.init(
            kind: charge.kind, label: charge.label, amount: MoneyView(charge.amount.value, currency),
            rate: charge.rate.map { Decimal($0) / 100 }, code: charge.taxCode, included: charge.isIncluded)
    }
}
