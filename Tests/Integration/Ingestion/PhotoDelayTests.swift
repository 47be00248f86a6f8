import EventContracts
import Foundation
import IngestionCore
import IngestionPhotos
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Delayed photos") struct PhotoDelayTests {
    private struct Scene {
        let bench: HandlerBench
        let delays: PhotoDelays

        /// A pending operation, with a photo by default.
        func order(_ account: AccountID, lane: PhotoLane? = .label) async throws {
            let now = bench.clock.now()
            try await bench.database.pool.execute(
                """
                INSERT INTO operations (
                    operation_id, account_id, kind, resource_kind, resource_id, lane, created_at, updated_at)
                VALUES (
                    gen_random_uuid(), \(account.uuid), 'assessLabel', 'label-scan', gen_random_uuid(),
                    \(lane?.rawValue), \(now), \(now))
                """)
        }

        /// Ends all operations of an account.
        func answer(_ account: AccountID) async throws {
            try await bench.database.pool.execute(
                """
                UPDATE operations SET status = 'succeeded', ended_at = \(bench.clock.now())
                WHERE account_id = \(account.uuid)
                """)
        }

        func events() async throws -> [PhotosDelayed] {
            try await bench.database.pool.query("SELECT body FROM outbox ORDER BY id").map {
                try EventCoding.decode(PhotosDelayed.self, from: try $0.decode([UInt8].self))
            }
        }

        func advance(_ seconds: Double) { bench.clock.advance(by: .seconds(seconds)) }
    }

    private func with(_ body: (Scene) async throws -> Void) async throws {
        try await HandlerBench.with(
            service: IngestionService.name, migrations: try IngestionMigrations.all()
        ) { bench in
            try await body(Scene(bench: bench, delays: PhotoDelays(database: bench.database)))
        }
    }

    @Test("NOT-15: a long delay has one notice, and its end another")
    func once() async throws {
        try await with { scene in
            let one = AccountID.random(), other = AccountID.random(), typed = AccountID.random()
            for _ in 0..<2 { try await scene.order(one) }
            try await scene.order(typed, lane: nil)
            scene.advance(PhotoDelays.bound)
            try await scene.order(other)
            try await scene.delays.run()
            #expect(try await scene.events().isEmpty, "ten minutes are not over")
            scene.advance(1)
            async let first: Void = scene.delays.run()
            async let second: Void = scene.delays.run()
            _ = try await (first, second)
            let began = EventTime.truncate(scene.bench.clock.now())
            #expect(try await scene.events() == [PhotosDelayed(accountID: one, beganAt: began)])
            scene.advance(60)
            try await scene.delays.run()
            #expect(try await scene.events().count == 1, "it goes on")
            try await scene.answer(one)
            for _ in 0..<2 { try await scene.delays.run() }
            let ended = EventTime.truncate(scene.bench.clock.now())
            #expect(
                try await scene.events().dropFirst() == [PhotosDelayed(accountID: one, beganAt: began, endedAt: ended)])
        }
    }

    @Test("NOT-15: intermittent delays within hours are one incident")
    func rests() async throws {
        try await with { scene in
            let one = AccountID.random()
            for round in 1...3 {
                try await scene.order(one)
                scene.advance(PhotoDelays.bound + 1)
                try await scene.delays.run()
                try await scene.answer(one)
                try await scene.delays.run()
                #expect(try await scene.events().count == (round < 3 ? 2 : 4))
                if round == 2 { scene.advance(PhotoDelays.rest) }
            }
            let said = try await scene.events()
            #expect(Set(said.map(\.beganAt)).count == 2 && said.count { $0.endedAt == nil } == 2)
        }
    }
}
