import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Foods proposed for the catalog.
package enum FoodSubmissionRepository {
    private static let columns =
        """
        submission_id, account_id, own_food_id, version, state, words, amounts, language, doubts, reason, food_id,
        submitted_at, changed_at
        """

    /// A submission of the person; locked until the transaction ends.
    package static func lock(
        _ submission: FoodSubmissionID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> FoodSubmissionChanged? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM food_submissions
            WHERE submission_id = \(submission.uuid) AND account_id = \(account.uuid) FOR UPDATE
            """
        ).first.map(Self.submission)
    }

    /// Whether an own food is waiting for review.
    package static func isPending(_ food: OwnFoodID, in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query(
            "SELECT FROM food_submissions WHERE own_food_id = \(food.uuid) AND state = 'pending'"
        ).isEmpty
    }

    /// Stores the current state of a submission.
    ///
    /// - Returns: False if the id belongs to another person.
    package static func save(
        _ changed: FoodSubmissionChanged, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO food_submissions AS known (\(raw: Self.columns))
            VALUES (
                \(changed.submissionID.uuid), \(changed.accountID.uuid), \(changed.ownFoodID.uuid),
                \(changed.version), \(changed.state.rawValue), \(changed.food.words.bytes),
                \(try PostgresJSON(changed.food.amounts)), \(changed.language), \(try PostgresJSON(changed.doubts)),
                \(changed.reason), \(changed.foodID), \(changed.submittedAt), \(changed.changedAt))
            ON CONFLICT (submission_id) DO UPDATE SET
                version = EXCLUDED.version, state = EXCLUDED.state, reason = EXCLUDED.reason,
                food_id = EXCLUDED.food_id, changed_at = EXCLUDED.changed_at
            WHERE known.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// A page of submissions in the order of their ids.
    package static func page(
        after cursor: FoodSubmissionID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [FoodSubmissionChanged] {
        try await transaction.page(
            of: Self.columns, from: "food_submissions", by: "submission_id", after: cursor?.uuid, limit: limit
        ).map(Self.submission)
    }

    private static func submission(_ row: PostgresRow) throws -> FoodSubmissionChanged {
        let state: String = try row.decode("state")
        guard let state = FoodSubmissionState(rawValue: state) else {
            throw PermanentFailure("a submission has an unknown state")
        }
        return FoodSubmissionChanged(
            accountID: AccountID(try row.decode("account_id", as: UUID.self)),
            submissionID: FoodSubmissionID(try row.decode("submission_id", as: UUID.self)),
            ownFoodID: OwnFoodID(try row.decode("own_food_id", as: UUID.self)), version: try row.decode("version"),
            state: state,
            food: OwnFood(
                words: Sealed(bytes: try row.decode("words", as: [UInt8].self)),
                amounts: try row.decode("amounts", as: PostgresJSON.self).value()),
            language: try row.decode("language"), doubts: try row.decode("doubts", as: PostgresJSON.self).value(),
            reason: try row.decode("reason", as: String?.self), foodID: try row.decode("food_id", as: String?.self),
            submittedAt: try row.decode("submitted_at"), changedAt: try row.decode("changed_at"))
    }
}
