import Foundation
import Quantities
import Sealing

/// What a person calls a budget; sealed as (`budget.words`, budget id).
package struct BudgetWords: Codable, Sendable, Equatable {
    package var name: String

    package init(name: String) {
        self.name = name
    }
}

/// Order: keep a budget as it is entered, a new one or a changed one (SPD-06).
package struct SetBudget: EventBody {
    package static let type = EventType("foodmagic.spending.set-budget.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var budgetID: BudgetID
    package var version: Int64
    package var terms: BudgetTerms
    /// Sealed as (`budget.words`, budget id).
    package var words: Sealed<BudgetWords>

    package init(
        accountID: AccountID, budgetID: BudgetID, version: Int64, terms: BudgetTerms, words: Sealed<BudgetWords>
    ) {
        self.accountID = accountID
        self.budgetID = budgetID
        self.version = version
        self.terms = terms
        self.words = words
    }
}

/// Order: take a budget away.
package struct DeleteBudget: EventBody {
    package static let type = EventType("foodmagic.spending.delete-budget.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var budgetID: BudgetID
    package var version: Int64

    package init(accountID: AccountID, budgetID: BudgetID, version: Int64) {
        self.accountID = accountID
        self.budgetID = budgetID
        self.version = version
    }
}

/// A budget as it now is.
package struct BudgetChanged: EventBody {
    package static let type = EventType("foodmagic.spending.budget-changed.v1")
    package static let topic = Topic.spendingBudget

    package var accountID: AccountID
    package var budgetID: BudgetID
    package var version: Int64
    package var terms: BudgetTerms
    package var words: Sealed<BudgetWords>
    package var setAt: Date
    /// Set when the person deleted it.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, budgetID: BudgetID, version: Int64, terms: BudgetTerms, words: Sealed<BudgetWords>,
        setAt: Date, deletedAt: Date? = nil
    ) {
        self.accountID = accountID
        self.budgetID = budgetID
        self.version = version
        self.terms = terms
        self.words = words
        self.setAt = setAt
        self.deletedAt = deletedAt
    }
}

/// What a person is told of a budget that did not hold; sealed as (`budget.excess`, budget id).
package struct BudgetExcess: Codable, Sendable, Equatable {
    /// One thing to do about it, with what it saves (SPD-12).
    package struct Step: Codable, Sendable, Equatable {
        package enum Kind: String, Codable, Sendable, CaseIterable {
            case stop, swap, shop
        }

        package var kind: Kind
        package var product: String
        /// The product or the shop to take instead.
        package var instead: String?
        package var saving: Money

        package init(kind: Kind, product: String, instead: String?, saving: Money) {
            self.kind = kind
            self.product = product
            self.instead = instead
            self.saving = saving
        }
    }

    package var name: String
    package var spent: Money
    package var steps: [Step]

    package init(name: String, spent: Money, steps: [Step]) {
        self.name = name
        self.spent = spent
        self.steps = steps
    }
}

/// More was spent than a budget allows; told once for each of its periods (NOT-07).
package struct BudgetExceeded: EventBody {
    package static let type = EventType("foodmagic.spending.budget-exceeded.v1")
    package static let topic = Topic.spendingBudget

    package var accountID: AccountID
    package var budgetID: BudgetID
    /// The first day of the period.
    package var from: CalendarDay
    package var excess: Sealed<BudgetExcess>
    package var exceededAt: Date

    package init(
        accountID: AccountID, budgetID: BudgetID, from: CalendarDay, excess: Sealed<BudgetExcess>, exceededAt: Date
    ) {
        self.accountID = accountID
        self.budgetID = budgetID
        self.from = from
        self.excess = excess
        self.exceededAt = exceededAt
    }
}
