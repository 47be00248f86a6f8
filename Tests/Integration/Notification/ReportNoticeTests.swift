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

@testable import NotificationService

@Suite("Meal report notices in the inbox")
struct ReportNoticeTests {
    private static func meal(
        _ scene: InboxScene, _ id: MealID, version: Int64 = 1, slot: MealSlot = .lunch, isPhoto: Bool = true
    ) -> MealChanged {
        let now = scene.bench.clock.now()
        let seen = SeenFood(
            label: "soup", score: 0.9, box: [0, 0, 1, 1], milligrams: 250_000, lowMilligrams: 200_000,
            highMilligrams: 300_000, method: .usual, predictor: "test")
        return MealChanged(
            accountID: scene.account, mealID: id, version: version, day: CalendarDay(now, in: .gmt), eatenAt: now,
            utcOffset: 0, slot: slot, words: Sealed(bytes: [1]),
            items: [
                MealItem(
                    itemID: .random(), foodID: nil, source: .none, milligrams: nil, basis: .hundredGrams, amounts: [:],
                    seen: isPhoto ? seen : nil)
            ], totals: NutrientSums(), recordedAt: now, deletedAt: nil)
    }

    @Test(
        "NOT-08: report notice: only for photographed meals, once")
    func reports() async throws {
        try await InboxScene.with { scene in
            try await scene.reach(scene.account)
            let handler = ReportNoticeHandler(inboxWriter: scene.inboxWriter), soup = MealID.random(),
                bread = MealID.random()
            try await scene.deliver(Self.meal(scene, .random(), isPhoto: false), to: handler)
            try await scene.deliver(Self.meal(scene, soup, version: 2), to: handler)
            #expect(try await scene.published().isEmpty)
            let first = Self.meal(scene, soup)
            for _ in 0..<2 { try await scene.deliver(first, to: handler) }
            scene.bench.clock.advance(by: .seconds(20))
            try await scene.deliver(Self.meal(scene, bread), to: handler)
            try await scene.deliver(Self.meal(scene, .random(), slot: .snack), to: handler)
            let published = try await scene.published()
            #expect(published.count == 3 && Set(published.map(\.notice.noticeID)).count == 2)
            #expect(published.allSatisfy { $0.text.title == "Your meal report is ready" })
            let stored = try await scene.bench.database.write(.request(correlationID: UUID())) {
                try await NoticeRepository.page(after: nil, limit: 10, in: $0)
            }
            #expect(stored.contains { $0.mealID == bread } && !stored.contains { $0.mealID == soup })
            // The report waits a little, and is then announced once for the slot.
            let planner = DeliveryPlanner(pool: scene.bench.database.pool, clock: scene.bench.clock)
            scene.bench.clock.advance(by: .seconds(15))
            #expect(try await planner.plan(isUrgent: false) == 0)
            scene.bench.clock.advance(by: .seconds(16))
            #expect(try await planner.plan(isUrgent: false) == 2)
            #expect(try await scene.bench.database.count("SELECT count(*) FROM deliveries") == 2)
        }
    }
}
