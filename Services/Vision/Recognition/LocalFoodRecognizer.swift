import Crypto
import Foundation
import Hexadecimal
import ServiceRuntime
import Synchronization

/// Recognizes foods with this project's own models on OpenVINO (Services/Vision/Models/food/README.md).
package final class LocalFoodRecognizer: FoodRecognizer {
    package let predictor: Predictor
    package var labels: [String] { judge.labels.foods }

    /// The model that computes the embeddings.
    package let space: String
    /// The open vocabulary that the operator has added; nil without one.
    package let vocabulary: OpenVocabulary?

    /// Maximum number of foods of a photo for which the open vocabulary proposes a name: an image tower takes about a
    /// tenth of a second for each.
    private static let maxProposals = 8

    private let judge: FoodJudge
    private let lanes: WorkLanes
    /// The idle eyes; there are as many eyes as lanes, so that a job always finds one.
    private let idle: Mutex<[FoodEye]>

    /// Loads the models; takes about a second.
    ///
    /// - Parameters:
    ///   - models: The files.
    ///   - workers: Number of simultaneous analyses, each on one thread.
    ///   - waiting: Maximum number of waiting pictures.
    /// - Returns: A ready recognizer.
    /// - Throws: `RecognitionError` with `engineMissing` or `modelMissing`.
    @concurrent
    package static func load(
        _ models: FoodModels, workers: Int, waiting: Int
    ) async throws(RecognitionError) -> LocalFoodRecognizer {
        let judge = try models.judge(), vocabulary = try models.vocabulary(labels: judge.labels.foods)
        let engine = try FoodEngine(models, vocabulary, workers: workers)
        var eyes: [FoodEye] = []
        for _ in 0..<workers { eyes.append(try FoodEye(engine)) }
        if let vocabulary, let eye = eyes.first { try vocabulary.verify(with: eye) }
        return LocalFoodRecognizer(
            eyes, judge, vocabulary, try models.predictor(), space: try models.embeddingSpace(), waiting: waiting)
    }

    private init(
        _ eyes: [FoodEye], _ judge: FoodJudge, _ vocabulary: OpenVocabulary?, _ predictor: Predictor, space: String,
        waiting: Int
    ) {
        self.predictor = predictor
        self.space = space
        self.vocabulary = vocabulary
        self.judge = judge
        lanes = WorkLanes(label: "vision.food-recognizer", lanes: eyes.count, capacity: waiting)
        idle = Mutex(eyes)
    }

    package func recognize(
        in picture: Picture, deadline: ContinuousClock.Instant
    ) async throws(RecognitionError) -> FoodPrediction {
        let stop = StopSignal(deadline: deadline)
        let outcome: Result<FoodPrediction, RecognitionError>? = await withTaskCancellationHandler {
            try? await lanes.run { [self] in
                Result { () throws(RecognitionError) in try recognizeLocally(in: picture, until: stop) }
            }
        } onCancel: {
            stop.cancel()
        }
        guard let outcome else { throw RecognitionError(.busy, "too many pictures are waiting for a worker") }
        return try outcome.get()
    }

    private func recognizeLocally(in picture: Picture, until stop: StopSignal) throws(RecognitionError)
        -> FoodPrediction
    {
        guard let eye = idle.withLock({ $0.popLast() }) else {
            throw RecognitionError(.failed, "more jobs are running than there are workers")
        }
        defer { idle.withLock { $0.append(eye) } }
        let view = try eye.detect(in: picture)
        var sight = try judge.judge(view, by: predictor) { box, padding throws(RecognitionError) in
            guard !stop.isSet else { throw RecognitionError(.stopped, "the caller no longer waits for the result") }
            return try eye.name(box, padding: padding)
        }
        if let vocabulary { try propose(from: vocabulary, for: &sight, in: view, by: eye, until: stop) }
        for place in sight.foods.indices {
            guard !stop.isSet else { throw RecognitionError(.stopped, "the caller no longer waits for the result") }
            let corners = try eye.outline(FoodBox(parts: sight.foods[place].box).scaled(view.width, view.height))
            sight.foods[place].outline = corners.enumerated().map { index, value in
                min(1, max(0, value / (index.isMultiple(of: 2) ? view.width : view.height)))
            }
        }
        sight.space = space
        return sight
    }

    /// Adds the vocabulary's most probable name to the foods whose labels are the most doubtful.
    private func propose(
        from vocabulary: OpenVocabulary, for sight: inout FoodPrediction, in view: FoodView, by eye: FoodEye,
        until stop: StopSignal
    ) throws(RecognitionError) {
        func certainty(_ food: FoodPrediction.Food) -> Double { food.label == FoodLabels.otherFood ? 0 : food.score }
        let doubtful = sight.foods.enumerated().filter { $0.element.isDoubtful }
            .sorted { certainty($0.element) < certainty($1.element) }.prefix(Self.maxProposals)
        for (place, food) in doubtful {
            guard !stop.isSet else { throw RecognitionError(.stopped, "the caller no longer waits for the result") }
            let embedding = try eye.vocabularyEmbedding(
                of: FoodBox(parts: food.box).scaled(view.width, view.height), padding: Self.padding(of: food.box))
            guard let proposal = vocabulary.names(of: embedding, maxCount: 1).first else { continue }
            sight.foods[place].proposal = proposal
        }
    }

    /// The padding of a box: a whole picture gets the same as in `FoodJudge`.
    private static func padding(of box: [Double]) -> Double {
        box == [0, 0, 1, 1] ? FoodJudge.wholePadding : FoodJudge.padding
    }

    package func embedding(
        of box: [Double], in picture: Picture, deadline: ContinuousClock.Instant
    ) async throws(RecognitionError) -> [Double] {
        guard box.count == 4 else { throw RecognitionError(.invalidPicture, "the box is not a quadrilateral") }
        let stop = StopSignal(deadline: deadline)
        let outcome: Result<[Double], RecognitionError>? = await withTaskCancellationHandler {
            try? await lanes.run { [self] in
                Result { () throws(RecognitionError) in try embeddingHere(of: box, in: picture, until: stop) }
            }
        } onCancel: {
            stop.cancel()
        }
        guard let outcome else { throw RecognitionError(.busy, "too many pictures are waiting for a worker") }
        return try outcome.get()
    }

    private func embeddingHere(
        of box: [Double], in picture: Picture, until stop: StopSignal
    ) throws(RecognitionError) -> [Double] {
        guard let eye = idle.withLock({ $0.popLast() }) else {
            throw RecognitionError(.failed, "more jobs are running than there are workers")
        }
        defer { idle.withLock { $0.append(eye) } }
        let view = try eye.detect(in: picture)
        guard !stop.isSet else { throw RecognitionError(.stopped, "the caller no longer waits for the result") }
        return try eye.name(FoodBox(parts: box).scaled(view.width, view.height), padding: Self.padding(of: box))
            .embedding
    }

    package func measured(_ sight: FoodPrediction, in field: DepthField) -> FoodPrediction {
        judge.measured(sight, in: field)
    }

    package func mass(of food: FoodPrediction.Food, as label: String) -> MassModel.Estimate? {
        judge.mass(of: food, as: label)
    }
}

