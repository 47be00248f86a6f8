import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Assesses meals with the current profile, stores and publishes the result; the caller holds the account lock.
package struct MealAssessmentWriter: Sendable {
    /// Maximum number of meals that a profile change reassesses, newest first.
    package static let recheckedMeals = 100
    /// How long after a meal a profile change still raises a notice, in seconds (a day).
    static let openFor: TimeInterval = 86_400
    /// Maximum age of a meal when it is entered, in seconds, for a notice: importing or adding an old meal raises none.
    static let enteredWithin: TimeInterval = 14 * 86_400

    let assess: AssessMeal
    /// The version of the lexicon and tables used by `assess`.
    let knowledgeVersion: String
    let sealer: Sealer

    package init(lexicon: Lexicon, dishes: DishTable, sealer: Sealer) {
        assess = AssessMeal(lexicon: lexicon, dishes: dishes)
        knowledgeVersion = "\(lexicon.version)/\(DishTable.revision)"
        self.sealer = sealer
    }

    /// Assesses a version of a meal, unless that or a later one was assessed before.
    ///
    /// - Parameters:
    ///   - meal: The current meal.
    ///   - basis: The profile with decrypted ingredients.
    ///   - isHistory: Whether the meal is republished; then there is no notice.
    ///   - transaction: The transaction of the event.
    /// - Throws: `SealingError` or `PostgresError`.
    func take(
        _ meal: MealChanged, by basis: ScanBasis, isHistory: Bool, in transaction: borrowing Transaction
    ) async throws {
        let stored = try await MealRepository.find(meal.mealID, of: meal.accountID, in: transaction)
        if let stored, stored.judged.mealVersion >= meal.version { return }
        let words = try await sealer.open(meal.words, .mealWords(meal.mealID, of: meal.accountID))
        let items = meal.items.map(MealRecord.Item.init)
        var judged = try await judge(words, items, of: meal.accountID, meal.mealID, by: basis, in: transaction)
        judged.version = (stored?.judged.version ?? 0) + 1
        judged.mealVersion = meal.version
        judged.eatenAt = meal.eatenAt
        judged.deletedAt = meal.deletedAt
        let record = MealRecord(
            judged: judged, words: meal.words, items: items, notified: stored?.notified ?? ReportedMealFindings())
        let open = try transaction.eventTime().addingTimeInterval(-Self.enteredWithin)
        let isSilent = isHistory || meal.deletedAt != nil || meal.eatenAt < open
        try keep(record, news: isSilent ? nil : .meal, in: transaction)
    }

    /// Assesses a person's newest meals with a new profile, in the transaction that applies it (ALG-11); without
    /// notices for meals eaten long ago.
    func profileChanged(
        to basis: ScanBasis, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        let due = try await MealRepository.judged(
            before: basis.version, of: account, limit: Self.recheckedMeals, in: transaction)
        let open = try transaction.eventTime().addingTimeInterval(-Self.openFor)
        for before in due {
            let meal = before.judged.mealID
            do {
                let words = try await sealer.open(before.words, .mealWords(meal, of: account))
                var record = before
                record.judged = try await judge(words, before.items, of: account, meal, by: basis, in: transaction)
                record.judged.version = before.judged.version + 1
                record.judged.mealVersion = before.judged.mealVersion
                record.judged.eatenAt = before.judged.eatenAt
                try keep(record, news: record.judged.eatenAt > open ? .profile : nil, in: transaction)
            } catch let error as SealingError where !error.isRetryable {
                // Data that cannot be decrypted must not block a change of the profile.
                continue
            }
        }
    }

    /// Assesses some of a person's meals again after a change of the lexicon or the dish table; raises no notices for
    /// meals eaten long ago.
    func knowledgeChanged(
        of due: KnowledgeRepository.Due, by basis: ScanBasis, maxCount: Int, in transaction: borrowing Transaction
    ) async throws {
        let account = due.account, open = try transaction.eventTime().addingTimeInterval(-Self.openFor)
        for before in try await MealRepository.judged(
            otherwiseThan: knowledgeVersion, startingWith: due, limit: maxCount, in: transaction)
        {
            let meal = before.judged.mealID
            var record = before
            do {
                let words = try await sealer.open(before.words, .mealWords(meal, of: account))
                record.judged = try await judge(words, before.items, of: account, meal, by: basis, in: transaction)
            } catch let error as SealingError where !error.isRetryable {
                // A meal whose text cannot be decrypted keeps its assessment and does not block others.
                record.judged.knowledgeVersion = knowledgeVersion
                try MealRepository.save(record, in: transaction)
                continue
            }
            record.judged.version = before.judged.version + 1
            record.judged.mealVersion = before.judged.mealVersion
            record.judged.eatenAt = before.judged.eatenAt
            try keep(record, news: record.judged.eatenAt > open ? .knowledge : nil, in: transaction)
        }
    }

    private func judge(
        _ words: MealWords, _ items: [MealRecord.Item], of account: AccountID, _ meal: MealID, by basis: ScanBasis,
        in transaction: borrowing Transaction
    ) async throws -> MealJudged {
        let named = items.map { AssessMeal.Named(itemID: $0.itemID, foodID: $0.foodID, name: words[$0.itemID]) }
        let title = words.name.map { [AssessMeal.Named(itemID: nil, name: $0)] } ?? []
        let judgement = assess.decide(title + named, profile: basis.profile)
        let details = MealAllergenDetails(
            evidence: judgement.evidence, otherIngredients: judgement.otherIngredients)
        let now = try transaction.eventTime()
        return MealJudged(
            accountID: account, mealID: meal, version: 1, mealVersion: 1, allergens: judgement.allergens,
            unknownItems: judgement.unknownItems, otherMatches: judgement.otherIngredients.count,
            profileVersion: basis.version, profileEmpty: basis.profile.isEmpty,
            details: try await sealer.seal(details, .mealAllergens(meal, of: account)),
            knowledgeVersion: knowledgeVersion, eatenAt: now, judgedAt: now)
    }

    /// Stores and publishes an assessment; `news` is the reason for a notice, nil if nothing is new.
    private func keep(_ judged: MealRecord, news: MealJudged.News?, in transaction: borrowing Transaction) throws {
        var record = judged, body = judged.judged
        if body.deletedAt == nil {
            let isNews = record.notified.report(body.allergens, otherMatches: body.otherMatches)
            body.news = isNews ? news : nil
        }
        try MealRepository.save(record, in: transaction)
        try transaction.append(body, key: body.accountID, subject: body.mealID)
    }
}
