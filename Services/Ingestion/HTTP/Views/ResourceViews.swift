import EventContracts
import Foundation
import Quantities

/// The allergen profile as its owner sees it.
struct AllergenProfileView: Encodable, Sendable {
    let allergens: [AllergenChoice]
    let otherIngredients: [OtherIngredient]
    let diets: [Diet]
    let traces: TraceStrictness
    let history: ScanHistory
    let version: Int64
    let changedAt: Date?

    /// What a person has who never set one.
    static let empty = AllergenProfileView(
        allergens: [], otherIngredients: [], diets: [], traces: .warn, history: .keep, version: 0, changedAt: nil)
}

/// An entry of the reaction diary as its owner sees it.
struct ReactionView: Encodable, Sendable {
    let id: ReactionID
    let occurredOn: String
    let timeOfDay: String?
    let allergens: [AllergenChoice]
    let severity: ReactionSeverity?
    let symptoms: [ReactionSymptom]
    let gtin: GTIN?
    let scan: ScanID?
    let meal: MealID?
    let cause: String?
    let notes: String?
    let version: Int64
    let recordedAt: Date
}

/// An entry of the inbox.
struct NotificationView: Encodable, Sendable {
    let id: NoticeID
    let kind: NoticeKind
    let urgency: Notice.Urgency
    let title: String
    let body: String
    let language: String
    let read: Bool
    let readAt: Date?
    let cause: String
    let scan: ScanID?
    let gtin: GTIN?
    let meal: MealID?
    let budget: BudgetID?
    let product: PurchasedProductID?
    let receipt: ReceiptID?
    let payment: PaymentID?
    let grant: GrantID?
    let export: ExportID?
    let submission: FoodSubmissionID?
    let day: CalendarDay?
    /// Where what it tells of is read.
    let why: String?
    /// How an alert went out; nil where nothing is known of it.
    let deliveries: [NoticeDelivery]?
    let createdAt: Date
    let version: Int64
}

/// Any resource as clients see it.
enum ResourceView: Encodable, Sendable {
    case labelScan(LabelScanView)
    case allergenProfile(AllergenProfileView)
    case reaction(ReactionView)
    case notification(NotificationView)
    case meal(MealView)
    case mealAllergens(MealAllergensView)
    case day(DayView)
    case goals(GoalsView)
    case savedFood(SavedFoodView)
    case ownFood(OwnFoodView)
    case foodSubmission(FoodSubmissionView)
    case receipt(ReceiptView)
    case purchaseAllergens(PurchaseAllergensView)
    case purchasedProduct(PurchasedProductView)
    case budget(BudgetView)
    case shoppingPreferences(ShoppingPreferencesView)
    case subscription(SubscriptionView)
    case payment(PaymentView)
    case entitlement(Entitlements)

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .labelScan(let view): try view.encode(to: encoder)
        case .allergenProfile(let view): try view.encode(to: encoder)
        case .reaction(let view): try view.encode(to: encoder)
        case .notification(let view): try view.encode(to: encoder)
        case .meal(let view): try view.encode(to: encoder)
        case .mealAllergens(let view): try view.encode(to: encoder)
        case .day(let view): try view.encode(to: encoder)
        case .goals(let view): try view.encode(to: encoder)
        case .savedFood(let view): try view.encode(to: encoder)
        case .ownFood(let view): try view.encode(to: encoder)
        case .foodSubmission(let view): try view.encode(to: encoder)
        case .receipt(let view): try view.encode(to: encoder)
        case .purchaseAllergens(let view): try view.encode(to: encoder)
        case .purchasedProduct(let view): try view.encode(to: encoder)
        case .budget(let view): try view.encode(to: encoder)
        case .shoppingPreferences(let view): try view.encode(to: encoder)
        case .subscription(let view): try view.encode(to: encoder)
        case .payment(let view): try view.encode(to: encoder)
        case .entitlement(let view): try view.encode(to: encoder)
        }
    }
}

/// One page of a list.
struct PageView<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    /// The cursor of the next page; null on the last.
    let next: String?

    private enum Key: CodingKey { case items, next }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(items, forKey: .items)
        try container.encode(next, forKey: .next)
    }
}
