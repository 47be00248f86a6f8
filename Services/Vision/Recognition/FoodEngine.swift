import CFoodRecognizer
import Foundation

/// The files of the food recognizer, and of the OpenVINO runtime, which `deploy/models` downloads.
package struct FoodModels: Sendable {
    /// The directory of `libopenvino_c.so.*`.
    package var libraryDirectory: URL
    /// The directory of `finder.xml`, `classifier.xml`, `labels.json`, `priors.json` and `densities.json`.
    package var modelDirectory: URL
    /// The directory of an open vocabulary; nil or a missing directory means none.
    package var vocabularyDirectory: URL?
    package var inference = Inference()

    package init(libraryDirectory: URL, modelDirectory: URL) {
        self.libraryDirectory = libraryDirectory
        self.modelDirectory = modelDirectory
    }

    /// The decision rules from `labels.json` and `priors.json`.
    ///
    /// - Throws: `RecognitionError` with `modelMissing`, naming the file.
    package func judge() throws(RecognitionError) -> FoodJudge {
        FoodJudge(
            labels: try read("labels.json"), masses: try read("priors.json"), densities: try read("densities.json"))
    }

    fileprivate func path(_ name: String) -> String { modelDirectory.appending(component: name).path }

    private func read<Value: Decodable>(_ name: String) throws(RecognitionError) -> Value {
        do {
            let bytes = try Data(contentsOf: modelDirectory.appending(component: name))
            return try JSONDecoder().decode(Value.self, from: bytes)
        } catch {
            throw RecognitionError(.modelMissing, "\(path(name)) is missing or is not what it should be")
        }
    }
}

/// The compiled models.
///
/// Shared by the `FoodEye` objects; freed with the last of them.
final class FoodEngine: @unchecked Sendable {
    // Sendable, because the C engine is immutable after its creation and may be used by several threads at once.
    fileprivate let handle: OpaquePointer

    /// Loads the library and compiles the models, with the image tower of a vocabulary if there is one.
    init(_ models: FoodModels, _ vocabulary: OpenVocabulary?, workers: Int) throws(RecognitionError) {
        var message = food_recognizer_message()
        var handle: OpaquePointer?
        let status = models.libraryDirectory.path.withCString { library in
            models.path("finder.xml").withCString { finder in
                models.path("classifier.xml").withCString { classifier in
                    models.inference.precision.rawValue.withCString { precision in
                        var options = food_recognizer_options(
                            library_directory: library, finder_model: finder, classifier_model: classifier,
                            workers: UInt32(workers), threads: UInt32(models.inference.threads), precision: precision,
                            vocabulary_model: nil, vocabulary_side: 0, vocabulary_is_cubic: false)
                        guard let vocabulary else {
                            return food_recognizer_engine_create(&options, &handle, &message)
                        }
                        options.vocabulary_side = UInt32(vocabulary.side)
                        options.vocabulary_is_cubic = vocabulary.isCubic
                        return vocabulary.image.path.withCString { image in
                            options.vocabulary_model = image
                            return food_recognizer_engine_create(&options, &handle, &message)
                        }
                    }
                }
            }
        }
        guard status == FOOD_RECOGNIZER_OK, let handle else { throw RecognitionError(status, message) }
        self.handle = handle
    }

    deinit { food_recognizer_engine_destroy(handle) }
}

