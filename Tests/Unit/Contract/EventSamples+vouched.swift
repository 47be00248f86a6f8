import EventContracts
import Foundation
import Quantities
import Sealing

extension EventSamples {
    private static let voucher = Voucher(isVerified: true, registeredAt: moment, network: uuid(60), isStaff: true)
    private static let receipt = ReceiptID(uuid(20))
    private static let receiptOrder = ReadReceipt(
        accountID: account, receiptID: receipt, version: 1, photos: [], isPro: false, country: nil, today: .epoch,
        requestedAt: moment, voucher: voucher)

    /// Samples about the contributor of a fact and its support.
    static let vouched: [Sample] = [
        Sample(
            AssessLabelText(
                accountID: account, scanID: ScanID(uuid(2)), text: Sealed(bytes: [1, 2, 3]), language: "en",
                gtin: "00012345600012", profileVersion: 3, requestedAt: moment, voucher: voucher),
            added: "2026-11-26"),
        Sample(
            ReadLabel(
                accountID: account, scanID: ScanID(uuid(2)), photo: PhotoKey(account: account, id: uuid(5)),
                facts: PhotoFacts(
                    format: .jpeg, width: 3_000, height: 4_000, orientation: 6, bytes: 2_345_678, focalLength: 26),
                language: "en", gtin: "00012345600012", profileVersion: 3, requestedAt: moment, voucher: voucher),
            added: "2026-11-26"),
        Sample(
            LabelRead(
                accountID: account, scanID: ScanID(uuid(2)), photo: PhotoKey(account: account, id: uuid(5)),
                outcome: .read, doubts: ["lostPrint"],
                places: [DoubtPlace(doubt: "lostPrint", corners: [0.5, 0.25, 1, 0.25, 1, 0.5, 0.5, 0.5])],
                advice: ["photograph-flat"], confidence: 0.96, predictor: "pp-ocr-small/6",
                milliseconds: 850, reading: Sealed(bytes: [1, 2, 3]), language: "en", gtin: "00012345600012",
                profileVersion: 3, requestedAt: moment, readAt: moment, voucher: voucher),
            added: "2026-11-26"),
        Sample(
            RecordReceipt(
                accountID: account, receiptID: receipt, version: 1, source: .typed, record: Sealed(bytes: [1, 2, 3]),
                voucher: voucher),
            added: "2026-11-26"),
        Sample(
            ChangeReceipt(
                accountID: account, receiptID: receipt, version: 2, edits: Sealed(bytes: [1, 2]), voucher: voucher),
            added: "2026-11-26"),
        Sample(
            UndoReceiptChange(accountID: account, receiptID: receipt, version: 3, voucher: voucher),
            added: "2026-11-26"),
        Sample(receiptOrder, added: "2026-11-26"),
        Sample(
            ReceiptRead(
                receiptOrder, outcome: .read, doubts: [], advice: [], confidence: 0.93,
                predictor: "pp-ocrv6-small/3.10.0", milliseconds: 910, reading: Sealed(bytes: [1, 2, 3]),
                readAt: moment),
            added: "2026-11-26"),
        Sample(
            ProductChanged(
                gtin: product, version: 5, language: "en", contains: [.group(.milk)], mayContain: [],
                evidence: [], readings: 8, firstReadAt: moment, readAt: moment,
                change: ProductChange(
                    at: moment, added: [], removed: [.group(.milk)], readings: 2, standing: .reported),
                standing: .disputed,
                allergens: [ProductAllergen(allergen: .group(.milk), standing: .disputed, readings: 6)]),
            added: "2026-11-26"),
    ]
}
