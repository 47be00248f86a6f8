import EventContracts
import Foundation
import Postgres
import Sealing

/// Compares what is seen on a photo with what was taught: by the person, read from the store each time and compared exactly,
/// and by everybody, from the index in memory.
///
/// A person's own lessons are few (`LessonDesk.most`) and must count at the next photo, whichever copy looks at it: they are
/// not kept in memory.
package struct FoodMemory: Sendable {
    let lessons: LessonRepository
    let shared: SharedLessons
    let pool: PostgresPool
    let sealer: Sealer

    package init(
        lessons: LessonRepository = LessonRepository(), shared: SharedLessons, pool: PostgresPool, sealer: Sealer
    ) {
        self.lessons = lessons
        self.shared = shared
        self.pool = pool
        self.sealer = sealer
    }

    /// What the foods of a photo were taught to be, in their order; nil of what looks like nothing that was taught.
    ///
    /// - Throws: `Postponed` while the store is away.
    func recollections(of sight: FoodSight, by account: AccountID) async throws -> [Recollection?] {
        let looks = sight.space.isEmpty ? [] : sight.foods.map { FoodLook($0.embedding) }
        guard looks.contains(where: { $0 != nil }) else { return sight.foods.map { _ in nil } }
        let own: [LessonRepository.Known]
        do {
            own = try await lessons.known(to: account, in: sight.space, on: pool)
        } catch let error as PostgresError where error.isRetryable {
            throw Postponed("what was taught cannot be read: \(error)")
        }
        return zip(sight.foods, looks).map { food, look in
            guard let look else { return nil }
            let mine = own.map { known in
                var recollection = known.recollection
                recollection.similarity = look.similarity(to: known.look)
                return recollection
            }
            return RecallRules.recollection(
                of: food.label, score: food.score, among: mine + shared.recollections(of: look, in: sight.space))
        }
    }

    /// What the person calls the foods that were recalled, sealed for the meal; nil when none has a name of theirs.
    ///
    /// - Throws: a `SealingError`.
    func names(
        of recalled: [Recollection?], in meal: MealID, of account: AccountID
    ) async throws -> Sealed<TaughtNames>? {
        var names = TaughtNames()
        for (place, recollection) in recalled.enumerated() {
            guard let recollection, let name = recollection.meaning.name else { continue }
            names[RegionID(of: meal, at: place)] = try await sealer.open(
                Sealed<String>(bytes: name), .taughtFoodName(recollection.region, of: account))
        }
        return names.regions.isEmpty ? nil : try await sealer.seal(names, .taughtFoodNames(meal, of: account))
    }
}
