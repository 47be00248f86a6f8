import Foundation
import Quantities
import Sealing

/// Order: how and where a person shops from now on (SPD-07, SPD-08).
package struct SetShoppingPreferences: EventBody {
    package static let type = EventType("foodmagic.spending.set-shopping-preferences.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var version: Int64
    /// Sealed as (`shopping.wishes`, account id).
    package var wishes: Sealed<ShoppingWishes>

    package init(accountID: AccountID, version: Int64, wishes: Sealed<ShoppingWishes>) {
        self.accountID = accountID
        self.version = version
        self.wishes = wishes
    }
}

/// How and where a person shops, as it now is.
package struct ShoppingPreferencesChanged: EventBody {
    package static let type = EventType("foodmagic.spending.shopping-preferences-changed.v1")
    package static let topic = Topic.spendingShopping

    package var accountID: AccountID
    package var version: Int64
    package var wishes: Sealed<ShoppingWishes>
    package var changedAt: Date

    package init(accountID: AccountID, version: Int64, wishes: Sealed<ShoppingWishes>, changedAt: Date) {
        self.accountID = accountID
        self.version = version
        self.wishes = wishes
        self.changedAt = changedAt
    }
}

/// Order: whether advice was of use to the person (SPD-12).
package struct JudgeSpendingAdvice: EventBody {
    package static let type = EventType("foodmagic.spending.judge-spending-advice.v1")
    package static let topic = Topic.spendingCommands

    package enum Kind: String, Codable, Sendable, CaseIterable {
        case budget, lowerPrice
    }

    package var accountID: AccountID
    package var kind: Kind
    /// Of the budget or the product that the advice was about.
    package var subjectID: UUID
    package var isUseful: Bool

    package init(accountID: AccountID, kind: Kind, subjectID: UUID, isUseful: Bool) {
        self.accountID = accountID
        self.kind = kind
        self.subjectID = subjectID
        self.isUseful = isUseful
    }
}

/// A person said whether advice was of use.
package struct SpendingAdviceJudged: EventBody {
    package static let type = EventType("foodmagic.spending.spending-advice-judged.v1")
    package static let topic = Topic.spendingShopping

    package var accountID: AccountID
    package var kind: JudgeSpendingAdvice.Kind
    /// Of the budget or the product that the advice was about.
    package var subjectID: UUID
    package var isUseful: Bool

    package init(accountID: AccountID, kind: JudgeSpendingAdvice.Kind, subjectID: UUID, isUseful: Bool) {
        self.accountID = accountID
        self.kind = kind
        self.subjectID = subjectID
        self.isUseful = isUseful
    }
}

/// What a person is told of a lower price; sealed as (`lower-price.details`, product id).
package struct LowerPrice: Codable, Sendable, Equatable {
    package var product: String
    package var store: String
    package var paid: Money
    /// What the same amount costs there.
    package var price: Money
    /// With the way taken off.
    package var saving: Money
    /// As the crow flies; nil where a place is not known.
    package var kilometres: Double?
    /// People whose purchases it rests on.
    package var contributors: Int

    package init(
        product: String, store: String, paid: Money, price: Money, saving: Money, kilometres: Double?,
        contributors: Int
    ) {
        self.product = product
        self.store = store
        self.paid = paid
        self.price = price
        self.saving = saving
        self.kilometres = kilometres
        self.contributors = contributors
    }
}

/// Something that a person has bought in the last ten days costs less near them; told once (SPD-13, NOT-06).
package struct LowerPriceFound: EventBody {
    package static let type = EventType("foodmagic.spending.lower-price-found.v1")
    package static let topic = Topic.spendingShopping

    package var accountID: AccountID
    package var productID: PurchasedProductID
    package var details: Sealed<LowerPrice>
    package var foundAt: Date

    package init(
        accountID: AccountID, productID: PurchasedProductID, details: Sealed<LowerPrice>, foundAt: Date
    ) {
        self.accountID = accountID
        self.productID = productID
        self.details = details
        self.foundAt = foundAt
    }
}
