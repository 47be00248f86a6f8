import EventContracts
import Foundation
import FoodCatalogue
import Hexadecimal
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores submissions and the resulting foods, for all handlers.
package struct SubmissionWriter: Sendable {
    let keeper: CatalogCache
    let sealer: Sealer

    /// The source code of foods outside the tables; their ids begin with it.
    package static let source = "fm"

    /// Stores and publishes the state of a submission, which ends the operation.
    func save(_ changed: FoodSubmissionChanged, in transaction: borrowing Transaction) async throws {
        guard try await FoodSubmissionRepository.save(changed, in: transaction) else { throw Rejection(.notFound) }
        try publishState(changed, in: transaction)
    }

    /// Publishes a submission, which ends the operation.
    func publishState(_ changed: FoodSubmissionChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(changed, key: changed.accountID, subject: changed.submissionID, ending: .succeeded)
    }

    /// Creates a catalog food from an accepted submission: its names and figures, without personal data.
    ///
    /// - Returns: The id of the food: random, but the same for a repeated command.
    func publish(
        _ submission: FoodSubmissionChanged, in transaction: borrowing Transaction
    ) async throws -> String {
        let words = try await sealer.open(
            submission.food.words, .ownFoodWords(submission.ownFoodID, of: submission.accountID))
        let food = SharedFood(
            names: [submission.language: words.name], brand: words.brand, amounts: submission.food.amounts,
            portions: words.portions.map {
                SharedFood.Portion(measures: [submission.language: $0.measure], milligrams: $0.milligrams)
            }, gtin: words.gtin)
        let number = NamedUUID.make("catalogue-food/\(submission.submissionID)").text
        let changed = CatalogueFoodChanged(
            foodID: "\(Self.source)-\(number)", version: 1, origin: CatalogueFood.Origin.submission.rawValue,
            food: food, changedAt: try transaction.eventTime())
        guard try await CatalogueFoodRepository.save(changed, in: transaction) else { throw Rejection(.conflict) }
        try transaction.append(changed, key: changed.foodID, subject: changed.foodID)
        return changed.foodID
    }
}
