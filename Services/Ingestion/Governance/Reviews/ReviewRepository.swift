import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// The table `reviews`.
package enum ReviewRepository {
    private static let columns = """
        review_id, kind, account_id, topic, words, rating, about_food, about_meal, doubts::text, state, reason, answer,
        entered_at, claimed_by, claimed_until, decided_at, lesson::text
        """

    /// Adds a submission to the queue, or records its result.
    ///
    /// A republished submission does not change a decision.
    package static func keep(_ submission: FoodSubmissionChanged, in transaction: borrowing Transaction) async throws {
        let state: ReviewState =
            switch submission.state {
            case .pending: .open
            case .accepted: .accepted
            case .refused: .refused
            case .withdrawn: .withdrawn
            }
        let doubts = String(decoding: try EventCoding.encode(submission.doubts), as: UTF8.self)
        try await transaction.execute(
            """
            INSERT INTO reviews AS known
                (review_id, kind, account_id, doubts, state, reason, about_food, entered_at, decided_at)
            VALUES (\(submission.submissionID.uuid), \(ReviewKind.submission.rawValue), \(submission.accountID.uuid),
                \(doubts)::json, \(state.rawValue), \(submission.reason), \(submission.foodID),
                \(submission.submittedAt), \(state == .open ? nil : submission.changedAt))
            ON CONFLICT (review_id) DO UPDATE
            SET state = excluded.state, reason = excluded.reason, about_food = excluded.about_food,
                decided_at = excluded.decided_at, claimed_by = NULL, claimed_until = NULL
            WHERE known.kind = excluded.kind AND known.account_id = excluded.account_id AND excluded.state <> 'open'
            """)
    }

    /// Adds a lesson to the queue, or records its result.
    ///
    /// An older version changes nothing, and no version changes a decision.
    package static func keep(_ lesson: LessonChanged, in transaction: borrowing Transaction) async throws {
        let state: ReviewState =
            switch lesson.state {
            case .proposed: .open
            case .accepted: .accepted
            case .refused: .refused
            case .personal: .withdrawn
            }
        let doubts = String(decoding: try EventCoding.encode(lesson.doubts), as: UTF8.self)
        let shown = ReviewedLesson(label: lesson.label, score: lesson.score, box: lesson.box, photo: lesson.photo)
        try await transaction.execute(
            """
            INSERT INTO reviews AS known
                (review_id, kind, account_id, doubts, state, about_food, about_meal, entered_at, decided_at, lesson,
                lesson_version)
            VALUES (\(lesson.lessonID.uuid), \(ReviewKind.lesson.rawValue), \(lesson.accountID.uuid),
                \(doubts)::json, \(state.rawValue), \(lesson.foodID), \(lesson.mealID.uuid), \(lesson.changedAt),
                \(state == .open ? nil : lesson.changedAt), \(try PostgresJSON(shown)), \(lesson.version))
            ON CONFLICT (review_id) DO UPDATE
            SET state = excluded.state, doubts = excluded.doubts, decided_at = excluded.decided_at,
                lesson_version = excluded.lesson_version, claimed_by = NULL, claimed_until = NULL
            WHERE known.kind = excluded.kind AND known.account_id = excluded.account_id
                AND known.lesson_version < excluded.lesson_version AND excluded.state <> 'open'
            """)
    }

    /// Withdraws lessons whose photo is no longer stored: they cannot be reviewed and are not shared.
    ///
    /// - Returns: Their number.
    static func withdrawPhotoless(at now: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            UPDATE reviews
            SET state = \(ReviewState.withdrawn.rawValue), reason = \(RefusalReason.photoGone), decided_at = \(now),
                claimed_by = NULL, claimed_until = NULL
            WHERE state = 'open' AND review_id IN (
                SELECT review_id FROM reviews
                WHERE state = 'open' AND kind = \(ReviewKind.lesson.rawValue) AND NOT EXISTS (
                    SELECT FROM photos
                    WHERE photos.state = 'kept' AND photos.account_id = reviews.account_id
                        AND photos.object_id = split_part(reviews.lesson ->> 'photo', '/', 2)::uuid)
                ORDER BY entered_at, review_id LIMIT \(maxCount))
            """)
    }

    /// Inserts feedback.
    ///
    /// - Returns: False if the person has too many undecided entries.
    static func insert(_ review: Review, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.lockCount(of: "reviews", review.account)
        return try await transaction.execute(
            """
            INSERT INTO reviews (review_id, kind, account_id, topic, words, rating, about_food, about_meal, state,
                entered_at, decided_at)
            SELECT \(review.id.uuid), \(review.kind.rawValue), \(review.account.uuid), \(review.topic?.rawValue),
                \(review.words), \(review.rating.map(Int64.init))::smallint, \(review.aboutFood),
                \(review.aboutMeal?.uuid), \(review.state.rawValue), \(review.enteredAt), \(review.decidedAt)
            WHERE (
                SELECT count(*) FROM reviews
                WHERE account_id = \(review.account.uuid) AND state = 'open' AND topic IS NOT NULL
            ) < \(Int64(Review.maxOpen))
            """) == 1
    }

    /// An account's feedback, newest first.
    static func written(
        by account: AccountID, before cursor: PageCursor?, limit: Int, in database: some PostgresQuerying
    ) async throws -> [Review] {
        let place = cursor.map { Date(timeIntervalSince1970: Double($0.sortKey) / 1_000_000) }
        return try await database.query(
            """
            SELECT \(raw: columns) FROM reviews
            WHERE account_id = \(account.uuid) AND topic IS NOT NULL
                AND (\(place)::timestamptz IS NULL OR (entered_at, review_id) < (\(place), \(cursor?.id)))
            ORDER BY entered_at DESC, review_id DESC LIMIT \(limit)
            """
        ).map(review)
    }

    private static let bug = FeedbackTopic.bug.rawValue

    /// Visible entries, the oldest first, in a given state or, if nil, in any.
    static func list(
        _ visible: VisibleReviews, _ state: ReviewState?, after cursor: PageCursor?, limit: Int,
        in database: some PostgresQuerying
    ) async throws -> [Review] {
        let place = cursor.map { Date(timeIntervalSince1970: Double($0.sortKey) / 1_000_000) }
        return try await database.query(
            """
            SELECT \(raw: columns) FROM reviews
            WHERE (kind = ANY (\(visible.kindNames)::text[]) OR (\(visible.bugs) AND topic = \(Self.bug)))
                AND (\(state?.rawValue)::text IS NULL OR state = \(state?.rawValue))
                AND (\(place)::timestamptz IS NULL OR (entered_at, review_id) > (\(place), \(cursor?.id)))
            ORDER BY entered_at, review_id LIMIT \(limit)
            """
        ).map(review)
    }

    /// A visible entry; locked until the transaction ends.
    static func lock(
        _ id: ReviewID, among visible: VisibleReviews, in transaction: borrowing Transaction
    ) async throws -> Review? {
        try await transaction.query(
            """
            SELECT \(raw: columns) FROM reviews
            WHERE review_id = \(id.uuid)
                AND (kind = ANY (\(visible.kindNames)::text[]) OR (\(visible.bugs) AND topic = \(Self.bug)))
            FOR UPDATE
            """
        ).first.map(review)
    }

    /// A visible entry.
    static func read(
        _ id: ReviewID, among visible: VisibleReviews, in database: some PostgresQuerying
    ) async throws -> Review? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM reviews
            WHERE review_id = \(id.uuid)
                AND (kind = ANY (\(visible.kindNames)::text[]) OR (\(visible.bugs) AND topic = \(Self.bug)))
            """
        ).first.map(review)
    }

    /// Stores the state of an entry.
    static func save(_ review: Review, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            UPDATE reviews SET state = \(review.state.rawValue), reason = \(review.reason), answer = \(review.answer),
                claimed_by = \(review.claimedBy?.uuid), claimed_until = \(review.claimedUntil),
                decided_at = \(review.decidedAt)
            WHERE review_id = \(review.id.uuid)
            """)
    }

    private static func review(_ row: PostgresRow) throws -> Review {
        let (kind, topic, state) = (
            try row.decode("kind", as: String.self), try row.decode("topic", as: String?.self),
            try row.decode("state", as: String.self)
        )
        guard let kind = ReviewKind(rawValue: kind) else { throw UnknownStoredValue(column: "reviews.kind") }
        guard let state = ReviewState(rawValue: state) else { throw UnknownStoredValue(column: "reviews.state") }
        let doubts = try row.decode("doubts", as: String?.self)
        let lesson = try row.decode("lesson", as: String?.self)
        return Review(
            id: ReviewID(try row.decode("review_id", as: UUID.self)), kind: kind,
            account: AccountID(try row.decode("account_id", as: UUID.self)),
            topic: topic.flatMap(FeedbackTopic.init(rawValue:)), words: try row.decode("words", as: [UInt8]?.self),
            rating: try row.decode("rating", as: Int16?.self).map(Int.init),
            aboutFood: try row.decode("about_food", as: String?.self),
            aboutMeal: try row.decode("about_meal", as: UUID?.self).map(MealID.init),
            doubts: try doubts.map { try EventCoding.decode([String].self, from: Array($0.utf8)) } ?? [],
            lesson: try lesson.map { try EventCoding.decode(ReviewedLesson.self, from: Array($0.utf8)) },
            state: state, reason: try row.decode("reason", as: String?.self),
            answer: try row.decode("answer", as: [UInt8]?.self), enteredAt: try row.decode("entered_at"),
            claimedBy: try row.decode("claimed_by", as: UUID?.self).map(AccountID.init),
            claimedUntil: try row.decode("claimed_until", as: Date?.self),
            decidedAt: try row.decode("decided_at", as: Date?.self))
    }
}

extension VisibleReviews {
    /// The stored names of the kinds.
    fileprivate var kindNames: [String] { kinds.map(\.rawValue).sorted() }
}
