import EventContracts
import ReceiptReading

/// Finds possible duplicates of a purchase (SPD-02); the person is asked and decides.
package enum TwinFinder {
    /// Another purchase of the same person.
    package typealias Other = (id: ReceiptID, record: ReceiptRecord, digests: Set<String>)

    /// The first possible duplicate: one with the same photo, or else one with the same shop, day, total and, if both
    /// have one, time.
    package static func twin(
        of record: ReceiptRecord, digests: Set<String>, among others: [Other]
    ) -> ReceiptTwin? {
        let own = ReceiptIdentity(record, pictures: digests)
        var found: ReceiptTwin?
        for other in others.sorted(by: { $0.id < $1.id }) {
            switch ReceiptSimilarity(own, ReceiptIdentity(other.record, pictures: other.digests)) {
            case .samePicture: return ReceiptTwin(receiptID: other.id, reason: .samePicture)
            case .samePurchase: found = found ?? ReceiptTwin(receiptID: other.id, reason: .samePurchase)
            case .different: continue
            }
        }
        return found
    }
}

extension ReceiptIdentity {
    /// The data by which a stored purchase is compared.
    fileprivate init(_ record: ReceiptRecord, pictures: Set<String>) {
        var receipt = Receipt()
        receipt.merchant = record.merchant.map { ReadField($0.value, confidence: 1, crop: nil) }
        receipt.purchasedOn = record.day.map { ReadField($0.value, confidence: 1, crop: nil) }
        receipt.total = record.total.map { ReadField(PrintedMoney($0.value), confidence: 1, crop: nil) }
        receipt.currency = record.currency.map { ReadField($0.value, confidence: 1, crop: nil) }
        receipt.time = record.time.flatMap { time in
            let parts = time.value.split(separator: ":").compactMap { Int($0) }
            guard parts.count > 1 else { return nil }
            return ReceiptTime(hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : nil).map {
                ReadField($0, confidence: 1, crop: nil)
            }
        }
        self.init(receipt, pictures: pictures)
    }
}