/// One worker's part of the engine, with its current picture.
///
/// Used by one thread at a time: `LocalFoodRecognizer` lends it to one job after another.
package final class FoodEye: @unchecked Sendable {
    // Sendable, because the lock in `LocalFoodRecognizer` passes it between threads, and no two threads use it at the
    // same time.
    private let handle: OpaquePointer
    private let engine: FoodEngine

    init(_ engine: FoodEngine) throws(RecognitionError) {
        var message = food_recognizer_message()
        var handle: OpaquePointer?
        let status = food_recognizer_create(engine.handle, &handle, &message)
        guard status == FOOD_RECOGNIZER_OK, let handle else { throw RecognitionError(status, message) }
        self.engine = engine
        self.handle = handle
    }

    deinit { food_recognizer_destroy(handle) }

    /// An eye with its own engine, for tests and measurements.
    package convenience init(_ models: FoodModels, _ vocabulary: OpenVocabulary? = nil) throws(RecognitionError) {
        try self.init(FoodEngine(models, vocabulary, workers: 1))
    }

    /// Runs the detector on a picture.
    package func detect(in picture: Picture) throws(RecognitionError) -> FoodView {
        var view = food_recognizer_view()
        var message = food_recognizer_message()
        let status = picture.withPixels { pixels in
            var source = food_recognizer_picture(
                pixels: pixels.assumingMemoryBound(to: UInt8.self).baseAddress, width: UInt32(picture.width),
                height: UInt32(picture.height), stride: picture.width * Picture.bytesPerPixel)
            return food_recognizer_look(handle, &source, &view, &message)
        }
        guard status == FOOD_RECOGNIZER_OK else { throw RecognitionError(status, message) }
        return FoodView(view)
    }

    /// The outline of the food in a box of the current picture: corners, alternating x and y, in the box's pixels;
    /// empty if the food cannot be distinguished from its background.
    package func outline(_ box: FoodBox) throws(RecognitionError) -> [Double] {
        var outline = food_recognizer_outline()
        var message = food_recognizer_message()
        let part = food_recognizer_box(
            left: Float(box.left), top: Float(box.top), right: Float(box.right), bottom: Float(box.bottom))
        let status = food_recognizer_outline_of(handle, part, &outline, &message)
        guard status == FOOD_RECOGNIZER_OK else { throw RecognitionError(status, message) }
        return UnsafeBufferPointer(start: outline.corners, count: outline.count * 2).map(Double.init)
    }

    /// Classifies a box of the current picture.
    package func name(_ box: FoodBox, padding: Double) throws(RecognitionError) -> NamedCrop {
        var names = food_recognizer_names()
        var message = food_recognizer_message()
        let part = food_recognizer_box(
            left: Float(box.left), top: Float(box.top), right: Float(box.right), bottom: Float(box.bottom))
        let status = food_recognizer_name(handle, part, Float(padding), &names, &message)
        guard status == FOOD_RECOGNIZER_OK else { throw RecognitionError(status, message) }
        return NamedCrop(
            probabilities: UnsafeBufferPointer(start: names.probabilities, count: names.name_count).map(Double.init),
            embedding: UnsafeBufferPointer(start: names.embedding, count: names.embedding_count).map(Double.init))
    }

    /// The open vocabulary's embedding of a box of the current picture, of any length; fails without a vocabulary.
    package func vocabularyEmbedding(of box: FoodBox, padding: Double) throws(RecognitionError) -> [Float] {
        var embedding = food_recognizer_embedding()
        var message = food_recognizer_message()
        let part = food_recognizer_box(
            left: Float(box.left), top: Float(box.top), right: Float(box.right), bottom: Float(box.bottom))
        let status = food_recognizer_embed(handle, part, Float(padding), &embedding, &message)
        guard status == FOOD_RECOGNIZER_OK else { throw RecognitionError(status, message) }
        return Array(UnsafeBufferPointer(start: embedding.values, count: embedding.count))
    }
}

extension FoodView {
    /// Rows whose relevant scores are all below this are not copied: there are thousands, of which only a few are
    /// useful.
    private static let negligible: Float = 0.05

    fileprivate init(_ view: food_recognizer_view) {
        let boxes = UnsafeBufferPointer(start: view.boxes, count: view.row_count * 4)
        let scores = UnsafeBufferPointer(start: view.scores, count: view.row_count * view.score_count)
        let coco = UnsafeBufferPointer(start: view.coco, count: view.row_count * view.coco_count)
        var rows: [Row] = []
        for index in 0..<view.row_count {
            let own = scores[index * view.score_count..<(index + 1) * view.score_count]
            let others = coco[index * view.coco_count..<(index + 1) * view.coco_count]
            guard let food = own.first, food >= Self.negligible || others.contains(where: { $0 >= Self.negligible })
            else { continue }
            let box = boxes[index * 4..<(index + 1) * 4].map(Double.init)
            rows.append(
                Row(
                    box: FoodBox(left: box[0], top: box[1], right: box[2], bottom: box[3]), food: Double(food),
                    roles: own.dropFirst().map(Double.init), coco: others.map(Double.init)))
        }
        self.init(
            width: Double(view.width), height: Double(view.height),
            light: PhotoLight(brightness: Double(view.brightness), sharpness: Double(view.sharpness)), rows: rows)
    }
}

extension RecognitionError {
    fileprivate init(_ status: food_recognizer_status, _ message: food_recognizer_message) {
        let reason = withUnsafeBytes(of: message.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let code: Code =
            switch status {
            case FOOD_RECOGNIZER_NO_LIBRARY: .engineMissing
            case FOOD_RECOGNIZER_NO_MODEL: .modelMissing
            case FOOD_RECOGNIZER_INVALID: .invalidPicture
            default: .failed
            }
        self.init(code, reason)
    }
}
