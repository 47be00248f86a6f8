import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Accepts a food proposed for the catalog, with doubts about it (NUT-33, OPS-20).
package struct TakeSubmission: EventHandler {
    let writer: SubmissionWriter

    package func handle(_ event: Event<SubmitFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body, account = order.accountID
        if let stored = try await FoodSubmissionRepository.lock(order.submissionID, of: account, in: transaction) {
            return try writer.tell(stored, in: transaction)
        }
        let own = try await OwnFoodRepository.lock(order.ownFoodID, of: account, in: transaction)
        guard let own, own.deletedAt == nil else { throw Rejection(.notFound) }
        guard try await !FoodSubmissionRepository.isPending(order.ownFoodID, in: transaction) else {
            throw Rejection(.conflict, detail: "This food is already waiting for review.")
        }
        let words = try await writer.sealer.open(own.food.words, .ownFoodWords(order.ownFoodID, of: account))
        let foods = try await writer.keeper.current(in: transaction)
        let doubts = FoodPlausibility.doubts(
            of: own.food.amounts, named: words.name, language: order.language, in: foods.library)
        let now = try transaction.eventTime()
        try await writer.save(
            FoodSubmissionChanged(
                accountID: account, submissionID: order.submissionID, ownFoodID: order.ownFoodID, version: 1,
                state: .pending, food: own.food, language: order.language, doubts: doubts.map(\.rawValue),
                submittedAt: now, changedAt: now), in: transaction)
    }
}
