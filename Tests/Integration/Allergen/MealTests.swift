import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

/// Meals in the form of `nutrition`'s events.
extension AllergenHandlers {
    fileprivate func meal(
        _ names: [String], of account: AccountID, _ meal: MealID = .random(), version: Int64 = 1,
        eatenAt: Date? = nil, deleted: Bool = false, title: String? = nil
    ) async throws -> MealChanged {
        let items = names.map { _ in MealItemID.random() }
        var words = MealWords(name: title)
        for (item, name) in zip(items, names) { words[item] = name }
        let now = bench.clock.now()
        return MealChanged(
            accountID: account, mealID: meal, version: version, day: .epoch, eatenAt: eatenAt ?? now, utcOffset: 0,
            slot: .lunch, words: try await bench.sealer.seal(words, .mealWords(meal, of: account)),
            items: items.map {
                MealItem(itemID: $0, foodID: nil, source: .none, milligrams: nil, basis: .hundredGrams, amounts: [:])
            }, totals: NutrientSums(of: items.count), recordedAt: now, deletedAt: deleted ? now : nil)
    }

    fileprivate func take(_ meal: MealChanged) async throws {
        try await bench.deliver(meal, to: judgeMeal, account: meal.accountID)
    }

    fileprivate func judged() async throws -> [MealJudged] {
        let events: [Event<MealJudged>] = try await bench.database.events()
        return events.map(\.body)
    }
}

