import EventContracts
import Messaging
import Postgres

/// Notes whether advice was of use, so that its usefulness can be counted (SPD-12).
package struct JudgeAdvice: EventHandler {
    let shoppers: ShopperRepository

    package func handle(_ event: Event<JudgeSpendingAdvice>, in transaction: borrowing Transaction) async throws {
        try shoppers.save(event.body, at: transaction.eventTime(), in: transaction)
        try transaction.append(
            SpendingAdviceJudged(
                accountID: event.body.accountID, kind: event.body.kind, subjectID: event.body.subjectID,
                isUseful: event.body.isUseful), key: event.body.accountID, ending: .succeeded)
    }
}
