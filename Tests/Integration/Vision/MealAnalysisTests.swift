import EventContracts
import Foundation
import Logging
import Messaging
import Photos
import Postgres
import Quantities
import SampleLabels
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Analysis of meal photos", .timeLimit(.minutes(10)))
struct MealAnalysisTests {
    private struct Bench {
        let bench: HandlerBench
        let photos: SealedPhotos
        let work: MealAnalysis
        let registry: MetricsRegistry

        /// Analyzes a command, as a worker does, and returns the event.
        func analyze(at command: RecognizeMeal) async throws -> MealRecognized {
            let job = Job(
                id: command.mealID.uuid, account: command.accountID, lane: .basic, type: RecognizeMeal.type,
                body: try EventCoding.encode(command), attempt: 1, enqueuedAt: command.requestedAt, eventID: UUID(),
                correlationID: UUID(), operationID: nil, traceparent: nil)
            guard case .commit(let commit) = try await work.run(job, until: .soon) else {
                throw PermanentFailure("nobody is told")
            }
            try await bench.database.write(job.cause) { transaction in try await commit(transaction) }
            return try #require(
                try await bench.database.events(MealRecognized.self).map(\.body).last { $0.mealID == command.mealID })
        }

        func order(_ photo: [UInt8], of account: AccountID) async throws -> RecognizeMeal {
            let key = PhotoKey.random(of: account), moment = bench.clock.now()
            try await photos.put(photo, at: key)
            return RecognizeMeal(
                accountID: account, mealID: .random(), version: 1, days: [],
                meal: MealEntry(
                    day: CalendarDay(moment, in: .gmt), eatenAt: moment, utcOffset: 0, slot: .lunch, language: "en",
                    words: Sealed(bytes: [1]), items: []),
                photo: key,
                facts: PhotoFacts(
                    format: .jpeg, width: 10, height: 10, orientation: 1, bytes: photo.count, focalLength: nil),
                requestedAt: moment)
        }