@Suite("Meal assessment")
struct MealTests {
    @Test("ALG-05, ALG-07: meal: compared with the profile and announced")
    func judges() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.peanuts])
            let meal = try await handlers.meal(
                ["satay with peanut sauce", "zorglub"], of: account, title: "Milk and bread")
            try await handlers.take(meal)
            let judged = try #require(try await handlers.judged().first)
            #expect(judged.version == 1 && judged.mealVersion == 1 && judged.news == .meal)
            #expect(judged.profileVersion == 1 && !judged.profileEmpty)
            let peanuts = try #require(judged.allergens.first { $0.allergen == .group(.peanuts) })
            #expect(peanuts.inProfile && peanuts.likelihood == .named)
            #expect(judged.allergens.contains { $0.allergen == .group(.milk) && !$0.inProfile })
            #expect(judged.unknownItems == [meal.items[1].itemID] || judged.unknownItems == meal.items.map(\.itemID))
            let details = try await handlers.bench.sealer.open(
                judged.details, .mealAllergens(meal.mealID, of: account))
            #expect(
                details.evidence.contains {
                    $0.allergen == .group(.peanuts) && $0.basis == .name && $0.itemID == meal.items[0].itemID
                        && $0.text.contains("peanut")
                })
        }
    }

    @Test("meal: a newer version is judged once; an older one changes nothing")
    func order() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = MealID.random()
            let first = try await handlers.meal(["peanut soup"], of: account, id)
            let second = try await handlers.meal(["apple"], of: account, id, version: 2)
            for meal in [first, first, second, first, second] { try await handlers.take(meal) }
            let judged = try await handlers.judged()
            #expect(judged.map(\.mealVersion) == [1, 2] && judged.map(\.version) == [1, 2])
            #expect(judged.last?.allergens.contains { $0.allergen == .group(.peanuts) } == false)
        }
    }

    @Test("meals: older versions after the newest change nothing")
    func reordered() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = MealID.random()
            for version: Int64 in [3, 1, 2] {
                try await handlers.take(try await handlers.meal(["apple"], of: account, id, version: version))
            }
            #expect(try await handlers.judged().map(\.mealVersion) == [3])
        }
    }

    @Test("ALG-07: a meal of more than 14 days ago raises no notice")
    func longAgo() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            for days in [13.0, 15.0] {
                try await handlers.take(
                    try await handlers.meal(
                        ["cheese"], of: account, eatenAt: handlers.bench.clock.now() - days * 86_400))
            }
            let judged = try await handlers.judged()
            #expect(judged.map(\.news) == [.meal, nil] && judged.allSatisfy { !$0.allergens.isEmpty })
        }
    }

    @Test("meal: its deletion and restoration raise no notice")
    func deletedAndRestored() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = MealID.random()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.take(try await handlers.meal(["cheese"], of: account, id))
            try await handlers.take(try await handlers.meal(["cheese"], of: account, id, version: 2, deleted: true))
            try await handlers.take(try await handlers.meal(["cheese"], of: account, id, version: 3))
            let judged = try await handlers.judged()
            #expect(judged.map(\.news) == [.meal, nil, nil])
            #expect(judged.map { $0.deletedAt != nil } == [false, true, false])
            // Deleted again, the meal is removed permanently after 30 days.
            try await handlers.take(try await handlers.meal(["cheese"], of: account, id, version: 4, deleted: true))
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM meals") == 0)
        }
    }

    @Test("ALG-11: a new profile rechecks all meals; notices are for today only")
    func profileChanges() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), now = handlers.bench.clock.now()
            let old = try await handlers.meal(["cheese"], of: account, eatenAt: now.addingTimeInterval(-3 * 86_400))
            let fresh = try await handlers.meal(["cheese"], of: account)
            for meal in [old, fresh] { try await handlers.take(meal) }
            #expect(try await handlers.judged().allSatisfy { $0.news == nil && $0.profileEmpty })
            try await handlers.setProfile(of: account, version: 1, [.milk])
            let again = Array(try await handlers.judged().dropFirst(2))
            #expect(again.map(\.mealID) == [old.mealID, fresh.mealID])
            #expect(again.map(\.news) == [nil, .profile] && again.allSatisfy { $0.version == 2 })
            #expect(again.allSatisfy { $0.allergens.contains { $0.allergen == .group(.milk) && $0.inProfile } })
            // The same profile again, or one that adds nothing, has no effect.
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.setProfile(of: account, version: 2, [.milk, .lupin])
            #expect(try await handlers.judged().suffix(2).map(\.news) == [nil, nil])
        }
    }

    @Test("ALG-05: an allergen that returns to a meal is reported again")
    func comesBack() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = MealID.random()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            for (version, names) in [(Int64(1), ["cheese"]), (2, ["apple"]), (3, ["apple", "cheese"])] {
                try await handlers.take(try await handlers.meal(names, of: account, id, version: version))
            }
            #expect(try await handlers.judged().map(\.news) == [.meal, nil, .meal])
        }
    }

    @Test("meal: an empty profile causes no alert; allergens are still listed")
    func withoutProfile() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.take(try await handlers.meal(["peanut soup"], of: account))
            let judged = try #require(try await handlers.judged().first)
            #expect(judged.profileEmpty && judged.news == nil && !judged.allergens.isEmpty)
        }
    }

    @Test("meal: an id of another account is rejected")
    func foreign() async throws {
        try await AllergenHandlers.with { handlers in
            let owner = try await handlers.bench.account(), other = try await handlers.bench.account(),
                id = MealID.random()
            try await handlers.take(try await handlers.meal(["cheese"], of: owner, id))
            try await handlers.take(try await handlers.meal(["apple"], of: other, id, version: 2))
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM meals WHERE account_id = \(owner.uuid) AND meal_version = 1") == 1)
        }
    }

    @Test("meal assessments: republished in pages, without notices")
    func snapshots() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            for _ in 0..<3 { try await handlers.take(try await handlers.meal(["cheese"], of: account)) }
            let notified = try await handlers.judged()
            #expect(try await handlers.snapshot(AllergenService.mealSnapshots) == 2)
            let again = try await handlers.judged().dropFirst(3)
            #expect(again.count == 3 && again.allSatisfy { $0.news == nil })
            for meal in notified {
                let same = try #require(again.first { $0.mealID == meal.mealID })
                #expect(same.version == meal.version && same.allergens == meal.allergens)
            }
        }
    }
}

@Suite("Dish table upgrade")
struct MealRecheckTests {
    private func walk(_ handlers: AllergenHandlers, begunAt: Date = Date(), batchSize: Int = 100) -> KnowledgeRecheck {
        KnowledgeRecheck(
            batchSize: batchSize,
            database: handlers.bench.database, lock: AccountLock(), knowledge: .meals,
            writer: handlers.judgeMeal.writer, turn: .meals, begunAt: begunAt)
    }

    /// Makes the meals look as if an older table had assessed them and found no allergens.
    private func forget(_ handlers: AllergenHandlers) async throws {
        try await KnowledgeRepository.meals.begin("old/1", at: .distantPast, on: handlers.bench.database.pool)
        try await handlers.bench.database.pool.execute(
            """
            UPDATE meals SET judged = jsonb_set(jsonb_set(judged, '{knowledgeVersion}', '"old/1"'), '{allergens}',
                '[]'),
                told = '{"possible": [], "likely": [], "otherMatches": 0}'
            """)
    }

