import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Accepts a food proposed for the catalog, with doubts about it (NUT-33, OPS-20).
package struct TakeSubmission: EventHandler {
    let writer: SubmissionWriter

    package func handle(_ event: Event<SubmitFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body, account = command.accountID
        if let stored = try await FoodSubmissionRepository.lock(command.submissionID, of: account, in: transaction) {
            return try writer.publishState(stored, in: transaction)
        }
        let own = try await OwnFoodRepository.lock(command.ownFoodID, of: account, in: transaction)
        guard let own, own.deletedAt == nil else { throw Rejection(.notFound) }
        guard try await !FoodSubmissionRepository.isPending(command.ownFoodID, in: transaction) else {
            throw Rejection(.conflict, detail: "This food is already waiting for review.")
        }
        let words = try await writer.sealer.open(own.food.words, .ownFoodWords(command.ownFoodID, of: account))
        let foods = try await writer.keeper.current(in: transaction)
        let doubts = FoodPlausibility.doubts(
            of: own.food.amounts, named: words.name, language: command.language, in: foods.library)
        let now = try transaction.eventTime()
        try await writer.save(
            FoodSubmissionChanged(
                accountID: account, submissionID: command.submissionID, ownFoodID: command.ownFoodID, version: 1,
                state: .pending, food: own.food, language: command.language, doubts: doubts.map(\.rawValue),
                submittedAt: now, changedAt: now), in: transaction)
    }
}
