import EventContracts
import Foundation
import Purchases
import Quantities
import SpendingService
import Testing

@Suite("Possible duplicate purchases (SPD-02)")
struct TwinFinderTests {
    private let other = ReceiptID(UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))

    private func purchase(_ time: String?, total: Int64 = 4_217, merchant: String = "LOBLAWS") -> ReceiptRecord {
        var record = ReceiptRecord()
        record.merchant = ReceiptField(merchant, .read)
        record.day = CalendarDay("2026-11-20").map { ReceiptField($0, .read) }
        record.time = time.map { ReceiptField($0, .read) }
        record.total = ReceiptField(total, .read)
        return record
    }

    @Test("duplicate: same photo, or same shop, minute and total")
    func twins() {
        let stored = purchase("10:15:07")
        #expect(
            TwinFinder.twin(of: ReceiptRecord(), digests: ["a"], among: [(other, stored, ["a", "b"])])
                == ReceiptTwin(receiptID: other, reason: .samePicture))
        #expect(
            TwinFinder.twin(of: purchase("10:15", merchant: "LOBLAW5"), digests: ["c"], among: [(other, stored, ["a"])])
                == ReceiptTwin(receiptID: other, reason: .samePurchase))
    }

    @Test("SPD-02: duplicate without a time: same shop, day and total, any items")
    func withoutTime() {
        func bought(_ articles: [(String, Int64)], time: String? = nil) -> ReceiptRecord {
            var record = purchase(time)
            record.items = articles.map { name, amount in
                ReceiptItem(
                    itemID: .random(), name: ReceiptField(name, .imported), rawText: "",
                    category: ReceiptField(.other, .reckoned), quantity: ReceiptField(1_000, .reckoned), unit: .each,
                    amount: ReceiptField(amount, .imported))
            }
            return record
        }
        let stored: [TwinFinder.Other] = [(other, bought([("MILK", 4_000), ("BREAD", 217)]), [])]
        let twin = ReceiptTwin(receiptID: other, reason: .samePurchase)
        #expect(TwinFinder.twin(of: bought([("Bread", 217), ("Milk", 4_000)]), digests: [], among: stored) == twin)
        let timed = bought([("MILK", 4_000), ("BREAD", 217)], time: "10:15")
        #expect(TwinFinder.twin(of: timed, digests: [], among: stored) == twin)
        for readOtherwise in [[("MILK 4L", 4_000), ("BREAD LOAF", 217)], [("MILK BREAD", 4_217)], []]
            as [[(String, Int64)]]
        {
            #expect(TwinFinder.twin(of: bought(readOtherwise), digests: [], among: stored) == twin)
        }
    }

    @Test("duplicate: not found if minute, total or shop differ")
    func others() {
        let stored: [TwinFinder.Other] = [(other, purchase("10:15"), [])]
        for record in [
            purchase("10:16"), purchase("10:15", total: 4_218), purchase("10:15", merchant: "METRO"),
            purchase(nil, total: 4_218),
        ] {
            #expect(TwinFinder.twin(of: record, digests: [], among: stored) == nil)
        }
    }
}
