import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

/// The handlers of lessons, on the real schema.
struct LessonHandlers {
    static let space = "test/1"

    let bench: HandlerBench
    let shared: SharedLessons
    let writer: LessonWriter
    let memory: FoodMemory

    static func with(_ body: (LessonHandlers) async throws -> Void) async throws {
        try await HandlerBench.with(service: VisionService.name, migrations: VisionMigrations.all()) { bench in
            try await body(LessonHandlers(bench))
        }
    }

    init(_ bench: HandlerBench) {
        self.bench = bench
        shared = Self.copy(bench)
        writer = LessonWriter(shared: shared, sealer: bench.sealer)
        memory = FoodMemory(shared: shared, pool: bench.database.pool, sealer: bench.sealer)
    }

    /// The shared lessons of a newly started instance.
    static func copy(_ bench: HandlerBench) -> SharedLessons {
        SharedLessons(
            pool: bench.database.pool, logger: Logger(label: "vision") { _ in SwiftLogNoOpLogHandler() },
            space: { () throws(RecognitionError) in space })
    }

    /// Publishes a meal whose photo has a region with this embedding.
    func see(
        _ embedding: [Double], by account: AccountID, label: String = "other food", space: String = LessonHandlers.space
    ) async throws -> (meal: MealID, region: RegionID) {
        let meal = MealID.random(), region = RegionID(of: meal, at: 0)
        let found = Region(
            id: region, account: account, meal: meal, label: label, score: 0.6, box: [0, 0, 1, 1],
            photo: .random(of: account), orientation: 6, space: space,
            embedding: try #require(FoodEmbedding(embedding)),
            seenAt: bench.clock.now())
        try await bench.database.write(.request(correlationID: UUID())) { transaction in
            try await RegionRepository.add([found], in: transaction)
        }
        return (meal, region)
    }

    func teach(
        _ seen: (meal: MealID, region: RegionID), _ food: String?, by account: AccountID, version: Int64 = 2,
        name: String? = nil, saved: SavedFoodID? = nil, milligrams: Int64? = nil, figures: TaughtFigures? = nil,
        mayTrain: Bool = false, consents: Int64 = 1
    ) async throws {
        let taught = TaughtFood(
            regionID: seen.region, foodID: food, savedFoodID: saved, milligrams: milligrams, figures: figures)
        let foods = food == nil && name == nil && saved == nil ? [] : [taught]
        var names: Sealed<TaughtNames>?
        if let name {
            names = try await bench.sealer.seal(
                TaughtNames(regions: [seen.region.description: name]), .taughtFoodNames(seen.meal, of: account))
        }
        try await bench.deliver(
            LearnFood(
                accountID: account, mealID: seen.meal, version: version, foods: foods, names: names,
                consentVersion: consents, mayTrain: mayTrain, taughtAt: bench.clock.now()),
            to: TakeLesson(writer: writer), account: account)
    }

    func allow(_ mayTrain: Bool, _ account: AccountID, version: Int64) async throws {
        try await bench.deliver(
            ConsentChanged(
                accountID: account, version: version, allowed: mayTrain ? ["processing", "trainingPhotos"] : [],
                changedAt: bench.clock.now()),
            to: TrainingConsentHandler(writer: writer), account: account)
    }

    func decide(_ lesson: LessonID, of account: AccountID, accept: Bool = true) async throws {
        try await bench.deliver(
            ReviewLesson(
                accountID: account, lessonID: lesson, isAccepted: accept, reviewedAt: bench.clock.now()),
            to: DecideLesson(writer: writer), account: account)
    }

    /// The food recalled for a photo with this embedding.
    func recall(
        _ embedding: [Double], by account: AccountID, label: String = "other food", score: Double = 0.6,
        with memory: FoodMemory? = nil
    ) async throws -> Recollection? {
        try await (memory ?? self.memory).recollections(
            of: Self.sight(embedding, label: label, score: score), by: account)[0]
    }

    static func sight(_ embedding: [Double], label: String = "other food", score: Double = 0.6) -> FoodPrediction {
        var sight = FoodPrediction(
            foods: [
                FoodPrediction.Food(
                    label: label, score: score, box: [0, 0, 1, 1],
                    mass: MassModel.Estimate(logarithm: 5, spread: 0.8), method: .usual, embedding: embedding)
            ], light: PhotoLight(brightness: 0.5, sharpness: 20), predictor: Predictor(name: "test", version: "1"))
        sight.space = space
        return sight
    }