    @Test("ALG-11: a new lexicon rechecks all meals once")
    func judgesAgain() async throws {
        try await AllergenHandlers.with { handlers in
            let now = handlers.bench.clock.now()
            var recent: Set<MealID> = [], old: Set<MealID> = []
            for _ in 0..<2 {
                let account = try await handlers.bench.account()
                try await handlers.setProfile(of: account, version: 1, [.milk])
                let fresh = try await handlers.meal(["cheese"], of: account)
                let before = try await handlers.meal(
                    ["cheese"], of: account, eatenAt: now.addingTimeInterval(-3 * 86_400))
                for meal in [fresh, before] { try await handlers.take(meal) }
                recent.insert(fresh.mealID)
                old.insert(before.mealID)
            }
            try await forget(handlers)
            for _ in 0..<2 { try await walk(handlers).run() }
            let again = Array(try await handlers.judged().dropFirst(4))
            #expect(again.count == 4 && again.allSatisfy { $0.version == 2 && $0.mealVersion == 1 })
            #expect(again.allSatisfy { $0.allergens.contains { $0.allergen == .group(.milk) && $0.inProfile } })
            #expect(again.allSatisfy { $0.knowledgeVersion == handlers.judgeMeal.writer.knowledgeVersion })
            #expect(Set(again.filter { $0.news == .knowledge }.map(\.mealID)) == recent)
            #expect(Set(again.filter { $0.news == nil }.map(\.mealID)) == old)
        }
    }

    @Test("ALG-11: rechecks in several transactions have different event ids")
    func severalBatches() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), now = handlers.bench.clock.now()
            let ids = [MealID.random(), .random(), .random()].sorted { $0.uuid.uuidString < $1.uuid.uuidString }
            // The first id, from which the first transaction's event ids derive, is that of the newest meal.
            for (place, id) in ids.enumerated() {
                let eatenAt = now.addingTimeInterval(-3_600 * Double(place + 1))
                try await handlers.take(try await handlers.meal(["cheese"], of: account, id, eatenAt: eatenAt))
            }
            try await forget(handlers)
            try await walk(handlers, batchSize: 1).run()
            let events: [Event<MealJudged>] = try await handlers.bench.database.events()
            #expect(events.dropFirst(3).map(\.body.mealID) == ids)
            #expect(Set(events.map(\.attributes.id)).count == 6)
        }
    }

    @Test("ALG-11: the same upgrade after a rollback rechecks again")
    func upgradedTwice() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), pool = handlers.bench.database.pool
            let ids = [MealID.random(), .random()].sorted { $0.uuid.uuidString < $1.uuid.uuidString }
            for id in ids { try await handlers.take(try await handlers.meal(["cheese"], of: account, id)) }
            // The first meal, from which the transaction's event ids derive, cannot be decrypted and keeps its version.
            try await pool.execute("UPDATE meals SET words = '\\x00' WHERE meal_id = \(ids[0].uuid)")
            let start = Date()
            for upgrade in 1...2 {
                try await forget(handlers)
                try await walk(handlers, begunAt: start + Double(upgrade)).run()
            }
            let events: [Event<MealJudged>] = try await handlers.bench.database.events()
            #expect(events.dropFirst(2).map(\.body.mealID) == [ids[1], ids[1]])
            #expect(Set(events.map(\.attributes.id)).count == 4)
        }
    }

    @Test("ALG-11: the newest instance rechecks; deleted meals are skipped")
    func newestWins() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), gone = MealID.random()
            try await handlers.take(try await handlers.meal(["cheese"], of: account))
            try await handlers.take(try await handlers.meal(["cheese"], of: account, gone))
            try await handlers.take(try await handlers.meal(["cheese"], of: account, gone, version: 2, deleted: true))
            try await forget(handlers)
            let now = Date()
            try await KnowledgeRepository.meals.begin("newer/2", at: now, on: handlers.bench.database.pool)
            try await walk(handlers, begunAt: now - 60).run()
            #expect(try await handlers.judged().count == 3)
            try await walk(handlers, begunAt: now + 60).run()
            #expect(try await handlers.judged().count == 4)
        }
    }

    @Test("ALG-11: an account without a key does not block other accounts")
    func erased() async throws {
        try await AllergenHandlers.with { handlers in
            let gone = try await handlers.bench.account(), other = try await handlers.bench.account()
            for account in [gone, other] {
                try await handlers.setProfile(of: account, version: 1, [.milk])
                try await handlers.take(try await handlers.meal(["cheese"], of: account))
            }
            try await forget(handlers)
            try await handlers.bench.keyRing.destroyKey(for: gone.uuid)
            try await walk(handlers).run()
            #expect(try await handlers.judged().dropFirst(2).map(\.accountID) == [other])
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM meals WHERE knowledge_version = 'old/1'") == 0)
        }
    }
}
