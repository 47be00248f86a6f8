import EventContracts
import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Analysis capacity", .timeLimit(.minutes(10)))
struct CapacityTests {
    private static let moment = Date(timeIntervalSince1970: 1_768_478_400)

    private static func measured(after seconds: Double = 0, waiting: Int = 0) -> CapacityMeasured {
        CapacityMeasured(
            measuredAt: moment.addingTimeInterval(seconds), workers: 2,
            lanes: [.init(lane: .label, secondsPerPhoto: 1.5, waiting: waiting, running: 0)])
    }

    private struct CapacityScene {
        let bench: HandlerBench
        var report: CapacityReport { CapacityReport(database: bench.database) }

        func published() async throws -> [CapacityMeasured] {
            try await bench.database.events(CapacityMeasured.self).map(\.body)
        }

        func measure(_ seconds: Double, on lane: PhotoLane = .label) async throws {
            try await bench.database.pool.withTransaction { transaction in
                try await CapacityRepository.note(.seconds(seconds), on: lane, in: transaction)
            }
        }
    }

    private func withScene(_ body: (CapacityScene) async throws -> Void) async throws {
        try await HandlerBench.with(service: VisionService.name, migrations: VisionMigrations.all()) { bench in
            try await body(CapacityScene(bench: bench))
        }
    }

    @Test(
        "GW-40: capacity: published at most once a second, at least every ten",
        arguments: [(0.9, 1, false), (1.0, 1, true), (1.0, 0, false), (8.9, 0, false), (9.0, 0, true), (-1, 0, true)])
    func due(seconds: Double, waiting: Int, isDue: Bool) {
        let published = Self.measured(), measured = Self.measured(after: seconds, waiting: waiting)
        #expect(CapacityReport.isDue(measured, after: published) == isDue)
        #expect(CapacityReport.isDue(measured, after: nil))
    }

    @Test("capacity: states live workers, median duration and queue sizes")
    func measures() async throws {
        try await withScene { scene in
            let first = try await WorkerLock.take(scene.bench.connection)
            let second = try await WorkerLock.take(scene.bench.connection)
            for (copy, workers) in [(first.number, 2), (second.number, 3)] {
                try await CapacityRepository.note(workers: workers, of: copy, on: scene.bench.database.pool)
            }
            try await scene.report.publish()
            #expect(try await scene.published().last?.workers == 5)
            #expect(try await scene.published().last?.lanes.map(\.secondsPerPhoto) == [1.5, 2.5, 2.5])
            for seconds in [9, 0.5, 0.71, 0.7, 9] { try await scene.measure(seconds) }
            second.release()
            scene.bench.clock.advance(by: .seconds(1))
            try await eventually("the copy is gone") {
                scene.bench.clock.advance(by: .seconds(1))
                try await scene.report.publish()
                return try await scene.published().last?.workers == 2
            }
            #expect(try await scene.published().last?.lanes.map(\.secondsPerPhoto) == [0.71, 2.5, 2.5])
            for _ in 0..<CapacityRepository.medianWindow { try await scene.measure(3) }
            try await CapacityRepository.note(workers: 0, of: first.number, on: scene.bench.database.pool)
            scene.bench.clock.advance(by: .seconds(1))
            try await scene.report.publish()
            #expect(try await scene.published().last?.lanes.first?.secondsPerPhoto == 3)
            #expect(try await scene.published().last?.workers == 0, "without its models a copy does not count")
            #expect(
                try await scene.bench.database.count("SELECT count(*) FROM recent_looks")
                    == CapacityRepository.medianWindow)
            first.release()
        }
    }

    @Test("capacity: one instance publishes, without sequence numbers")
    func one() async throws {
        try await withScene { scene in
            for round in 0..<3 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 { group.addTask { try await scene.report.publish() } }
                    try await group.waitForAll()
                }
                let published = try await scene.bench.database.events(CapacityMeasured.self)
                #expect(published.count == 1, "the newest alone waits to be sent")
                #expect(
                    published.first?.attributes.sequence == 0 && published.first?.attributes.key == VisionService.name)
                #expect(published.first?.body.measuredAt == Self.moment.addingTimeInterval(Double(round) * 10))
                scene.bench.clock.advance(by: .seconds(10))
            }
            #expect(try await scene.bench.database.count("SELECT count(*) FROM outbox_keys") == 0)
        }
    }
}
