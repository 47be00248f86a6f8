import Quantities

/// What makes two receipts the same purchase, as far as a reading can tell.
package struct ReceiptIdentity: Sendable, Hashable {
    /// SHA-256 of each photo.
    package var pictures: Set<String>
    package var merchant: String?
    package var day: CalendarDay?
    package var time: ReceiptTime?
    package var total: PrintedMoney?
    package var currency: Currency?

    /// The identity of a receipt that was read from photos with these digests.
    package init(_ receipt: Receipt, pictures: Set<String>) {
        self.pictures = pictures
        merchant = receipt.merchant.map { PrintedWords.glued($0.value) }
        day = receipt.purchasedOn?.value
        time = receipt.time?.value
        total = receipt.total?.value
        currency = receipt.currency?.value
    }
}

/// Whether a receipt was handed in before: asked about, never decided for the person.
package enum ReceiptLikeness: Sendable, Hashable {
    /// The same photo once more.
    case samePicture
    /// Another photo with the same shop, time and total.
    case samePurchase
    case different

    /// How alike two receipts are.
    ///
    /// Two photos of one receipt may differ in how the shop's name and the seconds were read; the minute and the total
    /// must be the same. Without a time of day, nothing is taken for the same: people buy the same thing twice a day.
    package init(_ first: ReceiptIdentity, _ second: ReceiptIdentity) {
        guard first.pictures.isDisjoint(with: second.pictures) else {
            self = .samePicture
            return
        }
        guard let day = first.day, day == second.day, let total = first.total, total == second.total,
            let time = first.time, let other = second.time, time.hour == other.hour, time.minute == other.minute,
            first.currency == nil || second.currency == nil || first.currency == second.currency,
            let merchant = first.merchant, let name = second.merchant,
            PrintedWords.similarity(merchant, name) > 0.8
        else {
            self = .different
            return
        }
        self = .samePurchase
    }
}
