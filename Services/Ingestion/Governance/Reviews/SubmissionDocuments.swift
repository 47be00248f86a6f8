import EventContracts
import IngestionCore
import Sealing

/// Opens submissions of foods.
extension DocumentOpener {
    func submission(_ submission: FoodSubmissionChanged) async throws -> FoodSubmissionView {
        let context = SealingContext.ownFoodWords(submission.ownFoodID, of: submission.accountID)
        return FoodSubmissionView(submission, try await sealer.open(submission.food.words, context))
    }
}