        func depths(_ outcome: String) -> Bool {
            registry.exposition().contains("foodmagic_vision_depths_total{outcome=\"\(outcome)\"} 1")
        }
    }

    private static func with(_ body: (Bench) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await HandlerBench.with(service: VisionService.name, migrations: VisionMigrations.all()) { bench in
                let supply = FoodRecognizerSupply(
                    name: "food recognizer", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                    predictor: \.predictor
                ) { () throws(RecognitionError) in
                    do {
                        return try await Foods.recognizer()
                    } catch {
                        throw RecognitionError(.engineMissing, "\(error)")
                    }
                }
                let photos = SealedPhotos(store: FilePhotoStore(root: directory.path), sealer: bench.sealer)
                let registry = MetricsRegistry()
                let work = MealAnalysis(
                    photos: PhotoOpener(photos: photos, decoder: Engines.decoder), supply: supply, depths: photos,
                    pool: bench.database.pool,
                    memory: FoodMemory(
                        shared: LessonHandlers.copy(bench), pool: bench.database.pool, sealer: bench.sealer),
                    clock: bench.clock,
                    metrics: MealMetrics(registry))
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    tasks.addTask { try? await supply.run() }
                    try await eventually("the models are loaded") { supply.isLoaded }
                    tasks.cancelAll()
                }
                try await body(Bench(bench: bench, photos: photos, work: work, registry: registry))
            }
        }
    }

    /// A table with a ball in the place of each food, as a phone would measure it.
    private static func scene(of foods: [SeenFood]) -> RenderedScene {
        var scene = RenderedScene(bodies: [])
        scene.bodies = foods.map { food in
            let reach = scene.distance / scene.focal
            let x = ((food.box[0] + food.box[2]) / 2 - 0.5) * Double(scene.width) * reach
            let y = (0.5 - (food.box[1] + food.box[3]) / 2) * Double(scene.height) * reach
            let side = min(
                (food.box[2] - food.box[0]) * Double(scene.width), (food.box[3] - food.box[1]) * Double(scene.height))
            return .heap(x: x, y: y, radius: side * reach / 2 * 0.9, height: side * reach / 4)
        }
        return scene
    }

    @Test("VIS-03, VIS-05: depth maps measure the foods; invalid ones are ignored")
    func depths() async throws {
        try await Self.with { bench in
            let account = try await bench.bench.account(), photo = try SampleLabel.meal()
            let plain = try await bench.analyze(at: try await bench.order(photo, of: account))
            #expect(plain.outcome == .recognized && plain.foods.count == 3)
            #expect(plain.foods.allSatisfy { $0.method != .measured && $0.guessedMilligrams == nil })
            #expect(plain.foods.allSatisfy { ($0.outline?.count ?? 0) >= 6 })

            let scene = Self.scene(of: plain.foods), (meters, _) = scene.render()
            let bytes = meters.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
            var command = try await bench.order(photo, of: account)
            command.camera = MealCamera(
                focalX: scene.focal, focalY: scene.focal, centerX: Double(scene.width) / 2,
                centerY: Double(scene.height) / 2, width: scene.width, height: scene.height, gravity: scene.gravity)
            command.depth = MealDepth(
                key: .random(of: account), width: scene.width, height: scene.height, encoding: .float32,
                measure: .depth, unit: 1, isUpright: true)
            // The depth map is removed, so only the photo is used.
            #expect(try await bench.analyze(at: command).foods.allSatisfy { $0.method != .measured })
            #expect(bench.depths("missing"))
            try await bench.photos.put(bytes, at: try #require(command.depth?.key))
            command.mealID = .random()
            let measured = try await bench.analyze(at: command)
            #expect(measured.foods.map(\.label) == plain.foods.map(\.label))
            #expect(measured.foods.allSatisfy { $0.method == .measured }, "\(measured.foods.map(\.method))")
            for (food, before) in zip(measured.foods, plain.foods) {
                #expect(food.milligrams != before.milligrams)
                #expect(food.lowMilligrams < food.milligrams && food.milligrams < food.highMilligrams)
            }
            #expect(bench.depths("read"))
            // A depth map without its data.
            command.mealID = .random()
            command.depth?.key = .random(of: account)
            try await bench.photos.put(Array(bytes.prefix(1_000)), at: try #require(command.depth?.key))
            #expect(try await bench.analyze(at: command).foods.allSatisfy { $0.method != .measured })
            #expect(bench.depths("senseless"))
        }
    }

    @Test("VIS-04, VIS-10: entered weights adjust the person's next estimates")
    func weights() async throws {
        try await Self.with { bench in
            let account = try await bench.bench.account(), photo = try SampleLabel.meal()
            let handler = LearnMasses()
            let first = try await bench.analyze(at: try await bench.order(photo, of: account))
            let orange = try #require(first.foods.first { $0.label == "orange" })
            for _ in 0..<3 {
                try await bench.bench.deliver(
                    meal(of: account, seen: orange, milligrams: orange.milligrams * 3 / 2), to: handler,
                    account: account)
            }
            let second = try await bench.analyze(at: try await bench.order(photo, of: account))
            let next = try #require(second.foods.first { $0.label == "orange" })
            #expect(next.guessedMilligrams == orange.milligrams)
            let moved = Double(next.milligrams) / Double(orange.milligrams)
            #expect(moved > 1.25 && moved <= 1.5, "\(moved)")
            #expect(
                Double(next.highMilligrams) / Double(next.lowMilligrams)
                    < Double(orange.highMilligrams) / Double(orange.lowMilligrams))
            let other = try await bench.analyze(at: try await bench.order(photo, of: try await bench.bench.account()))
            #expect(other.foods.map(\.milligrams) == first.foods.map(\.milligrams))
        }
    }

    /// A meal with one recognized item, as nutrition publishes it.
    private func meal(
        of account: AccountID, seen: SeenFood, milligrams: Int64, id: MealID = .random(), version: Int64 = 2,
        food: String? = nil, deletedAt: Date? = nil
    ) -> MealChanged {
        let moment = Date(timeIntervalSince1970: 1_800_000_000)
        return MealChanged(
            accountID: account, mealID: id, version: version, day: CalendarDay(moment, in: .gmt), eatenAt: moment,
            utcOffset: 0, slot: .lunch, words: Sealed(bytes: [1]),
            items: [
                MealItem(
                    itemID: MealItemID(NamedUUID.make("\(id)")), foodID: food, source: .none, milligrams: milligrams,
                    basis: .hundredGrams, amounts: [:], seen: seen)
            ], totals: NutrientSums(), recordedAt: moment, deletedAt: deletedAt)
    }

    @Test("VIS-04: only the newest version of a meal teaches masses")
    func learns() async throws {
        try await HandlerBench.with(service: VisionService.name, migrations: VisionMigrations.all()) { bench in
            let account = try await bench.account()
            let handler = LearnMasses(), id = MealID.random()
            let seen = SeenFood(
                label: "apple", score: 0.9, box: [0, 0, 1, 1], milligrams: 180_000, lowMilligrams: 150_000,
                highMilligrams: 220_000, method: .usual, predictor: "test", guessedMilligrams: 200_000)
            func confirm(_ milligrams: Int64, version: Int64, food: String? = nil, deletedAt: Date? = nil) async throws
            {
                try await bench.deliver(
                    meal(
                        of: account, seen: seen, milligrams: milligrams, id: id, version: version, food: food,
                        deletedAt: deletedAt), to: handler, account: account)
            }
            func known() async throws -> [PersonalMass.Weighed] {
                try await ConfirmedMassRepository.weighed(by: account, on: bench.database.pool)
            }
            try await confirm(180_000, version: 1)
            #expect(try await known().isEmpty)
            try await confirm(240_000, version: 3)
            try await confirm(240_000, version: 3)
            // Compared with the estimate before the person's own weights were applied.
            #expect(try await known() == [PersonalMass.Weighed(kind: "apple", estimated: 200, grams: 240)])
            try await confirm(90_000, version: 2)
            #expect(try await known().map(\.grams) == [240], "an older one comes late")
            try await confirm(250_000, version: 4, food: "sr28-09003")
            #expect(try await known().isEmpty, "the mass of another food is no correction of the estimate")
            try await confirm(250_000, version: 5)
            #expect(try await known().map(\.grams) == [250])
            try await confirm(250_000, version: 6, deletedAt: bench.clock.now())
            #expect(try await known().isEmpty)
            await #expect(throws: PermanentFailure.self) {
                try await bench.deliver(
                    meal(of: .random(), seen: seen, milligrams: 1, id: id), to: handler, account: account)
            }
        }
    }
}
