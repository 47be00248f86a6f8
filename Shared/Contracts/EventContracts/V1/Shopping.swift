import Foundation
import Sealing

/// Command: set the shopping preferences (SPD-07, SPD-08, SPD-16).
package struct SetShoppingPreferences: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.set-shopping-preferences.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var version: Int64
    /// Sealed as (`shopping.wishes`, account id).
    package var wishes: Sealed<ShoppingPreferences>
    /// The version of the person's consents at the time of the command; nil in commands of earlier releases.
    package var consentVersion: Int64?

    package init(
        accountID: AccountID, version: Int64, wishes: Sealed<ShoppingPreferences>, consentVersion: Int64? = nil
    ) {
        self.accountID = accountID
        self.version = version
        self.wishes = wishes
        self.consentVersion = consentVersion
    }
}

/// Current shopping preferences of a person.
package struct ShoppingPreferencesChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.shopping-preferences-changed.v1")
    package static let topic = Topic.spendingShopping

    package var accountID: AccountID
    package var version: Int64
    /// Sealed as (`shopping.wishes`, account id).
    package var wishes: Sealed<ShoppingPreferences>
    package var changedAt: Date

    package init(accountID: AccountID, version: Int64, wishes: Sealed<ShoppingPreferences>, changedAt: Date) {
        self.accountID = accountID
        self.version = version
        self.wishes = wishes
        self.changedAt = changedAt
    }
}
