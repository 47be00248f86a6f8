import EventContracts
import Foundation
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// Recognizes the foods on photos of meals (VIS-01…03).
package struct MealAnalysis: PhotoAnalysis {
    package let type = RecognizeMeal.type
    let photos: PhotoOpener
    let supply: FoodRecognizerSupply
    /// The store of depth maps.
    let depths: SealedPhotos
    let pool: PostgresPool
    let memory: FoodMemory
    let clock: any WallClock
    let metrics: MealMetrics
    /// Called after each stage; nil in services.
    var observer: StageObserver?
    /// The remote model for unnamed foods; nil without one.
    var opinion: SecondOpinion?

    package var isReady: Bool { supply.isLoaded }

    package func run(_ job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult {
        let command = try EventCoding.decode(RecognizeMeal.self, from: job.body)
        let start = ContinuousClock.now
        do {
            // A photo that crashed the recognizer twice is not analyzed again.
            let seen =
                job.attempt > JobWorkers.maxAttempts ? .undecodable("gaveUp") : try await see(command, until: deadline)
            var sight: FoodPrediction?
            if case .foods(let foods) = seen { sight = foods }
            let recalled = sight?.foods.map(\.recalled) ?? []
            var result = result(of: command, seen, recalled, after: ContinuousClock.now - start)
            result.taughtNames = try await memory.names(of: recalled, in: command.mealID, of: command.accountID)
            result.names = try await names(of: sight, in: command)
            let published = result, found = sight.map { Region.all(of: $0, command, at: published.recognizedAt) } ?? []
            metrics.countResult(result)
            if case .undecodable(let reason) = seen { metrics.undecodable(reason) }
            return .commit { transaction in
                try await RegionRepository.add(found, in: transaction)
                try transaction.append(published, key: command.accountID, subject: command.mealID)
            }
        } catch SealingError.erased {
            return .discarded
        } catch let error as SealingError {
            // A wrong master key must be corrected by the operator; photos wait until then.
            if case .keyRingUnavailable = error { throw Postponed("\(error)") }
            throw error
        }
    }

    /// The result of analyzing the photo.
    private enum Seen {
        case foods(FoodPrediction)
        /// The photo cannot be decoded; with the reason for operators.
        case undecodable(String)
        case photoMissing
    }

    private func see(_ command: RecognizeMeal, until deadline: ContinuousClock.Instant) async throws -> Seen {
        let recognizer = try supply.model()
        let picture: Picture
        switch try await photos.open(command.photo, orientation: command.facts.orientation) {
        case .picture(let opened): picture = opened
        case .undecodable(let reason): return .undecodable(reason)
        case .missing: return .photoMissing
        }
        observer?(.analyzing)
        var sight: FoodPrediction
        do throws(RecognitionError) {
            sight = try await recognizer.recognize(in: picture, deadline: deadline)
        } catch {
            switch error.code {
            case .invalidPicture: return .undecodable(error.code.rawValue)
            case .engineMissing, .modelMissing, .busy: throw Postponed(error.description)
            case .stopped, .failed: throw error
            }
        }
        photos.addPictures(of: picture, command.photo)
        if !sight.foods.isEmpty, let field = try await field(of: command) {
            sight = await Self.measured(sight, in: field, by: recognizer)
        }
        // Lessons are compared by the classifier's label and come first; the vocabulary names what is left.
        let recalled = try await memory.recollections(of: sight, by: command.accountID)
        for (place, known) in recalled.enumerated() { sight.foods[place].recalled = known }
        sight = sight.named(in: command.meal.language) { recognizer.mass(of: $0, as: $1) }
        sight = try await weighed(sight, of: command.accountID)
        guard let opinion else { return .foods(sight) }
        let completed = await opinion.complete(
            sight, of: picture, for: command, after: recognizer, until: deadline)
        // An attempt interrupted by a stopping instance does not count; another instance starts again.
        try Task.checkCancellation()
        return .foods(completed)
    }

    /// The prediction with masses adjusted by the person's earlier corrections.
    private func weighed(_ sight: FoodPrediction, of account: AccountID) async throws -> FoodPrediction {
        guard !sight.foods.isEmpty else { return sight }
        do {
            return PersonalMass(try await ConfirmedMassRepository.weighed(by: account, on: pool)).corrected(sight)
        } catch let error as PostgresError where error.isRetryable {
            throw Postponed("what was weighed cannot be read: \(error)")
        }
    }

    /// Computes for a few milliseconds, so it does not run on the caller's executor.
    @concurrent
    private static func measured(
        _ sight: FoodPrediction, in field: DepthField, by recognizer: any FoodRecognizer
    ) async -> FoodPrediction {
        recognizer.measured(sight, in: field)
    }

    /// The depth map of the photo; nil without a valid one, since the photo alone also gives a result.
    private func field(of command: RecognizeMeal) async throws -> DepthField? {
        guard let depth = command.depth, let camera = command.camera else { return nil }
        do {
            let field = DepthField(
                try await depths.photo(at: depth.key), depth, camera, orientation: command.facts.orientation)
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

    private func result(
        of command: RecognizeMeal, _ seen: Seen, _ recalled: [Recollection?], after duration: Duration
    ) -> MealRecognized {
        var outcome: MealRecognized.Outcome, sight: FoodPrediction?
        switch seen {
        case .foods(let foods): (outcome, sight) = (foods.foods.isEmpty ? .noFood : .recognized, foods)
        case .undecodable: outcome = .undecodable
        case .photoMissing: outcome = .photoMissing
        }
        let predictor = sight?.predictor.label ?? "none"
        return MealRecognized(
            accountID: command.accountID, mealID: command.mealID, version: command.version, days: command.days,
            meal: command.meal, photo: command.photo, outcome: outcome,
            advice: outcome == .noFood ? sight?.light.advice.map(\.rawValue) ?? [] : [],
            foods: sight.map { SeenFood.all(of: $0, in: command.mealID, recalled) } ?? [], predictor: predictor,
            milliseconds: Int(duration / .milliseconds(1)), requestedAt: command.requestedAt,
            recognizedAt: EventTime.truncate(clock.now()))
    }

    /// The free names of foods without a label; nil if all have one.
    private func names(of sight: FoodPrediction?, in command: RecognizeMeal) async throws -> Sealed<SeenNames>? {
        let named = (sight?.foods ?? []).enumerated().compactMap { place, food in food.name.map { (place, $0) } }
        guard !named.isEmpty else { return nil }
        return try await memory.sealer.seal(
            SeenNames(names: Dictionary(uniqueKeysWithValues: named)),
            .mealSeenNames(command.mealID, of: command.accountID))
    }
}

extension Region {
    /// The foods of a photo as regions for lessons; none without embeddings.
    static func all(of sight: FoodPrediction, _ command: RecognizeMeal, at now: Date) -> [Region] {
        guard !sight.space.isEmpty else { return [] }
        return sight.foods.enumerated().compactMap { place, food in
            guard let embedding = FoodEmbedding(food.embedding) else { return nil }
            return Region(
                id: RegionID(of: command.mealID, at: place), account: command.accountID, meal: command.mealID,
                label: food.label, score: food.score, box: food.box, photo: command.photo,
                orientation: command.facts.orientation, space: sight.space, embedding: embedding, seenAt: now)
        }
    }
}

extension SeenFood {
    /// The foods of a photo in the event's form, with their matching lessons.
    static func all(of sight: FoodPrediction, in meal: MealID, _ recalled: [Recollection?]) -> [SeenFood] {
        sight.foods.enumerated().map { place, food in
            var seen = SeenFood(food, by: sight.predictor.label)
            guard !sight.space.isEmpty, FoodEmbedding(food.embedding) != nil else { return seen }
            seen.regionID = RegionID(of: meal, at: place)
            if let known = place < recalled.count ? recalled[place] : nil { seen.recall(known) }
            return seen
        }
    }

    /// Half the width of the range for a mass taken from another portion, in logarithms; estimated for this project:
    /// wider than for any named item, narrower than for an unknown dish (0.8).
    private static let portionSpread = 0.5

    private mutating func recall(_ known: Recollection) {
        taught = Taught(
            foodID: known.meaning.foodID, savedFoodID: known.meaning.savedFoodID,
            similarity: (known.similarity * 1_000).rounded() / 1_000, isShared: known.isShared,
            figures: known.meaning.figures)
        // A measurement on this photo is more accurate than the mass of another portion.
        guard let usual = known.milligrams, method != .measured else { return }
        guessedMilligrams = guessedMilligrams ?? milligrams
        milligrams = usual
        lowMilligrams = max(1, Int64(Double(usual) / exp(Self.portionSpread)))
        highMilligrams = max(usual, Int64(Double(usual) * exp(Self.portionSpread)))
        method = .usual
    }

    /// A food in the form of the event, rounded to thousandths.
    init(_ food: FoodPrediction.Food, by predictor: String) {
        func milligrams(_ grams: Double) -> Int64 { max(1, Int64((grams * 10).rounded()) * 100) }
        func thousandth(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
        let method: Method =
            switch food.method {
            case .appearance: .appearance
            case .usual: .usual
            case .role: .role
            case .measured: .measured
            case .remote: .remote
            }
        self.init(
            label: food.label, score: thousandth(food.score), box: food.box.map(thousandth),
            milligrams: milligrams(food.mass.grams), lowMilligrams: milligrams(food.mass.low),
            highMilligrams: milligrams(food.mass.high), method: method, predictor: food.predictor?.label ?? predictor,
            outline: food.outline.isEmpty ? nil : food.outline.map(thousandth),
            guessedMilligrams: food.guess.map { milligrams($0.grams) })
        size = food.size.map { Size($0) }
    }
}

extension SeenFood.Size {
    /// A size in the form of the event.
    init(_ size: FoodSize) {
        func millimeters(_ extent: FoodSize.Extent) -> SeenFood.Extent {
            func rounded(_ centimeters: Double) -> Int { max(1, Int((centimeters * 10).rounded())) }
            return SeenFood.Extent(
                millimeters: rounded(extent.centimeters), low: rounded(extent.low), high: rounded(extent.high))
        }
        let scale: SeenFood.Scale =
            switch size.scale {
            case .mass: .mass
            case .plate: .plate
            }
        self.init(
            length: millimeters(size.length), breadth: millimeters(size.breadth),
            height: size.height.map(millimeters), scale: scale)
    }
}
