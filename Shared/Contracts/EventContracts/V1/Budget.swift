import Foundation
import Quantities
import Sealing

/// The person's name for a budget; sealed as (`budget.words`, budget id).
package struct BudgetWords: Codable, Sendable, Equatable {
    package var name: String

    package init(name: String) {
        self.name = name
    }
}

/// Command: create or replace a budget (SPD-06).
package struct SetBudget: PersonalEventBody {
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

/// Command: delete a budget.
package struct DeleteBudget: PersonalEventBody {
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

/// Current state of a budget.
package struct BudgetChanged: PersonalEventBody {
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
    /// The person's rating of the newest advice; nil without one.
    package var judged: AdviceJudgement?

    package init(
        accountID: AccountID, budgetID: BudgetID, version: Int64, terms: BudgetTerms, words: Sealed<BudgetWords>,
        setAt: Date, deletedAt: Date? = nil, judged: AdviceJudgement? = nil
    ) {
        self.accountID = accountID
        self.budgetID = budgetID
        self.version = version
        self.terms = terms
        self.words = words
        self.setAt = setAt
        self.deletedAt = deletedAt
        self.judged = judged
    }
}
