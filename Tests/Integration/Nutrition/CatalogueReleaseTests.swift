import EventContracts
import FoodCatalogue
import FoodLibrary
import FoodTables
import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NutritionService

@Suite("Imported food tables")
struct CatalogueReleaseTests {
    private static let bar = "off-4006381333931"

    /// Writes a table into a catalog store and records its release, as the operator's tool does.
    private func release(
        _ foods: [(id: String, name: String, energy: Double)], version: Int64, in store: URL,
        _ handlers: NutritionHandlers
    ) async throws -> CatalogueReleased {
        let rows = try foods.map { food in
            ReleaseRow.line(
                ImportedFood(
                    try #require(FoodID(food.id)), named: [.english: food.name],
                    amounts: NutrientAmounts([.energy: food.energy])))
        }
        let draft = store.appending(path: "off.sorted")
        try Data((ReleaseRow.head + rows.joined()).utf8).write(to: draft)
        let file = try CatalogueFiles(store).take(draft, of: "off")
        let release = CatalogueReleased(
            source: "off", version: version, uri: file.name, sha256: file.sha256, bytes: file.bytes,
            foods: Int64(foods.count), releasedAt: handlers.bench.clock.now())
        #expect(try await save(release, handlers))
        return release
    }

    private func save(_ release: CatalogueReleased, _ handlers: NutritionHandlers) async throws -> Bool {
        try await handlers.bench.database.pool.withTransaction {
            try await CatalogueReleaseRepository.save(release, rejected: 3, in: $0)
        }
    }

    private func work(_ store: URL?, _ handlers: NutritionHandlers, _ keeper: CatalogCache? = nil) -> CatalogReleaseJob
    {
        CatalogReleaseJob(
            database: handlers.bench.database, keeper: keeper ?? handlers.keepMeal.writer.catalogue,
            reader: CatalogueReader(store.map { CatalogueFiles($0) })
        )
    }

    private func eat(_ handlers: NutritionHandlers, of account: AccountID) async throws -> MealItem? {
        let meal = MealID.random()
        try await handlers.record(
            meal, of: account, try await handlers.entry(meal, of: account, [.food(Self.bar, 50)]))
        return try await handlers.meals().last?.body.items.first
    }

    private func published(_ handlers: NutritionHandlers) async throws -> [Event<CatalogueReleased>] {
        try await handlers.bench.database.events()
    }

    private func with(_ body: @escaping @Sendable (NutritionHandlers, URL) async throws -> Void) async throws {
        try await withTemporaryDirectory { store in
            try await NutritionHandlers.with { try await body($0, store) }
        }
    }

    @Test("NUT-26: an announced table is read once and used")
    func released() async throws {
        try await with { handlers, store in
            let account = try await handlers.bench.account()
            await #expect(throws: Rejection.self) { _ = try await eat(handlers, of: account) }
            let release = try await self.release([(Self.bar, "qwix bar", 400)], version: 1, in: store, handlers)
            await #expect(throws: TransientFailure.self) { _ = try await eat(handlers, of: account) }
            for _ in 0..<2 { try await work(store, handlers).run() }
            #expect(try await published(handlers).map(\.body) == [release])
            #expect(try await published(handlers).map(\.attributes.key) == ["off"])
            let item = try #require(try await eat(handlers, of: account))
            #expect(item.source == .catalogue && item.amounts == ["energy": 400_000])
            // Another instance reads it too, without publishing again.
            let other = CatalogCache(try FoodLibrary.builtIn())
            try await work(store, handlers, other).run()
            #expect(other.version(of: "off") == 1)
            #expect(try await published(handlers).count == 1)
        }
    }

