import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NutritionService

@Suite("Shared foods")
struct SharedFoodTests {
    private static let muesli: [String: Int64] = [
        "energy": 370_000, "protein": 10_000, "fat": 6_000, "carbohydrate": 66_000, "fiber": 8_000,
    ]

    private func submit(
        _ food: String, as id: FoodSubmissionID = .random(), of account: AccountID, in handlers: NutritionHandlers,
        language: String = "en"
    ) async throws {
        try await handlers.bench.deliver(
            SubmitFood(
                accountID: account, submissionID: id, ownFoodID: try #require(OwnFoodID(foodID: food)),
                language: language), to: handlers.takeSubmission, account: account, operation: .random())
    }

    private func review(
        _ id: FoodSubmissionID, of account: AccountID, accepted: Bool, reason: String? = nil,
        in handlers: NutritionHandlers
    ) async throws {
        try await handlers.bench.deliver(
            ReviewFood(
                accountID: account, submissionID: id, isAccepted: accepted, reason: reason,
                reviewedAt: handlers.bench.clock.now()), to: handlers.decideSubmission, account: account)
    }

    private func set(
        _ food: SharedFood?, as id: String, basedOn version: Int64, in handlers: NutritionHandlers
    ) async throws {
        let staff = try await handlers.bench.account()
        try await handlers.bench.deliver(
            SetCatalogueFood(accountID: staff, foodID: id, basedOn: version, food: food), to: handlers.setSharedFood,
            account: staff, operation: .random())
    }

    private static func food(_ name: String, energy: Int64 = 100_000) -> SharedFood {
        SharedFood(names: ["en": name], amounts: ["energy": energy, "protein": 1_000])
    }

    private func eaten(
        _ items: [MealItemInput], words: MealWords = MealWords(), of account: AccountID, in handlers: NutritionHandlers
    ) async throws -> MealItem {
        let meal = MealID.random()
        try await handlers.record(meal, of: account, try await handlers.entry(meal, of: account, words: words, items))
        return try #require(try await handlers.meals().last?.body.items.first)
    }

