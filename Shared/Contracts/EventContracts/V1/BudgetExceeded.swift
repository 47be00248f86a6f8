import Foundation
import Quantities
import Sealing

/// Details of an exceeded budget; sealed as (`budget.excess`, budget id).
package struct BudgetExcess: Codable, Sendable, Equatable {
    /// One step that would have helped, with the amount it would have saved (SPD-12).
    package struct Step: Codable, Sendable, Equatable {
        package enum Kind: String, EventValue, CaseIterable {
            /// Buy less of something unnecessary.
            case stop
            /// Buy another product that costs less for the same amount.
            case swap
        }

        package var kind: Kind
        package var product: String
        /// The product to take instead.
        package var instead: String?
        package var saving: Money
        /// The shop where `instead` costs less, possibly for the same product; nil if any shop will do.
        ///
        /// The name in an open register; empty if no register lists the shop.
        package var store: String?

        package init(kind: Kind, product: String, instead: String?, saving: Money, store: String? = nil) {
            self.kind = kind
            self.product = product
            self.instead = instead
            self.saving = saving
            self.store = store
        }
    }

    /// The person's name for the budget.
    package var name: String
    package var amount: Money
    package var spent: Money
    /// The most effective first.
    package var steps: [Step]

    package init(name: String, amount: Money, spent: Money, steps: [Step]) {
        self.name = name
        self.amount = amount
        self.spent = spent
        self.steps = steps
    }
}

/// More was spent than a budget allows; raised once for each period and amount (NOT-07).
package struct BudgetExceeded: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.budget-exceeded.v1")
    package static let topic = Topic.spendingBudget

    package var accountID: AccountID
    package var budgetID: BudgetID
    /// Version of the exceeded budget.
    package var version: Int64
    /// The first day of the period.
    package var from: CalendarDay
    /// Sealed as (`budget.excess`, budget id).
    package var excess: Sealed<BudgetExcess>
    package var exceededAt: Date
    /// The membership of the notified person, if the budget is a household's: each member is notified once (SPD-25).
    package var memberID: HouseholdMemberID?

    package init(
        accountID: AccountID, budgetID: BudgetID, version: Int64, from: CalendarDay, excess: Sealed<BudgetExcess>,
        exceededAt: Date, memberID: HouseholdMemberID? = nil
    ) {
        self.accountID = accountID
        self.budgetID = budgetID
        self.version = version
        self.from = from
        self.excess = excess
        self.exceededAt = exceededAt
        self.memberID = memberID
    }
}

/// Whether advice about a budget was useful to the person (SPD-12).
package struct AdviceJudgement: Codable, Sendable, Equatable {
    /// The first day of the period that the advice was about.
    package var from: CalendarDay
    package var isUseful: Bool

    package init(from: CalendarDay, isUseful: Bool) {
        self.from = from
        self.isUseful = isUseful
    }
}

/// Command: rate the newest advice about a budget as useful or not (SPD-12).
package struct JudgeBudgetAdvice: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.judge-budget-advice.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var budgetID: BudgetID
    package var version: Int64
    package var isUseful: Bool

    package init(accountID: AccountID, budgetID: BudgetID, version: Int64, isUseful: Bool) {
        self.accountID = accountID
        self.budgetID = budgetID
        self.version = version
        self.isUseful = isUseful
    }
}