    @Test("NUT-26: food table: commands wait two minutes for a missing file")
    func bounded() async throws {
        try await with { handlers, store in
            let account = try await handlers.bench.account()
            let release = try await self.release([(Self.bar, "qwix bar", 400)], version: 1, in: store, handlers)
            let file = store.appending(path: release.uri), away = store.appending(path: "away")
            try FileManager.default.moveItem(at: file, to: away)
            await #expect(throws: TransientFailure.self) { _ = try await eat(handlers, of: account) }
            handlers.bench.clock.advance(by: .seconds(CatalogCache.timeout - 1))
            await #expect(throws: TransientFailure.self) { _ = try await eat(handlers, of: account) }
            handlers.bench.clock.advance(by: .seconds(2))
            await #expect(throws: CatalogueFileError.self) { try await work(store, handlers).run() }
            for _ in 0..<2 {
                let refusal = await #expect(throws: Rejection.self) { _ = try await eat(handlers, of: account) }
                #expect(refusal?.problem.status == 503)
                #expect(refusal?.problem.detail?.contains("table off") == true)
            }
            // A newer release is awaited again, and one that can be read ends the wait.
            try FileManager.default.moveItem(at: away, to: file)
            try await work(store, handlers).run()
            #expect(try await eat(handlers, of: account)?.amounts == ["energy": 400_000])
            let missing = "off-4006381333948"
            _ = try await self.release([(missing, "qwix bar two", 410)], version: 2, in: store, handlers)
            let meal = MealID.random(), entry = try await handlers.entry(meal, of: account, [.food(missing, 50)])
            await #expect(throws: TransientFailure.self) { try await handlers.record(meal, of: account, entry) }
        }
    }

    @Test("NUT-26: a newer release replaces the older one; meals stay")
    func replaced() async throws {
        try await with { handlers, store in
            let account = try await handlers.bench.account()
            var release = try await self.release([(Self.bar, "qwix bar", 400)], version: 1, in: store, handlers)
            try await work(store, handlers).run()
            _ = try await eat(handlers, of: account)
            release = try await self.release([(Self.bar, "qwix bar", 410)], version: 2, in: store, handlers)
            #expect(try await save(release, handlers) == false, "the same again")
            try await work(store, handlers).run()
            #expect(try await eat(handlers, of: account)?.amounts == ["energy": 410_000])
            release.version = 3
            release.withdrawnAt = handlers.bench.clock.now()
            #expect(try await save(release, handlers))
            try await work(nil, handlers).run()
            #expect(try await published(handlers).map(\.body.version) == [1, 2, 3])
            await #expect(throws: Rejection.self) { _ = try await eat(handlers, of: account) }
            #expect(try await handlers.meals().first?.body.items.first?.amounts == ["energy": 400_000])
            _ = try await handlers.snapshot(
                CatalogueReleaseSnapshots(), limit: 2)
            let last = try #require(try await published(handlers).last)
            #expect(last.body == release && last.attributes.isSnapshot)
        }
    }

    @Test("NUT-26: a damaged file is not announced; other tables continue")
    func damaged() async throws {
        try await with { handlers, store in
            _ = try await release([(Self.bar, "qwix bar", 400)], version: 1, in: store, handlers)
            var wrong = CatalogueReleased(
                source: "fdc", version: 1, uri: "fdc-0.tsv", sha256: String(repeating: "0", count: 64), bytes: 3,
                foods: 1, releasedAt: handlers.bench.clock.now())
            #expect(try await save(wrong, handlers))
            try Data("abc".utf8).write(to: store.appending(path: wrong.uri))
            await #expect(throws: CatalogueFileError.changed("fdc-0.tsv")) { try await work(store, handlers).run() }
            #expect(try await published(handlers).map(\.body.source) == ["off"])
            wrong.version = 2
            wrong.withdrawnAt = handlers.bench.clock.now()
            #expect(try await save(wrong, handlers))
            try await work(store, handlers).run()
            #expect(try await published(handlers).map(\.body.version) == [1, 2])
            await #expect(throws: CatalogueFileError.noDirectory) {
                try await work(nil, handlers, CatalogCache(try FoodLibrary.builtIn()))
                    .run()
            }
        }
    }
}