    @Test("NUT-33, OPS-20: an own food is accepted without personal data")
    func accepted() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = FoodSubmissionID.random()
            let own = try await handlers.addFood("Zwick muesli", Self.muesli, of: account)
            try await submit(own, as: id, of: account, in: handlers)
            var published = try await handlers.bench.database.events(FoodSubmissionChanged.self)
            #expect(published.map(\.body.state) == [.pending] && published[0].attributes.operationStatus == .succeeded)
            #expect(published[0].body.doubts.isEmpty)
            // Before the decision, other people do not find it.
            let stranger = try await handlers.bench.account()
            await #expect(throws: Rejection.self) {
                _ = try await eaten(
                    [MealItemInput(itemID: .random(), foodID: own, milligrams: 50_000)], of: stranger, in: handlers)
            }
            try await review(id, of: account, accepted: true, in: handlers)
            published = try await handlers.bench.database.events()
            let shared = try #require(try await handlers.bench.database.events(CatalogueFoodChanged.self).last)
            #expect(published.last?.body.state == .accepted && published.last?.body.foodID == shared.body.foodID)
            #expect(shared.attributes.key == shared.body.foodID && shared.body.origin == "submission")
            #expect(shared.body.food.names == ["en": "Zwick muesli"] && shared.body.food.amounts == Self.muesli)
            let text = String(decoding: try EventCoding.encode(shared.body), as: UTF8.self)
            let ids = [account.description, id.description, String(own.dropFirst(4))]
            #expect(ids.allSatisfy { !text.contains($0) && !shared.attributes.subject!.contains($0) })
            // By its id and by its name, for everyone.
            let byID = try await eaten(
                [MealItemInput(itemID: .random(), foodID: shared.body.foodID, milligrams: 50_000)], of: stranger,
                in: handlers)
            #expect(byID.source == .catalogue && byID.amounts == Self.muesli)
            var words = MealWords()
            let item = MealItemID.random()
            words[item] = "zwick MUESLI"
            let byName = try await eaten(
                [MealItemInput(itemID: item, foodID: nil, milligrams: 50_000)], words: words, of: stranger, in: handlers
            )
            #expect(byName.foodID == shared.body.foodID && byName.amounts == Self.muesli)
        }
    }

    @Test("OPS-20: a submission is decided once; later decisions change nothing")
    func decidedOnce() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = FoodSubmissionID.random()
            let own = try await handlers.addFood("Zwick muesli", Self.muesli, of: account)
            try await submit(own, as: id, of: account, in: handlers)
            await #expect(throws: Rejection.self, "the same food twice") {
                try await submit(own, of: account, in: handlers)
            }
            try await review(id, of: account, accepted: false, reason: "duplicate", in: handlers)
            try await review(id, of: account, accepted: true, in: handlers)
            let published = try await handlers.bench.database.events(FoodSubmissionChanged.self)
            #expect(published.last?.body.state == .refused && published.last?.body.reason == "duplicate")
            #expect(published.last?.body.version == 2)
            #expect(try await handlers.bench.database.events(CatalogueFoodChanged.self).isEmpty)
            // Refused, then submitted again and withdrawn.
            let second = FoodSubmissionID.random()
            try await submit(own, as: second, of: account, in: handlers)
            try await handlers.bench.deliver(
                WithdrawFood(accountID: account, submissionID: second), to: handlers.takeBackSubmission,
                account: account)
            try await review(second, of: account, accepted: true, in: handlers)
            #expect(try await handlers.bench.database.events(FoodSubmissionChanged.self).last?.body.state == .withdrawn)
            #expect(try await handlers.bench.database.events(CatalogueFoodChanged.self).isEmpty)
            await #expect(throws: Rejection.self, "a decided submission stays decided") {
                try await handlers.bench.deliver(
                    WithdrawFood(accountID: account, submissionID: id), to: handlers.takeBackSubmission,
                    account: account)
            }
        }
    }

    @Test("GW-23: submitting, deciding and withdrawing require ownership or role")
    func otherPerson() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let id = FoodSubmissionID.random()
            let own = try await handlers.addFood("Zwick muesli", Self.muesli, of: account)
            await #expect(throws: Rejection.self) { try await submit(own, of: other, in: handlers) }
            try await submit(own, as: id, of: account, in: handlers)
            await #expect(throws: Rejection.self) {
                try await review(id, of: other, accepted: true, in: handlers)
            }
            await #expect(throws: Rejection.self) {
                try await handlers.bench.deliver(
                    WithdrawFood(accountID: other, submissionID: id), to: handlers.takeBackSubmission, account: other)
            }
        }
    }

    @Test("GW-26: staff change, remove and restore a food; meals stay")
    func staff() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), apple = "sr28-09003"
            func order() -> [MealItemInput] {
                [MealItemInput(itemID: .random(), foodID: apple, milligrams: 100_000)]
            }
            #expect(try await eaten(order(), of: account, in: handlers).amounts["energy"] == 52_000)
            try await set(Self.food("apple, corrected", energy: 61_000), as: apple, basedOn: 0, in: handlers)
            #expect(
                try await eaten(order(), of: account, in: handlers).amounts == ["energy": 61_000, "protein": 1_000])
            await #expect(throws: Rejection.self, "made from an outdated version") {
                try await set(Self.food("apple"), as: apple, basedOn: 0, in: handlers)
            }
            try await set(nil, as: apple, basedOn: 1, in: handlers)
            await #expect(throws: Rejection.self) { _ = try await eaten(order(), of: account, in: handlers) }
            try await set(Self.food("apple"), as: apple, basedOn: 2, in: handlers)
            #expect(try await eaten(order(), of: account, in: handlers).amounts["energy"] == 100_000)
            let published = try await handlers.bench.database.events(CatalogueFoodChanged.self)
            #expect(published.map(\.body.version) == [1, 2, 3])
            #expect(published.map { $0.body.withdrawnAt != nil } == [false, true, false])
            #expect(published.allSatisfy { $0.attributes.operationStatus == .succeeded })
            let first = try #require(try await handlers.meals().first)
            #expect(first.body.items.first?.amounts["energy"] == 52_000)
        }
    }

    @Test("GW-26: a new shared food gets its own id")
    func refused() async throws {
        try await NutritionHandlers.with { handlers in
            try await set(Self.food("Zwick bar"), as: "fm-1", basedOn: 0, in: handlers)
            for (id, food) in [
                ("sr28-99999", Self.food("unknown")), ("no id", Self.food("x")), ("fm-2", nil),
                ("fm-3", SharedFood(names: [:], amounts: ["energy": 1])),
                ("fm-4", SharedFood(names: ["en": "x"], amounts: [:])),
                ("fm-5", SharedFood(names: ["en": "x"], amounts: ["gold": 1])),
                ("fm-6", SharedFood(names: ["de": "x"], amounts: ["energy": 1])),
            ] {
                await #expect(throws: Rejection.self, "\(id)") {
                    try await set(food, as: id, basedOn: 0, in: handlers)
                }
            }
            #expect(try await handlers.bench.database.events(CatalogueFoodChanged.self).map(\.body.foodID) == ["fm-1"])
        }
    }

    @Test("shared foods: reach all instances, also restarted ones, by snapshot")
    func copies() async throws {
        try await NutritionHandlers.with { handlers in
            let other = CatalogCache(try FoodLibrary.builtIn())
            func known(_ id: String) async throws -> CatalogueFood? {
                try await handlers.bench.database.pool.withTransaction { try await other.current(in: $0).food(id) }
            }
            #expect(try await known("fm-1") == nil)
            try await set(Self.food("Zwick bar"), as: "fm-1", basedOn: 0, in: handlers)
            #expect(try await known("fm-1")?.names[.english] == ["Zwick bar"])
            try await set(nil, as: "fm-1", basedOn: 1, in: handlers)
            #expect(try await known("fm-1") == nil)
            try await set(Self.food("Zwick roll"), as: "fm-2", basedOn: 0, in: handlers)
            let before = try await handlers.bench.database.events(CatalogueFoodChanged.self).count
            _ = try await handlers.snapshot(CatalogueSnapshots(), limit: 1)
            let again = try await handlers.bench.database.events(CatalogueFoodChanged.self).dropFirst(before)
            #expect(again.map(\.body.foodID) == ["fm-1", "fm-2"] && again.allSatisfy(\.attributes.isSnapshot))
            #expect(again.map { $0.body.withdrawnAt != nil } == [true, false])
        }
    }

    @Test("GW-33: erasure removes submissions; shared foods stay")
    func erased() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = FoodSubmissionID.random()
            let own = try await handlers.addFood("Zwick muesli", Self.muesli, of: account)
            let waiting = try await handlers.addFood("Zwick porridge", Self.muesli, of: account)
            try await submit(own, as: id, of: account, in: handlers)
            try await review(id, of: account, accepted: true, in: handlers)
            try await submit(waiting, of: account, in: handlers)
            let pool = handlers.bench.database.pool
            let erasure = AccountErasure(NutritionErasure.list, keyRing: handlers.bench.keyRing)
            let deleted = try await handlers.bench.database.write(.request(correlationID: UUID())) {
                try await erasure.apply(to: account, .random(), at: handlers.bench.clock.now(), in: $0)
            }
            #expect(deleted["food_submissions"] == 2 && deleted["own_foods"] == 2)
            let rows = try await pool.query("SELECT row_to_json(catalogue_foods)::text FROM catalogue_foods")
            let texts = try rows.map { try $0.decode(String.self) }
            #expect(texts.count == 1 && texts.allSatisfy { !$0.contains(account.description) })
        }
    }
}
