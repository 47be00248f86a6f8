import EventContracts
import Foundation
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// Recognizes the foods on photos of meals (VIS-01…03).
package struct MealWork: JobWork {
    package let type = RecognizeMeal.type
    let photos: PhotoOpener
    let supply: FoodRecognizerSupply
    /// Where maps of depths lie.
    let depths: SealedPhotos
    let masses: ConfirmedMassRepository
    let pool: PostgresPool
    let clock: any WallClock
    let metrics: MealMetrics
    let failPoints: FailPoints

    package var isReady: Bool { supply.isLoaded }

    package func look(at job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult {
        let order = try EventCoding.decode(RecognizeMeal.self, from: job.body)
        let start = ContinuousClock.now
        do {
            // The third look is none: what brought the recognizer down twice is not touched again.
            let seen =
                job.attempt > JobWorkers.mostAttempts ? .undecodable("gaveUp") : try await see(order, until: deadline)
            let result = result(of: order, seen, after: ContinuousClock.now - start)
            metrics.looked(result)
            if case .undecodable(let reason) = seen { metrics.undecodable(reason) }
            return .tell { try $0.append(result, key: order.accountID, subject: order.mealID) }
        } catch SealingError.erased {
            return .nobody
        } catch let error as SealingError {
            // A wrong master key is an operator's to mend; photos wait for it.
            if case .keyRingUnavailable = error { throw Postponed("\(error)") }
            throw error
        }
    }

    /// What the photo shows.
    private enum Seen {
        case foods(FoodSight)
        /// With the reason, for operators.
        case undecodable(String)
        case photoMissing
    }

    private func see(_ order: RecognizeMeal, until deadline: ContinuousClock.Instant) async throws -> Seen {
        let recognizer = try supply.model()
        let picture: Picture
        switch try await photos.open(order.photo, orientation: order.facts.orientation) {
        case .picture(let opened): picture = opened
        case .undecodable(let reason): return .undecodable(reason)
        case .missing: return .photoMissing
        }
        failPoints.hit(.looking)
        var sight: FoodSight
        do throws(FoodRecognizerError) {
            sight = try await recognizer.look(at: picture, deadline: deadline)
        } catch {
            switch error.code {
            case .invalidPicture: return .undecodable(error.code.rawValue)
            case .engineMissing, .modelMissing, .busy: throw Postponed(error.description)
            case .stopped, .failed: throw error
            }
        }
        if !sight.foods.isEmpty, let field = try await field(of: order) {
            sight = await Self.measured(sight, in: field, by: recognizer)
        }
        return .foods(PersonalMass(try await masses.weighed(by: order.accountID, on: pool)).corrected(sight))
    }

    /// A few milliseconds of computing: not on the caller's executor.
    @concurrent
    private static func measured(
        _ sight: FoodSight, in field: DepthField, by recognizer: any FoodRecognizer
    ) async -> FoodSight {
        recognizer.measured(sight, in: field)
    }

    /// The depths that came with the photo; nil where there are none that make sense: the photo alone tells less, but tells.
    private func field(of order: RecognizeMeal) async throws -> DepthField? {
        guard let depth = order.depth, let camera = order.camera else { return nil }
        do {
            let field = DepthField(
                try await depths.photo(at: depth.key), depth, camera, orientation: order.facts.orientation)
            metrics.depths(field == nil ? "senseless" : "read")
            return field
        } catch PhotoStoreError.missing {
            metrics.depths("missing")
            return nil
        } catch SealingError.malformed {
            metrics.depths("senseless")
            return nil
        } catch let error as PhotoStoreError {
            throw Postponed(error.description)
        }
    }

    private func result(of order: RecognizeMeal, _ seen: Seen, after duration: Duration) -> MealRecognized {
        var outcome: MealRecognized.Outcome, sight: FoodSight?
        switch seen {
        case .foods(let foods): (outcome, sight) = (foods.foods.isEmpty ? .noFood : .recognized, foods)
        case .undecodable: outcome = .undecodable
        case .photoMissing: outcome = .photoMissing
        }
        let predictor = sight?.predictor.label ?? "none"
        return MealRecognized(
            accountID: order.accountID, mealID: order.mealID, version: order.version, days: order.days,
            meal: order.meal, photo: order.photo, outcome: outcome,
            advice: outcome == .noFood ? sight?.light.advice.map(\.rawValue) ?? [] : [],
            foods: sight?.foods.map { SeenFood($0, by: predictor) } ?? [], predictor: predictor,
            milliseconds: Int(duration / .milliseconds(1)), requestedAt: order.requestedAt,
            recognizedAt: EventTime.truncate(clock.now()))
    }
}

extension SeenFood {
    /// A food in the contract's form; finer than a thousandth is noise.
    init(_ food: FoodSight.Food, by predictor: String) {
        func milligrams(_ grams: Double) -> Int64 { max(1, Int64((grams * 10).rounded()) * 100) }
        func thousandth(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
        let method: Method =
            switch food.method {
            case .appearance: .appearance
            case .usual: .usual
            case .role: .role
            case .measured: .measured
            }
        self.init(
            label: food.label, score: thousandth(food.score), box: food.box.map(thousandth),
            milligrams: milligrams(food.mass.grams), lowMilligrams: milligrams(food.mass.low),
            highMilligrams: milligrams(food.mass.high), method: method, predictor: predictor,
            outline: food.outline.isEmpty ? nil : food.outline.map(thousandth),
            guessedMilligrams: food.guess.map { milligrams($0.grams) })
    }
}
