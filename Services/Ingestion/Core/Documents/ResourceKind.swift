/// A kind of resource of the gateway; the raw value is used in the database and in events for clients.
package enum ResourceKind: String, Sendable, CaseIterable {
    case allergenProfile = "allergen-profile"
    case labelScan = "label-scan"
    case reaction
    case notification
    case meal
    case mealAllergens = "meal-allergens"
    case day
    case goals
    /// Goals that apply from a certain day.
    case goalPeriod = "goal-period"
    case savedFood = "saved-food"
    case ownFood = "own-food"
    case foodSubmission = "food-submission"
    /// A food of the catalog; its document has no owner.
    case catalogueFood = "catalogue-food"
    case receipt
    case purchaseAllergens = "purchase-allergens"
    case purchasedProduct = "purchased-product"
    case budget
    case shoppingPreferences = "shopping-preferences"
    case subscription, payment, entitlement

    /// The path for reading a resource of this kind.
    package func path(id: String) -> String {
        switch self {
        case .allergenProfile: "/v1/allergen-profile"
        case .labelScan: "/v1/label-scans/\(id)"
        case .reaction: "/v1/reactions/\(id)"
        case .notification: "/v1/notifications/\(id)"
        case .meal, .mealAllergens: "/v1/meals/\(id)"
        case .day: "/v1/days/\(id)"
        case .goals, .goalPeriod: "/v1/goals"
        case .savedFood: "/v1/saved-foods/\(id)"
        case .ownFood: "/v1/foods/own-\(id)"
        case .receipt, .purchaseAllergens: "/v1/receipts/\(id)"
        case .foodSubmission: "/v1/food-submissions/\(id)"
        case .catalogueFood: "/v1/admin/foods"
        case .purchasedProduct: "/v1/products/\(id)"
        case .budget: "/v1/budgets/\(id)"
        case .shoppingPreferences: "/v1/shopping-preferences"
        case .subscription, .entitlement: "/v1/subscription"
        case .payment: "/v1/payments"
        }
    }

    /// The kind of document that another service adds to this kind.
    package var companion: ResourceKind? {
        switch self {
        case .meal: .mealAllergens
        case .receipt: .purchaseAllergens
        default: nil
        }
    }
}
