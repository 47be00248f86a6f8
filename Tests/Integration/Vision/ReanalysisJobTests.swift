import EventContracts
import Foundation
import Messaging
import Postgres
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Lessons after a model change", .timeLimit(.minutes(10))) struct ReanalysisJobTests {
    private static let old = "test/of-last-year"

    /// An instance with the new model; `look` replaces the model.
    private static func copy(
        _ handlers: LessonHandlers, _ registry: MetricsRegistry = MetricsRegistry(),
        analyze: @escaping @Sendable (Reanalysis) async throws -> FoodEmbedding?
    ) -> ReanalysisJob {
        ReanalysisJob(
            pool: handlers.bench.database.pool, clock: handlers.bench.clock, metrics: registry,
            space: { LessonHandlers.space },
            analyze: analyze)
    }

    @Test(
        "VIS-12, VIS-13: a new model recomputes lessons in every instance")
    func upgraded() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let pool = handlers.bench.database.pool
            var maker = EmbeddingMaker()
            let before = maker.embedding(), now = maker.embedding(), embedding = try #require(FoodEmbedding(now))
            let seen = try await handlers.see(before, by: account, space: Self.old)
            try await handlers.teach(seen, "sr28-1", by: account, mayTrain: true)
            try await handlers.decide(try #require(try await handlers.published().first).lessonID, of: account)
            try await handlers.shared.follow()
            #expect(try await handlers.recall(now, by: account) == nil && handlers.shared.count == 0)
            // Of two concurrent instances one does the work.
            let analyzed = Mutex<[Reanalysis]>([])
            let again = Self.copy(handlers) { taken in
                analyzed.withLock { $0.append(taken) }
                return embedding
            }
            async let first: Void = again.run()
            async let second: Void = again.run()
            _ = try await (first, second)
            try await again.run()
            #expect(analyzed.withLock { $0.map(\.region) } == [seen.region])
            #expect(analyzed.withLock { $0.first?.box } == [0, 0, 1, 1])
            #expect(try await handlers.recall(now, by: account)?.meaning.foodID == "sr28-1")
            try await handlers.shared.follow()
            #expect(try await handlers.recall(now, by: other)?.isShared == true)
            // An instance with the old model uses its own embeddings.
            let own = try await LessonRepository.known(to: account, in: Self.old, on: pool)
            #expect(own.map(\.embedding) == [try #require(FoodEmbedding(before))])
            // Erasure removes both embeddings.
            let erasure = AccountErasure(VisionErasure.list, keyRing: handlers.bench.keyRing)
            _ = try await handlers.bench.database.write(.request(correlationID: UUID())) { transaction in
                try await erasure.apply(to: account, .random(), at: Date(), in: transaction)
            }
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM later_looks") == 0)
        }
    }

    @Test("VIS-12: a lesson without its photo is not retried")
    func gone() async throws {
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account(), registry = MetricsRegistry()
            var maker = EmbeddingMaker()
            let embedding = try #require(FoodEmbedding(maker.embedding()))
            let seen = try await handlers.see(maker.embedding(), by: account, space: Self.old)
            try await handlers.teach(seen, "sr28-1", by: account)
            try await Self.copy(handlers, registry) { _ in throw Postponed("the photo store is away") }.run()
            #expect(registry.exposition().contains("foodmagic_vision_lessons_waiting 1"))
            let tries = Mutex(0)
            let missing = Self.copy(handlers, registry) { _ in
                tries.withLock { $0 += 1 }
                return nil
            }
            try await missing.run()
            #expect(tries.withLock(\.self) == 0, "not before its time")
            handlers.bench.clock.advance(by: .seconds(301))
            try await missing.run()
            handlers.bench.clock.advance(by: .seconds(100_000))
            try await missing.run()
            #expect(tries.withLock(\.self) == 1, "a lesson without its photo is not retried")
            #expect(registry.exposition().contains("foodmagic_vision_lessons_resting 1"))
            #expect(registry.exposition().contains("foodmagic_vision_lessons_waiting 0"))
            try await Self.copy(handlers) { _ in embedding }.run()
            #expect(
                try await LessonRepository.known(
                    to: account, in: LessonHandlers.space, on: handlers.bench.database.pool
                ).isEmpty)
        }
    }

    @Test(
        "VIS-12: another instance continues after a crash"
    )
    func killed() async throws {
        struct Killed: Error {}
        try await LessonHandlers.with { handlers in
            let account = try await handlers.bench.account()
            var maker = EmbeddingMaker()
            let now = maker.embedding(), embedding = try #require(FoodEmbedding(now))
            let seen = try await handlers.see(maker.embedding(), by: account, space: Self.old)
            try await handlers.teach(seen, "sr28-1", by: account)
            let dying = Self.copy(handlers) { _ in throw Killed() }, living = Self.copy(handlers) { _ in embedding }
            await #expect(throws: Killed.self) { try await dying.run() }
            try await living.run()
            #expect(try await handlers.recall(now, by: account) == nil, "still claimed by another instance")
            handlers.bench.clock.advance(by: .seconds(121))
            try await living.run()
            #expect(try await handlers.recall(now, by: account)?.meaning.foodID == "sr28-1")
            let bad = try await handlers.see(maker.embedding(), by: account, space: Self.old)
            try await handlers.teach(bad, "sr28-2", by: account)
            for _ in 0..<ReanalysisJob.maxAttempts {
                await #expect(throws: Killed.self) { try await dying.run() }
                handlers.bench.clock.advance(by: .seconds(121))
            }
            try await dying.run()
            #expect(
                try await handlers.bench.database.count("SELECT count(*) FROM later_looks WHERE rests") == 1)
        }
    }
}
