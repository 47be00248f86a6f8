import Quantities

/// The properties by which two receipts are recognized as the same purchase.
package struct ReceiptIdentity: Sendable, Hashable {
    /// SHA-256 of each photo.
    package var pictures: Set<String>
    package var merchant: String?
    package var day: CalendarDay?
    package var time: ReceiptTime?
    package var total: PrintedMoney?
    package var currency: Currency?

    /// The identity of a receipt recognized on photos with these digests.
    package init(_ receipt: Receipt, pictures: Set<String>) {
        self.pictures = pictures
        merchant = receipt.merchant.map { PrintedWords.glued($0.value) }
        day = receipt.purchasedOn?.value
        time = receipt.time?.value
        total = receipt.total?.value
        currency = receipt.currency?.value
    }
}

/// The kind of similarity of a possible duplicate; the person decides whether it is one.
package enum ReceiptSimilarity: Sendable, Hashable {
    /// The photo is the same.
    case samePicture
    /// Shop, day and total are equal, and the times of day do not differ.
    case samePurchase
    case different

    /// The similarity of two receipts.
    ///
    /// Two recognitions may differ in the shop's name, the seconds and the items: shop, day, minute and total must
    /// agree. If either has no time of day, shop, day and total are sufficient.
    package init(_ first: ReceiptIdentity, _ second: ReceiptIdentity) {
        guard first.pictures.isDisjoint(with: second.pictures) else {
            self = .samePicture
            return
        }
        guard let day = first.day, day == second.day, let total = first.total, total == second.total,
            Self.isSameTime(first, second),
            first.currency == nil || second.currency == nil || first.currency == second.currency,
            let merchant = first.merchant, let name = second.merchant,
            PrintedWords.similarity(merchant, name) > 0.8
        else {
            self = .different
            return
        }
        self = .samePurchase
    }

    private static func isSameTime(_ first: ReceiptIdentity, _ second: ReceiptIdentity) -> Bool {
        guard let time = first.time, let other = second.time else { return true }
        return time.hour == other.hour && time.minute == other.minute
    }
}
