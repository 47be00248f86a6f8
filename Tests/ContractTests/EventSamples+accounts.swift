import EventContracts
import Foundation
import Sealing

/// What is said of accounts themselves.
extension EventSamples {
    static let accountFacts: [Sample] = [
        Sample(
            ContactChanged(
                accountID: account, version: 2, address: Sealed(bytes: [1, 2, 3]), isVerified: true, changedAt: moment)),
        Sample(
            AccountMailRequested(
                accountID: account, mailID: MailID(uuid(31)), kind: .recovery, locale: "fr-CA",
                parameters: Sealed(bytes: [1, 2, 3]), expiresAt: moment.addingTimeInterval(900), requestedAt: moment)),
        Sample(
            ConsentChanged(
                accountID: account, version: 3, allowed: ["communityPrices", "processing"], changedAt: moment)),
        Sample(
            GrantChanged(
                accountID: account, grantID: GrantID(uuid(32)), version: 1, state: .active,
                scopes: ["diary", "reports"], words: Sealed(bytes: [1, 2, 3]),
                expiresAt: moment.addingTimeInterval(86_400), changedAt: moment)),
        Sample(AccountErased(accountID: account, erasureID: ErasureID(uuid(33)), erasedAt: moment)),
    ]

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
