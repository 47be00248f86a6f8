import EventContracts
import Foundation
import Postgres
import Sealing

/// Matches foods of a photo with lessons: the person's own, read from the store and compared exactly, and shared ones,
/// from an index in memory.
///
/// A person's own lessons are few (`LessonWriter.maxPerAccount`) and must apply to the next photo on any instance, so
/// they are not cached.
package struct FoodMemory: Sendable {
    let shared: SharedLessons
    let pool: PostgresPool
    let sealer: Sealer

    package init(shared: SharedLessons, pool: PostgresPool, sealer: Sealer) {
        self.shared = shared
        self.pool = pool
        self.sealer = sealer
    }

    /// The matching lessons of a photo's foods, in order; nil if none matches.
    ///
    /// - Throws: `Postponed` while the store is unavailable.
    func recollections(of sight: FoodPrediction, by account: AccountID) async throws -> [Recollection?] {
        let embeddings = sight.space.isEmpty ? [] : sight.foods.map { FoodEmbedding($0.embedding) }
        guard embeddings.contains(where: { $0 != nil }) else { return sight.foods.map { _ in nil } }
        let own: [LessonRepository.Known]
        do {
            own = try await LessonRepository.known(to: account, in: sight.space, on: pool)
        } catch let error as PostgresError where error.isRetryable {
            throw Postponed("what was taught cannot be read: \(error)")
        }
        return zip(sight.foods, embeddings).map { food, embedding in
            guard let embedding else { return nil }
            let mine = own.map { known in
                var recollection = known.recollection
                recollection.similarity = embedding.similarity(to: known.embedding)
                return recollection
            }
            return RecallRules.recollection(
                of: food.label, score: food.score, among: mine + shared.recollections(of: embedding, in: sight.space))
        }
    }

    /// The person's names of matched foods, sealed for the meal; nil without any.
    ///
    /// - Throws: A `SealingError`.
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