extension FoodModels {
    /// The open vocabulary; nil without one.
    func vocabulary(labels: [String]) throws(RecognitionError) -> OpenVocabulary? {
        guard let vocabularyDirectory else { return nil }
        return try OpenVocabulary.load(vocabularyDirectory, labels: labels)
    }

    /// A predictor named by a hash of the weights, so that a retrained model is another predictor.
    package func predictor() throws(RecognitionError) -> Predictor {
        Predictor(
            name: "food-small",
            version: try hash(of: ["finder.bin", "classifier.bin", "priors.json", "densities.json"]))
    }

    /// Identifies the model of the embeddings; lessons stay valid while the classifier is unchanged.
    package func embeddingSpace() throws(RecognitionError) -> String {
        "food-small/\(try hash(of: ["classifier.xml", "classifier.bin"]))"
    }

    /// A hash of the files' content.
    func hash(of names: [String]) throws(RecognitionError) -> String {
        var hash = SHA256()
        for name in names {
            let file = modelDirectory.appending(component: name)
            guard let bytes = try? Data(contentsOf: file, options: .alwaysMapped) else {
                throw RecognitionError(.modelMissing, "\(file.path) is missing")
            }
            hash.update(data: bytes)
        }
        return hash.finalize().prefix(4).hexadecimal
    }
}
