import Foundation
import VisionService

/// The models of this run, with their inference settings.
struct Reckoning {
    private(set) var inference = Inference()
    /// Directory of other OCR models than those that `deploy/models` fetches.
    private var models: URL?

    /// Takes the options before the mode; nil if one is invalid.
    init?(taking arguments: inout [String]) {
        while let option = arguments.first, option.hasPrefix("--") {
            guard arguments.count > 1 else { return nil }
            let value = arguments[1]
            switch option {
            case "--precision":
                guard let precision = Inference.Precision(rawValue: value) else { return nil }
                inference.precision = precision
            case "--threads":
                guard let threads = Int(value), (1...64).contains(threads) else { return nil }
                inference.threads = threads
            case "--models":
                models = URL(filePath: value)
                inference.takesOtherModels = true
            default:
                return nil
            }
            arguments.removeFirst(2)
        }
    }

    /// The text reader.
    ///
    /// - Throws: `RecognitionError` if it cannot be loaded.
    func paddle(
        from directory: URL, workers: Int, restAfter: Duration = .seconds(30)
    ) async throws -> PaddleOCR {
        var files = PaddleModels(
            libraryDirectory: runtime(in: directory), modelDirectory: models ?? directory.appending(path: "models"))
        files.inference = inference
        return try await PaddleOCR.load(files, workers: workers, waiting: workers, restAfter: restAfter)
    }

    /// The food recognizer.
    ///
    /// - Throws: `RecognitionError` if it cannot be loaded.
    func recognizer(from directory: URL, models: String, workers: Int) async throws -> LocalFoodRecognizer {
        var files = FoodModels(libraryDirectory: runtime(in: directory), modelDirectory: URL(filePath: models))
        files.inference = inference
        return try await LocalFoodRecognizer.load(files, workers: workers, waiting: workers)
    }

    private func runtime(in directory: URL) -> URL {
        directory.appending(path: "openvino/\(PaddleModels.architecture)")
    }
}