    func published() async throws -> [LessonChanged] { try await bench.database.events(LessonChanged.self).map(\.body) }
}

@Suite("Learned foods", .timeLimit(.minutes(10))) struct LessonTests {
    @Test("VIS-12: a lesson applies to the account's next photo")
    func personal() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            var maker = EmbeddingMaker()
            let stew = maker.embedding(), again = maker.like(stew, but: 0.1), cake = maker.embedding()
            #expect(try await handlers.recall(stew, by: account) == nil)
            let seen = try await handlers.see(stew, by: account)
            try await handlers.teach(seen, nil, by: account, name: "grandmother's stew", milligrams: 350_000)
            let found = try #require(try await handlers.recall(again, by: account))
            #expect(found.region == seen.region && found.milligrams == 350_000 && !found.isShared)
            #expect(try await handlers.recall(again, by: other) == nil)
            #expect(try await handlers.recall(cake, by: account) == nil)
            let meal = MealID.random()
            let names = try #require(try await handlers.memory.names(of: [nil, found], in: meal, of: account))
            let open = try await handlers.bench.sealer.open(names, .taughtFoodNames(meal, of: account))
            #expect(open.regions == [RegionID(of: meal, at: 1).description: "grandmother's stew"])
            // The name is sealed, and a person's own lessons need no confirmation.
            let stored = try await handlers.bench.database.pool.query("SELECT name FROM lessons")
            let sealed = try #require(try stored.first?.decode([UInt8].self))
            #expect(!String(decoding: sealed, as: UTF8.self).contains("stew"))
            #expect(try await handlers.published().isEmpty)
        }
    }

    @Test("VIS-12: typed figures are learned with the name, and never shared")
    func figures() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account()
            var maker = EmbeddingMaker()
            let embedding = maker.embedding(), seen = try await handlers.see(embedding, by: account)
            let figures = TaughtFigures(amounts: ["energy": 150_000], milligrams: 250_000)
            try await handlers.teach(seen, nil, by: account, name: "soup", figures: figures, mayTrain: true)
            #expect(try await handlers.recall(embedding, by: account)?.meaning.figures == figures)
            #expect(try await handlers.published().isEmpty)
            try await handlers.teach(seen, nil, by: account, version: 3, name: "soup", mayTrain: true)
            #expect(try await handlers.recall(embedding, by: account)?.meaning.figures == nil)
        }
    }

    @Test("lessons: can be corrected, withdrawn and restored, idempotently")
    func again() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account()
            var maker = EmbeddingMaker()
            let embedding = maker.embedding(), seen = try await handlers.see(embedding, by: account)
            try await handlers.teach(seen, "sr28-1", by: account, version: 2)
            try await handlers.teach(seen, "sr28-2", by: account, version: 3)
            try await handlers.teach(seen, "sr28-2", by: account, version: 3)
            try await handlers.teach(seen, "sr28-1", by: account, version: 2)
            #expect(try await handlers.recall(embedding, by: account)?.meaning.foodID == "sr28-2")
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM lessons") == 1)
            // The meal is deleted, restored, and then corrected.
            try await handlers.teach(seen, nil, by: account, version: 4)
            #expect(try await handlers.recall(embedding, by: account) == nil)
            try await handlers.teach(seen, "sr28-2", by: account, version: 5)
            #expect(try await handlers.recall(embedding, by: account)?.meaning.foodID == "sr28-2")
            try await handlers.teach(seen, nil, by: account, version: 6)
            try await handlers.teach(seen, "sr28-2", by: account, version: 5)
            #expect(try await handlers.recall(embedding, by: account) == nil)
        }
    }

    @Test("lessons: foreign regions, models and garbage are rejected")
    func strangers() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account(), thief = try await handlers.bench.account()
            var maker = EmbeddingMaker()
            let embedding = maker.embedding(), seen = try await handlers.see(embedding, by: account)
            try await handlers.teach(seen, "sr28-1", by: thief)
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM lessons") == 0)
            await #expect(throws: PermanentFailure.self) {
                try await handlers.bench.deliver(
                    LearnFood(
                        accountID: account, mealID: seen.meal, version: 9, foods: [], names: nil, consentVersion: 1,
                        mayTrain: false, taughtAt: handlers.bench.clock.now()),
                    to: TakeLesson(writer: handlers.writer), account: thief)
            }
            let old = try await handlers.see(embedding, by: account, space: "food-small/of-last-year")
            try await handlers.teach(old, "sr28-2", by: account)
            #expect(try await handlers.recall(embedding, by: account) == nil)
            var sight = LessonHandlers.sight(embedding)
            sight.space = ""
            #expect(try await handlers.memory.recollections(of: sight, by: account) == [nil])
        }
    }

    @Test("VIS-13, GW-22: accepted lessons apply to all instances")
    func everybody() async throws {
        try await LessonHandlers.with { handlers in
            let teacher = try await handlers.bench.account(), other = try await handlers.bench.account()
            var maker = EmbeddingMaker()
            let embedding = maker.embedding(), seen = try await handlers.see(embedding, by: teacher)
            let second = LessonHandlers.copy(handlers.bench)
            let secondMemory = FoodMemory(
                shared: second, pool: handlers.bench.database.pool, sealer: handlers.bench.sealer)
            try await handlers.shared.follow()
            try await second.follow()
            try await handlers.teach(seen, "sr28-1", by: teacher, mayTrain: true)
            let asked = try #require(try await handlers.published().first)
            #expect(asked.state == .proposed && asked.foodID == "sr28-1" && asked.label == "other food")
            #expect(asked.photo.account == teacher && asked.box == [0, 0, 1, 1])
            #expect(try await handlers.recall(embedding, by: other) == nil)
            try await handlers.decide(asked.lessonID, of: other)
            #expect(try await handlers.published().count == 1, "only the owner of the lesson counts")
            try await handlers.decide(asked.lessonID, of: teacher)
            try await handlers.decide(asked.lessonID, of: teacher, accept: false)
            #expect(try await handlers.published().map(\.state) == [.proposed, .accepted], "decided once")
            for (shared, memory) in [(handlers.shared, handlers.memory), (second, secondMemory)] {
                try await shared.follow()
                let found = try #require(try await handlers.recall(embedding, by: other, with: memory))
                #expect(found.isShared && found.meaning.foodID == "sr28-1" && found.milligrams == nil)
            }
            // A starting instance reads it from the store.
            let third = LessonHandlers.copy(handlers.bench)
            try await third.follow()
            #expect(third.count == 1)
            // A lesson with counter-evidence is disputed.
            let against = try await handlers.see(maker.like(embedding, but: 0.05), by: other)
            try await handlers.teach(against, "sr28-2", by: other, mayTrain: true)
            #expect(try await handlers.published().last?.doubts == ["contradictsShared"])
            // Without consent it is no longer shared, but remains the person's own.
            try await handlers.allow(false, teacher, version: 2)
            try await handlers.allow(true, teacher, version: 1)
            try await handlers.shared.follow()
            try await second.follow()
            #expect(handlers.shared.count == 0 && second.count == 0)
            let withdrawn = try await handlers.published().filter { $0.accountID == teacher }
            #expect(withdrawn.map(\.state) == [.proposed, .accepted, .personal])
            #expect(try await handlers.recall(embedding, by: teacher)?.meaning.foodID == "sr28-1")
            // With new consent it is reviewed again.
            try await handlers.allow(true, teacher, version: 3)
            let last = try #require(try await handlers.published().last)
            #expect(last.state == .proposed && last.lessonID != asked.lessonID)
        }
    }

    @Test(
        "VIS-13: a changed lesson is withdrawn and reviewed again"
    )
    func changed() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account()
            var maker = EmbeddingMaker()
            let embedding = maker.embedding(), seen = try await handlers.see(embedding, by: account)
            try await handlers.teach(seen, "sr28-1", by: account, version: 2, mayTrain: true)
            let first = try #require(try await handlers.published().first)
            try await handlers.decide(first.lessonID, of: account)
            try await handlers.shared.follow()
            #expect(handlers.shared.count == 1)
            try await handlers.teach(seen, "sr28-2", by: account, version: 3, mayTrain: true)
            try await handlers.shared.follow()
            #expect(handlers.shared.count == 0)
            let published = try await handlers.published()
            #expect(published.map(\.state) == [.proposed, .accepted, .personal, .proposed])
            #expect(published[2].lessonID == first.lessonID && published[3].lessonID != first.lessonID)
            #expect(published[2].version > published[1].version)
            // A decision on the earlier review has no effect.
            try await handlers.decide(first.lessonID, of: account)
            try await handlers.shared.follow()
            #expect(handlers.shared.count == 0)
            try await handlers.teach(seen, OwnFoodID.random().foodID, by: account, version: 4, mayTrain: true)
            #expect(try await handlers.published().last?.state == .personal)
        }
    }

    @Test("GW-19: an erased account's lessons leave the store and every instance")
    func erased() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            var maker = EmbeddingMaker()
            let embedding = maker.embedding(), seen = try await handlers.see(embedding, by: account)
            try await handlers.teach(seen, "sr28-1", by: account, mayTrain: true)
            try await handlers.decide(try #require(try await handlers.published().first).lessonID, of: account)
            try await handlers.shared.follow()
            #expect(try await handlers.recall(embedding, by: other) != nil)
            let erasure = AccountErasure(VisionErasure.list, keyRing: handlers.bench.keyRing)
            let deleted = try await handlers.bench.database.write(.request(correlationID: UUID())) { transaction in
                try await erasure.apply(to: account, .random(), at: Date(), in: transaction)
            }
            #expect(deleted == ["lessons": 1, "regions": 1, "taught_meals": 1, "consents": 1])
            try await handlers.shared.follow()
            #expect(try await handlers.recall(embedding, by: other) == nil && handlers.shared.count == 0)
        }
    }

    @Test("lessons: limited per account; unused ones expire after 90 days")
    func bounds() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account(), pool = handlers.bench.database.pool
            var maker = EmbeddingMaker()
            let first = try await handlers.see(maker.embedding(), by: account)
            try await handlers.teach(first, "sr28-1", by: account)
            handlers.bench.clock.advance(by: .seconds(1))
            let last = try await handlers.see(maker.embedding(), by: account)
            try await pool.execute(
                """
                INSERT INTO regions SELECT gen_random_uuid(), account_id, meal_id, label, score, box, photo,
                    orientation,
                    space, look, seen_at FROM regions, generate_series(1, \(LessonWriter.maxPerAccount))
                        WHERE region_id = \(last.region.uuid)
                """)
            try await pool.execute(
                """
                INSERT INTO lessons (region_id, lesson_id, account_id, meal_id, food_id, state, version, taught_at,
                    changed_at)
                SELECT region_id, gen_random_uuid(), account_id, gen_random_uuid(), 'sr28-3', 'personal', 1, seen_at,
                    seen_at
                FROM regions WHERE region_id NOT IN (\(first.region.uuid), \(last.region.uuid))
                """)
            handlers.bench.clock.advance(by: .seconds(1))
            try await handlers.teach(last, "sr28-2", by: account)
            #expect(
                try await handlers.bench.database.count("SELECT count(*) FROM lessons") == LessonWriter.maxPerAccount)
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM lessons WHERE region_id = \(first.region.uuid)") == 0)
            let retention = RegionRetention(pool: pool, clock: handlers.bench.clock)
            let untaught = try await handlers.see(maker.embedding(), by: account)
            try await retention.run()
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM regions WHERE region_id = \(untaught.region.uuid)") == 1)
            handlers.bench.clock.advance(by: .seconds(91 * 86_400))
            try await retention.run()
            let left = try await handlers.bench.database.count("SELECT count(*) FROM regions")
            #expect(left == LessonWriter.maxPerAccount, "lessons in use stay")
            // A lesson that arrives too late has no effect.
            try await handlers.teach(untaught, "sr28-1", by: account)
            #expect(
                try await handlers.bench.database.count("SELECT count(*) FROM lessons") == LessonWriter.maxPerAccount)
        }
    }

    @Test("VIS-12: a taught food takes its mass from the user's portion")
    func reading() throws {
        let meal = MealID.random(), saved = SavedFoodID.random()
        let sight = LessonHandlers.sight([1, 2, 3], label: "apple")
        let lesson = Recollection(
            region: .random(), meaning: .init(savedFoodID: saved), similarity: 0.912_34, isShared: false,
            taughtAt: Date(), milligrams: 200_000)
        let seen = try #require(SeenFood.all(of: sight, in: meal, [lesson]).first)
        #expect(seen.label == "apple" && seen.regionID == RegionID(of: meal, at: 0))
        #expect(seen.taught == .init(foodID: nil, savedFoodID: saved, similarity: 0.912, isShared: false))
        #expect(seen.milligrams == 200_000 && seen.lowMilligrams < 150_000 && seen.highMilligrams > 300_000)
        let plain = try #require(SeenFood.all(of: sight, in: meal, [nil]).first)
        #expect(plain.taught == nil && plain.milligrams == 148_400 && plain.regionID != nil)
        var blind = sight
        blind.space = ""
        #expect(SeenFood.all(of: blind, in: meal, []).first?.regionID == nil)
    }
}
