import EventContracts
import Foundation
import Quantities

extension ProfileChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.allergenProfile, accountID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { changedAt.microseconds }
    package var deletedAt: Date? { nil }
}

extension ScanAssessed: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.labelScan, scanID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { scannedAt.microseconds }
}

extension ReactionChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.reaction, reactionID.uuid) }
    package var owner: AccountID { accountID }
    /// The day of the reaction, and the time of recording within a day.
    package var sortKey: Int64 {
        let day = Int64(CalendarDay(occurredOn)?.daysSinceEpoch ?? 0) * Date.microsecondsPerDay
        return day + recordedAt.microseconds % Date.microsecondsPerDay
    }
}

extension NoticeCreated: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.notification, notice.noticeID.uuid) }
    package var owner: AccountID { notice.accountID }
    package var version: Int64 { notice.version }
    package var sortKey: Int64 { notice.createdAt.microseconds }
    package var deletedAt: Date? { notice.deletedAt }
}

extension NoticeChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.notification, notice.noticeID.uuid) }
    package var owner: AccountID { notice.accountID }
    package var version: Int64 { notice.version }
    package var sortKey: Int64 { notice.createdAt.microseconds }
    package var deletedAt: Date? { notice.deletedAt }
}

extension MealChanged: PublishedResource {
    package static var keepsVersions: Bool { true }
    package var resource: ResourceReference { ResourceReference(.meal, mealID.uuid) }
    package var owner: AccountID { accountID }
    /// The local time, so that the meals of a day are adjacent.
    package var sortKey: Int64 { eatenAt.microseconds + Int64(utcOffset) * 1_000_000 }
}

extension MealJudged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.mealAllergens, mealID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { eatenAt.microseconds }
}

extension PurchaseJudged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.purchaseAllergens, receiptID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { boughtOn.start.microseconds }
}

extension DayChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.day, dayID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { day.start.microseconds }
    package var deletedAt: Date? { nil }
}

extension GoalsChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.goals, accountID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { changedAt.microseconds }
    package var deletedAt: Date? { nil }
}

extension SavedFoodChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.savedFood, savedFoodID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { savedAt.microseconds }
}

extension FoodChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.ownFood, ownFoodID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { addedAt.microseconds }
}

extension FoodSubmissionChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.foodSubmission, submissionID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { submittedAt.microseconds }
    package var deletedAt: Date? { nil }
}

extension ReceiptChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.receipt, receiptID.uuid) }
    package var owner: AccountID { accountID }
    /// The day of purchase if known, and the time of recording within a day.
    package var sortKey: Int64 {
        guard let day else { return recordedAt.microseconds }
        return day.start.microseconds + recordedAt.microseconds % Date.microsecondsPerDay
    }
}

extension PurchasedProductChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.purchasedProduct, productID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { changedAt.microseconds }
}

extension BudgetChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.budget, budgetID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { setAt.microseconds }
}

extension ShoppingPreferencesChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.shoppingPreferences, accountID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { changedAt.microseconds }
    package var deletedAt: Date? { nil }
}

extension SubscriptionChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.subscription, subscriptionID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { changedAt.microseconds }
    package var deletedAt: Date? { nil }
}

extension PaymentChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.payment, paymentID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { askedAt.microseconds }
    package var deletedAt: Date? { nil }
}

extension EntitlementChanged: PublishedResource {
    package var resource: ResourceReference { ResourceReference(.entitlement, accountID.uuid) }
    package var owner: AccountID { accountID }
    package var sortKey: Int64 { changedAt.microseconds }
    package var deletedAt: Date? { nil }
}

extension CalendarDay {
    /// The day's first instant in local time, treated as UTC, for the sort keys of meals and days.
    package var start: Date { Date(timeIntervalSince1970: Double(daysSinceEpoch) * 86_400) }
    /// The day's last instant.
    package var end: Date { start.addingTimeInterval(86_400 - 0.000_001) }
}

extension Date {
    fileprivate static let microsecondsPerDay: Int64 = 86_400 * 1_000_000

    /// Microseconds since 1970.
    package var microseconds: Int64 { Int64((timeIntervalSince1970 * 1_000_000).rounded()) }
}
