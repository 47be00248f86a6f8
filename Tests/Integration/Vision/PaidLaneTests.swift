import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceLifecycle
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Paid lanes", .timeLimit(.minutes(10)))
struct PaidLaneTests {
    /// Takes a moment for each photo, and records the order in which people were served.
    private final class RecordedAnalyses: PhotoAnalysis {
        let type = RecognizeMeal.type
        private let seen = Mutex<[(lane: PhotoLane, enqueuedAt: Date)]>([])
        private let ready: Mutex<Bool>

        init(isReady: Bool = true) { ready = Mutex(isReady) }

        var isReady: Bool { ready.withLock { $0 } }
        var served: [(lane: PhotoLane, enqueuedAt: Date)] { seen.withLock { $0 } }

        /// Makes the dependency available again.
        func comeBack() { ready.withLock { $0 = true } }

        func run(_ job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult {
            try await Task.sleep(for: .milliseconds(20))
            seen.withLock { $0.append((job.lane, job.enqueuedAt)) }
            return .discarded
        }
    }

    private func order(_ bench: HandlerBench, isPro: Bool) async throws {
        let account = AccountID.random(), moment = bench.clock.now()
        try await bench.deliver(
            RecognizeMeal(
                accountID: account, mealID: .random(), version: 1, days: [],
                meal: MealEntry(
                    day: CalendarDay(moment, in: .gmt), eatenAt: moment, utcOffset: 0, slot: .lunch, language: "en",
                    words: Sealed(bytes: [1]), items: []),
                photo: .random(of: account),
                facts: PhotoFacts(format: .jpeg, width: 10, height: 10, orientation: 1, bytes: 100, focalLength: nil),
                requestedAt: moment, isPro: isPro),
            to: EnqueueMeal(wakeSignal: WakeSignal()), account: account)
    }

    /// Runs the workers while the body runs.
    private func working(
        _ analyses: RecordedAnalyses, on bench: HandlerBench, _ body: () async throws -> Void
    ) async throws {
        let workers = JobWorkers(
            database: bench.database, connection: bench.connection, work: [analyses.type: analyses], count: 1,
            wakeSignal: WakeSignal(), metrics: JobMetrics(MetricsRegistry()),
            logger: Logger(label: "vision") { _ in SwiftLogNoOpLogHandler() })
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: workers)], logger: Logger(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await body()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test("GW-45, C13: after an outage the photos of Pro are read first")
    func afterAnOutage() async throws {
        try await HandlerBench.with(service: VisionService.name, migrations: VisionMigrations.all()) { bench in
            let analyses = RecordedAnalyses(isReady: false)
            try await working(analyses, on: bench) {
                // Devices send stored photos when they are online again, so the photos do not arrive in the order of
                // plans.
                for place in 0..<40 {
                    try await order(bench, isPro: place % 4 == 3)
                    bench.clock.advance(by: .seconds(1))
                }
                #expect(analyses.served.isEmpty, "no photo is analyzed while none can be read")
                analyses.comeBack()
                try await eventually("all are served") { analyses.served.count == 40 }
            }
            let served = analyses.served
            let lastPro = try #require(served.lastIndex { $0.lane == .pro })
            #expect(served.count { $0.lane == .pro } == 10 && lastPro < 24, "the last of 10 was number \(lastPro + 1)")
            #expect(served.first?.lane == .pro)
            for lane in [PhotoLane.pro, .basic] {
                let times = served.filter { $0.lane == lane }.map(\.enqueuedAt)
                #expect(times == times.sorted(), "first come, first served within a plan")
            }
        }
    }

    @Test("GW-44, C13: in a full queue Basic keeps its share beside Pro")
    func first() async throws {
        try await HandlerBench.with(service: VisionService.name, migrations: VisionMigrations.all()) { bench in
            let analyses = RecordedAnalyses()
            // The Basic photos were sent first.
            for _ in 0..<60 { try await order(bench, isPro: false) }
            for _ in 0..<20 { try await order(bench, isPro: true) }
            try await working(analyses, on: bench) {
                try await eventually("all are served") { analyses.served.count == 80 }
            }
            // A single worker analyzes one photo after the other, so that the position is the waiting time.
            func mean(_ lane: PhotoLane) -> Double {
                let places = analyses.served.indices.filter { analyses.served[$0].lane == lane }.map { Double($0 + 1) }
                return places.reduce(0, +) / Double(max(1, places.count))
            }
            #expect(analyses.served.count { $0.lane == .pro } == 20)
            #expect(mean(.pro) * 2 < mean(.basic), "pro \(mean(.pro)), basic \(mean(.basic))")
            let lastPro = try #require(analyses.served.lastIndex { $0.lane == .pro })
            #expect(lastPro < 30, "the last of 20 was served as number \(lastPro + 1)")
            #expect(analyses.served.prefix(lastPro).contains { $0.lane == .basic }, "basic never starves")
        }
    }
}
