import EventContracts
import Foundation
import Quantities
import Sealing

extension EventSamples {
    private static func id(_ last: UInt8) -> UUID {
        UUID(uuid: (0xa1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, last))
    }
    private static let person = AccountID(id(1))
    private static let receipt = ReceiptID(id(20))
    private static let bought = PurchasedProductID(id(21))
    private static let budget = BudgetID(id(22))
    private static let then = Date(timeIntervalSince1970: 1_790_000_000.125)
    private static let date = CalendarDay("2026-11-20") ?? .epoch
    private static let trouble = OutcomeProblem(
        type: "https://foodmagic.example/problems/not-found", title: "Not found", status: 404, detail: nil)
    private static let photo = ReceiptPhoto(
        key: PhotoKey(account: person, id: id(5)),
        facts: PhotoFacts(
            format: .jpeg, width: 1_500, height: 4_000, orientation: 1, bytes: 1_234_567, focalLength: nil),
        digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
    private static let command = ReadReceipt(
        accountID: person, receiptID: receipt, version: 1, photos: [photo], isPro: true, country: "CA", today: date,
        requestedAt: then)

    private static let member = HouseholdMemberID(id(41))
    private static let shared = BudgetTerms(
        period: .month, amount: Money(minorUnits: 40_000, currency: .cad), memberID: member)
    private static let terms = BudgetTerms(
        period: .month, amount: Money(minorUnits: 40_000, currency: .cad), category: .snacks, productID: bought)

    static let purchaseJudged = Sample(
        PurchaseJudged(
            accountID: person, receiptID: receipt, version: 2, receiptVersion: 3,
            allergens: [MealAllergen(allergen: .group(.peanuts), likelihood: .named, permille: 700, inProfile: true)],
            unknownArticles: 4, otherMatches: 1, profileVersion: 2, profileEmpty: false, details: Sealed(bytes: [1]),
            knowledgeVersion: "2026-11-21/1", news: .purchase, boughtOn: date, judgedAt: then, deletedAt: then))

    /// One of each event about purchases.
    static let spending: [Sample] = [
        Sample(command),
        Sample(
            ReceiptRead(
                command, outcome: .read, doubts: ["printTooSmall"], advice: ["photograph-closer"], confidence: 0.93,
                predictor: "pp-ocrv6-small/3.10.0", milliseconds: 910, reading: Sealed(bytes: [1, 2, 3]),
                readAt: then)),
        Sample(
            RecordReceipt(
                accountID: person, receiptID: receipt, version: 1, source: .typed, record: Sealed(bytes: [1, 2, 3]))),
        Sample(
            ChangeReceipt(
                accountID: person, receiptID: receipt, version: 2, edits: Sealed(bytes: [1, 2]), isNoDuplicate: true)),
        Sample(UndoReceiptChange(accountID: person, receiptID: receipt, version: 3)),
        Sample(DeleteReceipt(accountID: person, receiptID: receipt, version: 4)),
        Sample(
            NamePurchasedProduct(
                accountID: person, productID: bought, version: 2, words: Sealed(bytes: [4]),
                absorbs: PurchasedProductID(id(23)))),
        Sample(
            ShareProductName(
                accountID: person, productID: bought, words: Sealed(bytes: [4]), reviewedAt: then)),
        Sample(
            ReceiptChanged(
                accountID: person, receiptID: receipt, version: 2, source: .photo, outcome: .read,
                advice: ["photograph-closer"], photos: [photo], record: Sealed(bytes: [1, 2, 3]),
                ledger: Sealed(bytes: [7]), day: date, itemsMatchTotal: true,
                twin: ReceiptTwin(receiptID: ReceiptID(id(24)), reason: .samePurchase), canUndo: true,
                recordedAt: then, changedAt: then, deletedAt: then)),
        Sample(
            PurchasedProductChanged(
                accountID: person, productID: bought, version: 2, isProvisional: false, words: Sealed(bytes: [4]),
                changedAt: then, deletedAt: then)),
        Sample(
            SetBudget(
                accountID: person, budgetID: budget, version: 1, terms: terms, words: Sealed(bytes: [5]))),
        Sample(DeleteBudget(accountID: person, budgetID: budget, version: 2)),
        Sample(JudgeBudgetAdvice(accountID: person, budgetID: budget, version: 2, isUseful: true)),
        Sample(SetShoppingPreferences(accountID: person, version: 1, wishes: Sealed(bytes: [6]))),
        Sample(
            BudgetChanged(
                accountID: person, budgetID: budget, version: 1, terms: terms, words: Sealed(bytes: [5]), setAt: then,
                deletedAt: then)),
        Sample(
            BudgetExceeded(
                accountID: person, budgetID: budget, version: 1, from: date, excess: Sealed(bytes: [8]),
                exceededAt: then)),
        Sample(
            ShoppingPreferencesChanged(accountID: person, version: 1, wishes: Sealed(bytes: [6]), changedAt: then)),
        Sample(
            LowerPriceFound(
                accountID: person, productID: bought, details: Sealed(bytes: [9]), foundAt: then)),
        Sample(
            CommunityPriceChanged(
                product: CommunityProductID(id(40)), version: 3,
                prices: [
                    CommunityPrice(
                        store: StoreID(id(41)), name: "Far Market",
                        place: CoarsePlace(latitude: 43.65, longitude: -79.38),
                        currency: .cad, unit: .liter, millionths: 200_000_000, contributors: 4, day: date)
                ], changedAt: then)),
        Sample(SpendingCommandRejected(accountID: person, problem: trouble)),
        Sample(SpendingCommandFailed(accountID: person, problem: trouble)),
    ]

    /// With fields that were added to them later.
    static let spendingAdditions: [Sample] = [
        Sample(
            RecordReceipt(
                accountID: person, receiptID: receipt, version: 1, source: .typed, record: Sealed(bytes: [1, 2, 3]),
                photos: [photo]),
            added: "2026-11-28"),
        Sample(
            PurchasedProductChanged(
                accountID: person, productID: bought, version: 3, isProvisional: false, words: Sealed(bytes: [4]),
                changedAt: then, absorbed: [PurchasedProductID(id(23))]), added: "2026-11-24"),
        Sample(
            NoticeCreated(
                notice: Notice(
                    accountID: person, noticeID: NoticeID(id(4)), version: 1, kind: .purchaseAllergens,
                    causeID: "\(receipt)/purchase", receiptID: receipt, urgency: .alert, text: Sealed(bytes: [1]),
                    createdAt: then, readAt: nil, deletedAt: nil)), added: "2026-11-23-purchase"),
        Sample(
            NoticeChanged(
                notice: Notice(
                    accountID: person, noticeID: NoticeID(id(4)), version: 2, kind: .lowerPrice,
                    causeID: "\(bought)/1790000000", productID: bought, urgency: .notice, text: Sealed(bytes: [1]),
                    createdAt: then, readAt: then, deletedAt: nil)), added: "2026-11-23"),
        Sample(
            BudgetChanged(
                accountID: person, budgetID: budget, version: 3, terms: terms, words: Sealed(bytes: [5]), setAt: then,
                judged: AdviceJudgement(from: date, isUseful: true)), added: "2026-11-23"),
        Sample(
            SetBudget(
                accountID: person, budgetID: budget, version: 4, terms: shared, words: Sealed(bytes: [5])),
            added: "2026-11-24"),
        Sample(
            BudgetExceeded(
                accountID: person, budgetID: budget, version: 4, from: date, excess: Sealed(bytes: [8]),
                exceededAt: then, memberID: member), added: "2026-11-24"),
        Sample(
            NoticeCreated(
                notice: Notice(
                    accountID: person, noticeID: NoticeID(id(4)), version: 1, kind: .budgetExceeded,
                    causeID: "\(budget)/2026-11-01", budgetID: budget, urgency: .notice, text: Sealed(bytes: [1]),
                    createdAt: then, readAt: nil, deletedAt: nil)), added: "2026-11-23"),
    ]
}
