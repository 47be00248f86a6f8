import EventContracts

/// Ids in the bodies of requests, by route and member; an element of a list is written as `*`.
///
/// The one list of them: `ReferenceCheck` refuses what the account may not use before the route's handler reads the body.
package enum BodyReferences {
    /// What an id stands for, and who may name it.
    package enum Target: Sendable {
        /// A resource of the account.
        case own(ResourceKind)
        /// A food of the account, or one that everybody has.
        case food
        /// A photo that is used up: checked in the transaction that does.
        case draftPhoto
        /// A part of the resource itself, which its form compares with the parts there are.
        case part
        /// A shop. Shops are public, and an id that stands for none has no effect.
        case shop
    }

    package static let members: [Endpoint: [String: Target]] = [
        .assessLabel: ["/photo": .draftPhoto],
        .recordReaction: reaction, .changeReaction: reaction,
        .recordMeal: mealItems.merging(["/photo": .draftPhoto]) { $1 }, .changeMeal: mealItems,
        .keepReport: ["/mealId": .own(.meal)],
        .saveFood: ["/foodId": .food], .changeSavedFood: ["/foodId": .food],
        .changeProduct: ["/food": .food, "/sameAs": .own(.purchasedProduct)],
        .createBudget: ["/product": .own(.purchasedProduct)], .changeBudget: ["/product": .own(.purchasedProduct)],
        .setShoppingPreferences: ["/preferredStores/*": .shop, "/ignoredStores/*": .shop],
        .recordReceipt: receiptItems.merging(["/photos/*": .draftPhoto]) { $1 }, .changeReceipt: receiptItems,
        .sendFeedback: ["/about/food": .food, "/about/meal": .own(.meal), "/about/product": .own(.purchasedProduct)],
    ]

    private static let reaction: [String: Target] = ["/scan": .own(.labelScan), "/meal": .own(.meal)]
    private static let mealItems: [String: Target] = [
        "/items/*/id": .part, "/items/*/foodId": .food, "/items/*/savedFoodId": .own(.savedFood),
    ]
    private static let receiptItems: [String: Target] = [
        "/items/*/id": .part, "/items/*/product": .own(.purchasedProduct),
    ]
}
