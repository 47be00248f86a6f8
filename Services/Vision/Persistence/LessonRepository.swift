import EventContracts
import Foundation
import Messaging
import Postgres

/// The food that a person assigned to a region.
package struct Lesson: Sendable, Equatable {
    package var id: LessonID
    package var region: RegionID
    package var account: AccountID
    package var meal: MealID
    package var meaning: Recollection.Meaning
    /// The mass given by the person.
    package var milligrams: Int64?
    package var state: LessonState
    /// The version of the lesson's event.
    package var version: Int64
    /// Codes of `LessonDoubt`, sorted.
    package var doubts: [String]
    package var taughtAt: Date
    package var changedAt: Date

    /// The catalog food that could be shared; nil for an own food.
    package var commonFood: String? {
        guard meaning.savedFoodID == nil, meaning.name == nil, let food = meaning.foodID,
            OwnFoodID(foodID: food) == nil
        else { return nil }
        return food
    }
}

/// People's lessons.
package enum LessonRepository {
    private static let columns = """
        lesson_id, region_id, account_id, meal_id, food_id, saved_food_id, name, milligrams, state, version, doubts,
        taught_at, changed_at, figures
        """

    // MARK: - Learning

    /// Records the version up to which a meal's lessons were learned.
    ///
    /// - Returns: False if that or a later version was learned before, or the meal belongs to another person.
    package static func advance(
        _ meal: MealID, of account: AccountID, to version: Int64, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO taught_meals AS known (meal_id, account_id, version, taught_at)
            VALUES (\(meal.uuid), \(account.uuid), \(version), \(now))
            ON CONFLICT (meal_id) DO UPDATE SET version = EXCLUDED.version, taught_at = EXCLUDED.taught_at
            WHERE known.version < EXCLUDED.version AND known.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// The lessons of a meal; locked until the transaction ends.
    package static func lock(
        of meal: MealID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [Lesson] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM lessons
            WHERE meal_id = \(meal.uuid) AND account_id = \(account.uuid) ORDER BY region_id FOR UPDATE
            """
        ).map(Self.lesson)
    }

    /// A lesson of the person; locked until the transaction ends.
    package static func lock(
        _ lesson: LessonID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Lesson? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM lessons
            WHERE lesson_id = \(lesson.uuid) AND account_id = \(account.uuid) FOR UPDATE
            """
        ).first.map(Self.lesson)
    }

    /// All lessons of a person, the newest first; locked until the transaction ends.
    package static func lockAll(of account: AccountID, in transaction: borrowing Transaction) async throws -> [Lesson] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM lessons WHERE account_id = \(account.uuid)
            ORDER BY taught_at DESC, region_id FOR UPDATE
            """
        ).map(Self.lesson)
    }

    /// Number of a person's lessons under review.
    static func proposed(by account: AccountID, in transaction: borrowing Transaction) async throws -> Int {
        try await transaction.query(
            "SELECT count(*) FROM lessons WHERE account_id = \(account.uuid) AND state = 'proposed'"
        ).first?.decode(Int.self) ?? 0
    }

    /// Stores the current state of a lesson.
    package static func save(_ lesson: Lesson, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO lessons (\(raw: Self.columns))
            VALUES (
                \(lesson.id.uuid), \(lesson.region.uuid), \(lesson.account.uuid), \(lesson.meal.uuid),
                \(lesson.meaning.foodID), \(lesson.meaning.savedFoodID?.uuid), \(lesson.meaning.name),
                \(lesson.milligrams), \(lesson.state.rawValue), \(lesson.version),
                \(try PostgresJSON(lesson.doubts)), \(lesson.taughtAt), \(lesson.changedAt),
                \(try lesson.meaning.figures.map { try PostgresJSON($0) }))
            ON CONFLICT (region_id) DO UPDATE SET
                lesson_id = EXCLUDED.lesson_id, food_id = EXCLUDED.food_id,
                saved_food_id = EXCLUDED.saved_food_id, name = EXCLUDED.name, milligrams = EXCLUDED.milligrams,
                state = EXCLUDED.state, version = EXCLUDED.version, doubts = EXCLUDED.doubts,
                taught_at = EXCLUDED.taught_at, changed_at = EXCLUDED.changed_at, figures = EXCLUDED.figures
            """)
    }

    /// Deletes lessons.
    package static func remove(_ regions: [RegionID], in transaction: borrowing Transaction) async throws {
        guard !regions.isEmpty else { return }
        try await transaction.execute("DELETE FROM lessons WHERE region_id = ANY (\(regions.map(\.uuid)))")
    }

    /// A page of lessons that are shared or were proposed, in the order of ids.
    package static func page(
        after cursor: LessonID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [LessonChanged] {
        try await transaction.query(
            """
            SELECT lessons.lesson_id, lessons.version, lessons.state, lessons.account_id, lessons.meal_id,
                lessons.food_id, lessons.doubts, lessons.taught_at, lessons.changed_at,
                regions.label, regions.score, regions.box, regions.photo
            FROM lessons JOIN regions USING (region_id)
            WHERE lessons.state <> 'personal' AND (\(cursor?.uuid)::uuid IS NULL OR lesson_id > \(cursor?.uuid))
            ORDER BY lesson_id LIMIT \(limit)
            """
        ).map { row in
            guard let photo = PhotoKey(text: try row.decode("photo", as: String.self)) else {
                throw PermanentFailure("a region's photo is not a path of the photo store")
            }
            return LessonChanged(
                accountID: AccountID(try row.decode("account_id", as: UUID.self)),
                lessonID: LessonID(try row.decode("lesson_id", as: UUID.self)), version: try row.decode("version"),
                state: try Self.state(row), mealID: MealID(try row.decode("meal_id", as: UUID.self)),
                foodID: try row.decode("food_id"), label: try row.decode("label"), score: try row.decode("score"),
                box: try row.decode("box", as: PostgresJSON.self).value(), photo: photo,
                doubts: try row.decode("doubts", as: PostgresJSON.self).value(),
                taughtAt: try row.decode("taught_at"), changedAt: try row.decode("changed_at"))
        }
    }

    // MARK: - Embeddings with lessons

    /// An embedding with its lesson.
    package struct Known: Sendable {
        package let embedding: FoodEmbedding
        /// The recollection, without its similarity yet.
        package var recollection: Recollection
    }

    /// A person's lessons with embeddings of one model.
    package static func known(
        to account: AccountID, in space: String, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Known] {
        try await database.query(
            """
            SELECT lessons.region_id, food_id, saved_food_id, name, milligrams, taught_at, figures,
                CASE WHEN regions.space = \(space) THEN regions.look ELSE later_looks.look END
            FROM lessons JOIN regions USING (region_id)
                LEFT JOIN later_looks
                    ON later_looks.region_id = lessons.region_id AND later_looks.space = \(space)
            WHERE lessons.account_id = \(account.uuid)
                AND (regions.space = \(space) OR later_looks.look IS NOT NULL)
            """
        ).map { row in
            let (region, food, saved, name, milligrams, taughtAt, figures, embedding) = try row.decode(
                UUID.self, String?.self, UUID?.self, [UInt8]?.self, Int64?.self, Date.self, PostgresJSON?.self,
                [UInt8].self)
            return Known(
                embedding: FoodEmbedding(stored: embedding),
                recollection: Recollection(
                    region: RegionID(region),
                    meaning: .init(
                        foodID: food, savedFoodID: saved.map(SavedFoodID.init), name: name,
                        figures: try figures?.value()), similarity: 0, isShared: false, taughtAt: taughtAt,
                    milligrams: milligrams))
        }
    }

    /// A lesson that became shared, or no longer is.
    package struct SharedChange: Sendable {
        package let change: Int64
        package let region: RegionID
        /// Nil for a lesson that is no longer shared, or whose embedding is of another model.
        package let known: Known?
    }

    /// A page of changes of shared lessons, in the order in which they were made.
    package static func sharedChanges(
        after change: Int64, in space: String, limit: Int, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [SharedChange] {
        try await database.query(
            """
            SELECT change, shared_changes.region_id, food_id, taught_at,
                CASE WHEN regions.space = \(space) THEN regions.look ELSE later_looks.look END
            FROM shared_changes
                LEFT JOIN lessons ON lessons.region_id = shared_changes.region_id AND lessons.state = 'accepted'
                LEFT JOIN regions ON regions.region_id = lessons.region_id
                LEFT JOIN later_looks
                    ON later_looks.region_id = lessons.region_id AND later_looks.space = \(space)
            WHERE change > \(change) ORDER BY change LIMIT \(limit)
            """
        ).map { row in
            let (change, region, food, taughtAt, embedding) = try row.decode(
                Int64.self, UUID.self, String?.self, Date?.self, [UInt8]?.self)
            var known: Known?
            if let food, let taughtAt, let embedding {
                known = Known(
                    embedding: FoodEmbedding(stored: embedding),
                    recollection: Recollection(
                        region: RegionID(region), meaning: .init(foodID: food), similarity: 0, isShared: true,
                        taughtAt: taughtAt))
            }
            return SharedChange(change: change, region: RegionID(region), known: known)
        }
    }

    // MARK: - Training

    /// An accepted lesson with the place of its food in the photo.
    package struct Accepted: Sendable, Equatable {
        /// Id of the catalog food.
        package var food: String
        /// Left, top, right, bottom as fractions of the upright photo.
        package var box: [Double]
        package var photo: PhotoKey
        /// Orientation as in EXIF, 1…8.
        package var orientation: Int

        package init(food: String, box: [Double], photo: PhotoKey, orientation: Int) {
            self.food = food
            self.box = box
            self.photo = photo
            self.orientation = orientation
        }
    }

    /// All accepted lessons of people who consent to training, whichever model computed their embeddings; the oldest
    /// first.
    package static func accepted(on database: borrowing some PostgresQuerying & ~Copyable) async throws -> [Accepted] {
        try await database.query(
            """
            SELECT food_id, box, photo, orientation FROM lessons
                JOIN regions USING (region_id)
                JOIN consents ON consents.account_id = lessons.account_id AND consents.may_train
            WHERE state = 'accepted' ORDER BY lessons.taught_at, lesson_id
            """
        ).map { row in
            guard let photo = PhotoKey(text: try row.decode("photo", as: String.self)) else {
                throw PermanentFailure("a region's photo is not a path of the photo store")
            }
            return Accepted(
                food: try row.decode("food_id"), box: try row.decode("box", as: PostgresJSON.self).value(),
                photo: photo, orientation: try row.decode("orientation", as: Int.self))
        }
    }

    // MARK: - Details

    private static func state(_ row: PostgresRow) throws -> LessonState {
        guard let state = LessonState(rawValue: try row.decode("state", as: String.self)) else {
            throw PermanentFailure("a lesson has an unknown state")
        }
        return state
    }

    private static func lesson(_ row: PostgresRow) throws -> Lesson {
        Lesson(
            id: LessonID(try row.decode("lesson_id", as: UUID.self)),
            region: RegionID(try row.decode("region_id", as: UUID.self)),
            account: AccountID(try row.decode("account_id", as: UUID.self)),
            meal: MealID(try row.decode("meal_id", as: UUID.self)),
            meaning: .init(
                foodID: try row.decode("food_id", as: String?.self),
                savedFoodID: try row.decode("saved_food_id", as: UUID?.self).map(SavedFoodID.init),
                name: try row.decode("name", as: [UInt8]?.self),
                figures: try row.decode("figures", as: PostgresJSON?.self)?.value()),
            milligrams: try row.decode("milligrams", as: Int64?.self), state: try state(row),
            version: try row.decode("version"), doubts: try row.decode("doubts", as: PostgresJSON.self).value(),
            taughtAt: try row.decode("taught_at"), changedAt: try row.decode("changed_at"))
    }
}
