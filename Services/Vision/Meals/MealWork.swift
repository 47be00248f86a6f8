import EventContracts
import Foundation
import Messaging
import Photos
import Sealing
import ServiceRuntime

/// Recognizes the foods on photos of meals (VIS-01…03).
package struct MealWork: JobWork {
    package let type = RecognizeMeal.type
    let photos: PhotoOpener
    let supply: FoodRecognizerSupply
    let clock: any WallClock
    let metrics: MealMetrics
    let failPoints: FailPoints
    let sealer: Sealer
    /// Who is asked about what ours cannot name; nil when nobody is.
    let opinion: SecondOpinion?

    package var isReady: Bool { supply.isLoaded }

    package func look(at job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult {
        let order = try EventCoding.decode(RecognizeMeal.self, from: job.body)
        let start = ContinuousClock.now
        do {
            // The third look is none: what brought the recognizer down twice is not touched again.
            let seen =
                job.attempt > JobWorkers.mostAttempts ? .undecodable("gaveUp") : try await see(order, until: deadline)
            let result = try await result(of: order, seen, after: ContinuousClock.now - start)
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
        let sight: FoodSight
        do throws(FoodRecognizerError) {
            sight = try await recognizer.look(at: picture, deadline: deadline)
        } catch {
            switch error.code {
            case .invalidPicture: return .undecodable(error.code.rawValue)
            case .engineMissing, .modelMissing, .busy: throw Postponed(error.description)
            case .stopped, .failed: throw error
            }
        }
        guard let opinion else { return .foods(sight) }
        let completed = await opinion.complete(
            sight, of: picture, for: order, labels: recognizer.labels, until: deadline)
        // A copy that is told to stop has not looked; the next one begins anew.
        try Task.checkCancellation()
        return .foods(completed)
    }

    private func result(
        of order: RecognizeMeal, _ seen: Seen, after duration: Duration
    ) async throws -> MealRecognized {
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
            recognizedAt: EventTime.truncate(clock.now()), names: try await names(of: sight, in: order))
    }

    /// What foods are called that have no label; nil where all have one.
    private func names(of sight: FoodSight?, in order: RecognizeMeal) async throws -> Sealed<SeenNames>? {
        let named = (sight?.foods ?? []).enumerated().compactMap { place, food in food.name.map { (place, $0) } }
        guard !named.isEmpty else { return nil }
        return try await sealer.seal(
            SeenNames(names: Dictionary(uniqueKeysWithValues: named)),
            .mealSeenNames(order.mealID, of: order.accountID))
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
            case .remote: .remote
            }
        self.init(
            label: food.label, score: thousandth(food.score), box: food.box.map(thousandth),
            milligrams: milligrams(food.mass.grams), lowMilligrams: milligrams(food.mass.low),
            highMilligrams: milligrams(food.mass.high), method: method, predictor: food.predictor?.label ?? predictor)
    }
}
