import EventContracts
import Foundation
import Sealing

/// Samples of events about accounts.
extension EventSamples {
    static let accountFacts: [Sample] = [
        Sample(
            ContactChanged(
                accountID: account, version: 2, address: Sealed(bytes: [1, 2, 3]), isVerified: true,
                changedAt: moment)),
        Sample(
            AccountMailRequested(
                accountID: account, mailID: MailID(uuid(31)), kind: .recovery, locale: "fr-CA",
                parameters: Sealed(bytes: [1, 2, 3]), expiresAt: moment.addingTimeInterval(900), requestedAt: moment)),
        Sample(
            ConsentChanged(
                accountID: account, version: 3, allowed: ["communityPrices", "processing"], changedAt: moment)),
        Sample(AccountStandingChanged(accountID: account, version: 3, standing: .suspended, changedAt: moment)),
        Sample(
            GrantChanged(
                accountID: account, grantID: GrantID(uuid(32)), version: 1, state: .active,
                scopes: ["diary", "reports"], words: Sealed(bytes: [1, 2, 3]),
                expiresAt: moment.addingTimeInterval(86_400), changedAt: moment)),
        Sample(
            GrantCommented(
                accountID: account, grantID: GrantID(uuid(32)), commentID: GrantCommentID(uuid(33)),
                words: Sealed(bytes: [1, 2, 3]), writtenAt: moment)),
        Sample(
            HouseholdMemberChanged(
                accountID: account, memberID: member, householdID: HouseholdID(uuid(40)), version: 2, joinedAt: moment,
                endedAt: moment.addingTimeInterval(86_400))),
        Sample(
            ReceiptSharingChanged(
                accountID: account, receiptID: ReceiptID(uuid(42)), version: 2, memberID: member, changedAt: moment)),
        Sample(
            ExportRequested(
                accountID: account, exportID: export, requestedAt: moment,
                expiresAt: moment.addingTimeInterval(86_400))),
        Sample(
            ExportReady(
                accountID: account, exportID: export, readyAt: moment,
                expiresAt: moment.addingTimeInterval(604_800))),
        Sample(PhotosDelayed(accountID: account, beganAt: moment, endedAt: moment.addingTimeInterval(900))),
        Sample(
            AnnouncementMade(
                announcementID: AnnouncementID(uuid(35)), kind: .retirement,
                texts: ["en": .init(title: "Goodbye", body: "We close."), "fr": .init(title: "Adieu", body: "Fin.")],
                madeAt: moment, endsAt: moment.addingTimeInterval(86_400),
                retiresAt: moment.addingTimeInterval(8_640_000), withdrawnAt: moment)),
        Sample(AccountErased(accountID: account, erasureID: ErasureID(uuid(33)), erasedAt: moment)),
    ]

    private static let export = ExportID(uuid(34)), member = HouseholdMemberID(uuid(41))

    static let exports: [Sample] = [
        exported(VisionDataExported.self), exported(AllergenDataExported.self), exported(NutritionDataExported.self),
        exported(SpendingDataExported.self), exported(NotificationDataExported.self),
        exported(BillingDataExported.self),
    ]

    private static func exported<Service>(_ body: DataExported<Service>.Type) -> Sample {
        Sample(
            DataExported<Service>(
                accountID: account, exportID: export, part: 1, parts: 2, content: Sealed(bytes: [1, 2, 3])))
    }

    static let erasures: [Sample] = [
        report(VisionDataErased.self), report(AllergenDataErased.self), report(NutritionDataErased.self),
        report(SpendingDataErased.self), report(NotificationDataErased.self), report(BillingDataErased.self),
    ]

    private static func report(_ body: (some ErasureReportBody & Equatable).Type) -> Sample {
        Sample(
            body.init(
                accountID: account, erasureID: ErasureID(uuid(33)), deleted: ["photos": 2, "scans": 7],
                erasedAt: moment))
    }
}

/// Samples of events about shared foods.
extension EventSamples {
    private static let submission = FoodSubmissionID(uuid(36))
    private static let ownFoodID = OwnFoodID(uuid(37))
    private static let shared = SharedFood(
        names: ["en": "Oat bar", "fr": "Barre à l'avoine"], brand: "Own", amounts: ["energy": 400_000],
        portions: [.init(measures: ["en": "1 bar"], milligrams: 40_000)])

    static let sharedFoods: [Sample] = [
        Sample(SubmitFood(accountID: account, submissionID: submission, ownFoodID: ownFoodID, language: "en")),
        Sample(WithdrawFood(accountID: account, submissionID: submission)),
        Sample(
            ReviewFood(
                accountID: account, submissionID: submission, isAccepted: false, reason: "duplicate",
                reviewedAt: moment)),
        Sample(SetCatalogueFood(accountID: account, foodID: "fm-0a1b2c", basedOn: 1, food: shared)),
        Sample(
            FoodSubmissionChanged(
                accountID: account, submissionID: submission, ownFoodID: ownFoodID, version: 2, state: .refused,
                food: OwnFood(words: Sealed(bytes: [4, 5]), amounts: ["energy": 52_000]), language: "en",
                doubts: ["duplicateName"], reason: "duplicate", foodID: "sr28-09003", submittedAt: moment,
                changedAt: moment)),
        Sample(
            CatalogueFoodChanged(
                foodID: "fm-0a1b2c", version: 2, origin: "staff", food: shared, changedAt: moment,
                withdrawnAt: moment)),
        Sample(
            CatalogueReleased(
                source: "fdc", version: 2, uri: "fdc-2-0a1b2c3d.tsv", sha256: String(repeating: "0a1b2c3d", count: 8),
                bytes: 4_194_304, foods: 8_000, releasedAt: moment, withdrawnAt: moment)),
    ]

    /// With the number under the barcode.
    static let laterSharedFoods: [Sample] = [
        Sample(
            SetCatalogueFood(accountID: account, foodID: "fm-0a1b2c", basedOn: 1, food: scanned), added: "2026-11-24"),
        Sample(
            CatalogueFoodChanged(
                foodID: "fm-0a1b2c", version: 2, origin: "staff", food: scanned, changedAt: moment),
            added: "2026-11-24"),
    ]

    private static let scanned = SharedFood(
        names: ["en": "Oat bar"], amounts: ["energy": 400_000], gtin: "04006381333931")
}
