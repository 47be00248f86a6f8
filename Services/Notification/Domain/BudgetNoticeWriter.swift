import EventContracts
import Quantities

/// Writes notices about exceeded budgets, with advice (NOT-07, SPD-12).
package struct BudgetNoticeWriter: Sendable {
    /// Maximum number of suggestions in the notice; the budget itself shows all.
    static let maxSteps = 3

    private let texts: NoticeTexts

    package init(texts: NoticeTexts) {
        self.texts = texts
    }

    /// The text about a budget.
    ///
    /// - Parameters:
    ///   - excess: The spending, and steps that would have saved money.
    ///   - day: The first day of the period.
    ///   - isShared: Whether it is a household budget, for which there is no advice, because it would concern other
    ///     members' purchases.
    ///   - language: The language.
    /// - Returns: Title and body.
    package func text(
        of excess: BudgetExcess, since day: CalendarDay, isShared: Bool = false, in language: NoticeLanguage
    ) -> NoticeText {
        let spent = [
            "day": language.day(day), "spent": excess.spent.description, "amount": excess.amount.description,
        ]
        var sentences = [texts.text(.budgetBodySpent, in: language, spent)]
        sentences += excess.steps.prefix(Self.maxSteps).map { sentence(of: $0, in: language) }
        if excess.steps.isEmpty, !isShared { sentences.append(texts.text(.budgetBodyNothing, in: language)) }
        return NoticeText(
            title: texts.text(.budgetTitle, in: language, ["name": excess.name]),
            body: texts.join(sentences, in: language), language: language.rawValue)
    }

    private func sentence(of step: BudgetExcess.Step, in language: NoticeLanguage) -> String {
        var values = ["product": step.product, "saving": step.saving.description]
        guard step.kind == .swap, let instead = step.instead else {
            return texts.text(.budgetBodyStop, in: language, values)
        }
        if let store = step.store {
            values["store"] = store
            return texts.text(store.isEmpty ? .budgetBodyShopUnnamed : .budgetBodyShop, in: language, values)
        }
        values["instead"] = instead
        return texts.text(.budgetBodySwap, in: language, values)
    }
}
