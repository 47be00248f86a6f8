import Foundation

/// A person's account was erased: every service deletes the person's data and reports it (GW-19).
///
/// The person's data key is destroyed before this event, so that data still in transit can no longer be opened.
package struct AccountErased: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.account-erased.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// Identifies the erasure in the services' reports and in the receipt.
    package var erasureID: ErasureID
    package var erasedAt: Date

    package init(accountID: AccountID, erasureID: ErasureID, erasedAt: Date) {
        self.accountID = accountID
        self.erasureID = erasureID
        self.erasedAt = erasedAt
    }
}

/// The report of a service that has deleted all data of an erased person; one type per service, since a type has one
/// topic.
package protocol ErasureReportBody: PersonalEventBody {
    var accountID: AccountID { get }
    var erasureID: ErasureID { get }
    /// Number of deleted rows (and files, as `photos`) by table; tables without rows are left out.
    var deleted: [String: Int] { get }
    var erasedAt: Date { get }
    init(accountID: AccountID, erasureID: ErasureID, deleted: [String: Int], erasedAt: Date)
}

/// `vision` has deleted all data of an erased person.
package struct VisionDataErased: ErasureReportBody {
    package static let type = EventType("foodmagic.vision.data-erased.v1")
    package static let topic = Topic.visionOutcome
    package var accountID: AccountID
    package var erasureID: ErasureID
    package var deleted: [String: Int]
    package var erasedAt: Date

    package init(accountID: AccountID, erasureID: ErasureID, deleted: [String: Int], erasedAt: Date) {
        self.accountID = accountID
        self.erasureID = erasureID
        self.deleted = deleted
        self.erasedAt = erasedAt
    }
}

/// `nutrition` has deleted all data of an erased person.
package struct NutritionDataErased: ErasureReportBody {
    package static let type = EventType("foodmagic.nutrition.data-erased.v1")
    package static let topic = Topic.nutritionOutcome
    package var accountID: AccountID
    package var erasureID: ErasureID
    package var deleted: [String: Int]
    package var erasedAt: Date

    package init(accountID: AccountID, erasureID: ErasureID, deleted: [String: Int], erasedAt: Date) {
        self.accountID = accountID
        self.erasureID = erasureID
        self.deleted = deleted
        self.erasedAt = erasedAt
    }
}

/// `allergen` has deleted all data of an erased person.
package struct AllergenDataErased: ErasureReportBody {
    package static let type = EventType("foodmagic.allergen.data-erased.v1")
    package static let topic = Topic.allergenOutcome
    package var accountID: AccountID
    package var erasureID: ErasureID
    package var deleted: [String: Int]
    package var erasedAt: Date

    package init(accountID: AccountID, erasureID: ErasureID, deleted: [String: Int], erasedAt: Date) {
        self.accountID = accountID
        self.erasureID = erasureID
        self.deleted = deleted
        self.erasedAt = erasedAt
    }
}

/// `notification` has deleted all data of an erased person.
package struct NotificationDataErased: ErasureReportBody {
    package static let type = EventType("foodmagic.notification.data-erased.v1")
    package static let topic = Topic.notificationOutcome
    package var accountID: AccountID
    package var erasureID: ErasureID
    package var deleted: [String: Int]
    package var erasedAt: Date

    package init(accountID: AccountID, erasureID: ErasureID, deleted: [String: Int], erasedAt: Date) {
        self.accountID = accountID
        self.erasureID = erasureID
        self.deleted = deleted
        self.erasedAt = erasedAt
    }
}

/// `spending` has deleted all data of an erased person.
package struct SpendingDataErased: ErasureReportBody {
    package static let type = EventType("foodmagic.spending.data-erased.v1")
    package static let topic = Topic.spendingOutcome
    package var accountID: AccountID
    package var erasureID: ErasureID
    package var deleted: [String: Int]
    package var erasedAt: Date

    package init(accountID: AccountID, erasureID: ErasureID, deleted: [String: Int], erasedAt: Date) {
        self.accountID = accountID
        self.erasureID = erasureID
        self.deleted = deleted
        self.erasedAt = erasedAt
    }
}

/// `billing` has deleted all data of an erased person.
///
/// Payment records that the law requires stay under the random account id, without any word that names the person.
package struct BillingDataErased: ErasureReportBody {
    package static let type = EventType("foodmagic.billing.data-erased.v1")
    package static let topic = Topic.billingOutcome
    package var accountID: AccountID
    package var erasureID: ErasureID
    package var deleted: [String: Int]
    package var erasedAt: Date

    package init(accountID: AccountID, erasureID: ErasureID, deleted: [String: Int], erasedAt: Date) {
        self.accountID = accountID
        self.erasureID = erasureID
        self.deleted = deleted
        self.erasedAt = erasedAt
    }
}
