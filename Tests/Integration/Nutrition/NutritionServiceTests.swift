import EventContracts
import FoodCatalogue
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NutritionService

@Suite("Nutrition service, fully composed")
struct NutritionServiceTests {
    @Test("NUT-03, NUT-05: commands produce events; rejections are reported")
    func ordersInMealsOut() async throws {
        try await ServiceBench.with(
            service: "nutrition", migrations: try NutritionMigrations.all(), neighbor: "ingestion"
        ) { bench in
            let service = try NutritionService.build(.init(settings: bench.settings), clock: bench.clock)
            let account = try await bench.account(), meal = MealID.random()
            let operations = (0..<3).map { _ in OperationID.random() }
            let day = CalendarDay(bench.clock.now(), in: .gmt)
            let entry = MealEntry(
                day: day, eatenAt: bench.clock.now(), utcOffset: 0, slot: .lunch, language: "en",
                words: try await bench.sealer.seal(MealWords(), .mealWords(meal, of: account)),
                items: [.food("sr28-09003", 100)])
            try await bench.running(service) {
                try await bench.publish(
                    RecordMeal(accountID: account, mealID: meal, version: 1, meal: entry, days: []), of: account,
                    subject: meal, operation: operations[0])
                try await bench.publish(
                    SetGoals(accountID: account, version: 1, goals: GoalSettings(energy: 2_000_000)), of: account,
                    subject: account, operation: operations[1])
                try await bench.publish(
                    DeleteMeal(accountID: account, mealID: .random(), version: 1, days: []), of: account,
                    operation: operations[2])
                try await eventually("the last command is rejected") {
                    try await bench.database.events(NutritionCommandRejected.self).count == 1
                }
                try await eventually("all events are sent") {
                    try await bench.database.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
            }
            let meals = try await bench.database.events(MealChanged.self)
            #expect(meals.map(\.attributes.operationID) == [operations[0]])
            #expect(meals.first?.body.totals.decimal(.energy) == 52)
            #expect(try await bench.database.events(DayChanged.self).map(\.body.meals) == [1])
            #expect(try await bench.database.events(GoalsChanged.self).map(\.attributes.operationID) == [operations[1]])
            let rejected = try await bench.database.events(NutritionCommandRejected.self)
            #expect(rejected.map(\.attributes.operationID) == [operations[2]])
            #expect(rejected.map(\.body.problem.status) == [404])
        }
    }
}
