import Foundation

/// A person's account is gone for good: everybody who keeps anything of them lets go of it, and says so (GW-19).
///
/// The person's key is destroyed before this is said, so that what is under way already cannot be opened any more.
package struct AccountErased: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.account-erased.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// Names the erasure in the reports of the services, and in the receipt.
    package var erasureID: ErasureID
    package var erasedAt: Date

    package init(accountID: AccountID, erasureID: ErasureID, erasedAt: Date) {
        self.accountID = accountID
        self.erasureID = erasureID
        self.erasedAt = erasedAt
    }
}

/// What a service says once it keeps nothing of an erased person; one type per service, since a type has one topic.
package protocol ErasureReportBody: PersonalEventBody {
    var accountID: AccountID { get }
    var erasureID: ErasureID { get }
    /// How many rows (and files, as `photos`) were deleted, by table; a table that held none is not named.
    var deleted: [String: Int] { get }
    var erasedAt: Date { get }
    init(accountID: AccountID, erasureID: ErasureID, deleted: [String: Int], erasedAt: Date)
}

/// `vision` keeps nothing of an erased person any more.
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

/// `nutrition` keeps nothing of an erased person any more.
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

/// `allergen` keeps nothing of an erased person any more.
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

/// `notification` keeps nothing of an erased person any more.
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

/// `spending` keeps nothing of an erased person any more.
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

/// `billing` keeps nothing of an erased person any more.
///
/// What the law has kept of payments stays under the random id of the account, without a word that names the person.
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
