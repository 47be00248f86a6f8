import EventContracts
import Foundation
import SampleLabels
import Testing
import UnitSupport

@testable import VisionService

@Suite("Open vocabulary")
struct OpenVocabularyTests {
    /// The error of loading a directory; nil if it loads.
    private static func fault(in place: URL) -> String? {
        do {
            _ = try OpenVocabulary.load(place, labels: [])
            return nil
        } catch {
            return error.code == .modelMissing ? error.reason : "another code: \(error.code)"
        }
    }

    @Test("open vocabulary: none without a directory, an error for an empty one")
    func absent() async throws {
        try await withTemporaryDirectory { directory in
            let place = directory.appending(component: "none")
            let none = try OpenVocabulary.load(place, labels: [])
            #expect(none?.count == nil)
            #expect(Self.fault(in: directory)?.contains("manifest.json is missing") == true)
            try VocabularyFolder().write(to: place)
            #expect(Self.fault(in: place) == nil)
        }
    }

    @Test("open vocabulary: a missing or damaged file is named")
    func damaged() async throws {
        try await withTemporaryDirectory { place in
            for file in VocabularyFolder.files {
                try VocabularyFolder().write(to: place)
                let damaged = place.appending(component: file)
                var bytes = try Data(contentsOf: damaged)
                bytes[bytes.count / 2] ^= 1
                try bytes.write(to: damaged)
                #expect(Self.fault(in: place)?.contains("\(file) is damaged") == true)
                try FileManager.default.removeItem(at: damaged)
                #expect(Self.fault(in: place)?.contains("\(file) is missing") == true)
            }
        }
    }

    @Test("open vocabulary: every wrong value of the manifest is named")
    func manifest() async throws {
        try await withTemporaryDirectory { place in
            let image: [String: Any] = ["side": 32, "interpolation": "bicubic", "resizeMode": "squash"]
            let cases: [(key: String, value: Any, problem: String)] = [
                ("version", 2, "version 2"), ("model", "", "no model"), ("license", "", "no license"),
                ("image", image.merging(["side": 8]) { $1 }, "image.side 8"),
                ("image", image.merging(["interpolation": "nearest"]) { $1 }, "image.interpolation: nearest"),
                ("image", image.merging(["resizeMode": "crop"]) { $1 }, "image.resizeMode: crop"),
                ("image", NSNull(), "is not what"), ("dimensions", 0, "dimensions 0"), ("names", 0, "names 0"),
                ("names", "five", "is not what"), ("calibration", ["temperature": 0], "calibration.temperature"),
                ("calibration", ["bias": 1], "is not what"), ("files", ["image.xml": ""], "other files"),
                ("names", 6, "names.tsv does not have the header and 6 names"),
                ("dimensions", 5, "embeddings.f16 has 40 bytes"),
            ]
            for (key, value, problem) in cases {
                var folder = VocabularyFolder()
                folder.manifest[key] = value
                try folder.write(to: place)
                let fault = Self.fault(in: place)
                #expect(fault?.contains(problem) == true, "\(key): \(fault ?? "loads")")
            }
            try Data("{".utf8).write(to: place.appending(component: "manifest.json"))
            #expect(Self.fault(in: place)?.contains("manifest.json is not what") == true)
        }
    }

    @Test("open vocabulary: names and embeddings of another form are refused")
    func tables() async throws {
        try await withTemporaryDirectory { place in
            var other = VocabularyFolder()
            other.header = "name\tlanguage\tfood"
            try other.write(to: place)
            #expect(Self.fault(in: place)?.contains("names.tsv does not have the header") == true)
            for line in ["en\ttomato", "\ttomato\t", "en\t\t", "en\ttomato\t\t"] {
                var folder = VocabularyFolder()
                folder.names[1] = line
                try folder.write(to: place)
                #expect(Self.fault(in: place)?.contains("names.tsv has no language, name and food in line 3") == true)
            }
            for row: [UInt16] in [[0, 0, 0, 0], [0x3C00, 0x3C00, 0, 0], [0x7C00, 0, 0, 0], [0x7C01, 0, 0, 0]] {
                var folder = VocabularyFolder()
                folder.embeddings[2] = row
                try folder.write(to: place)
                #expect(Self.fault(in: place)?.contains("length is not 1, for name 3") == true)
            }
        }
    }

    @Test("open vocabulary: returns the nearest names in all their languages")
    func nearest() async throws {
        try await withTemporaryDirectory { place in
            try VocabularyFolder().write(to: place)
            let vocabulary = try #require(try OpenVocabulary.load(place, labels: ["lettuce", "tomate"]))
            let found = vocabulary.names(of: [7, 0, 0, 0], maxCount: 3)
            #expect(
                found.map(\.texts) == [["en": "tomato", "fr": "tomate"], ["en": "fruit salad"], ["en": "lettuce"]])
            #expect(found.map(\.label) == [nil, nil, "lettuce"], "only English names are labels")
            #expect(found.first.map { $0.score > 0.99 } == true)
            #expect(vocabulary.names(of: [0.25, 0, 0, 0], maxCount: 3) == found, "any length")
            #expect(vocabulary.names(of: [0, 0, 1, 0], maxCount: 1).map(\.texts) == [["en": "blueberry pie"]])
            for unfit: [Float] in [[], [1, 0, 0], [0, 0, 0, 0], [.nan, 0, 0, 0]] {
                #expect(vocabulary.names(of: unfit, maxCount: 3).isEmpty)
            }
            #expect(vocabulary.predictor.name == "open-vocabulary-colors--test-" && vocabulary.count == 5)
        }
    }

    @Test("open vocabulary: a name too long for the event is left out")
    func long() async throws {
        try await withTemporaryDirectory { place in
            var folder = VocabularyFolder()
            folder.names[0] = "en\t\(String(repeating: "x", count: SeenNames.maxNameLength + 1))\tsr28-11529"
            try folder.write(to: place)
            let vocabulary = try #require(try OpenVocabulary.load(place, labels: []))
            #expect(vocabulary.names(of: [1, 0, 0, 0], maxCount: 1).map(\.texts) == [["fr": "tomate"]])
        }
    }

    @Test("open vocabulary: a picture's embedding finds the name of its color", .slow)
    func picture() async throws {
        try await withTemporaryDirectory { place in
            try VocabularyFolder().write(to: place)
            let vocabulary = try #require(try OpenVocabulary.load(place, labels: []))
            let eye = try FoodEye(Foods.models, vocabulary)
            // Blue, green, red, as in `Picture`.
            let colors: [(pixel: [UInt8], name: String)] = [
                ([10, 20, 230], "tomato"), ([10, 230, 20], "lettuce"), ([230, 20, 10], "blueberry pie"),
                ([120, 120, 120], "fruit salad"),
            ]
            for (pixel, name) in colors {
                let picture = Picture(width: 320, height: 240) { target in
                    for index in target.indices { target[index] = pixel[index % 3] }
                }
                let view = try eye.detect(in: picture)
                let embedding = try eye.vocabularyEmbedding(of: view.whole, padding: FoodJudge.wholePadding)
                #expect(abs(Double(embedding[0]) - Double(pixel[2])) < 1, "red comes first")
                #expect(vocabulary.names(of: embedding, maxCount: 1).first?.texts["en"] == name)
            }
            let without = try FoodEye(Foods.models), view = try without.detect(in: Foods.plain(128))
            #expect(throws: RecognitionError.self) {
                try without.vocabularyEmbedding(of: view.whole, padding: 0)
            }
        }
    }

    @Test("VIS-15, VIS-26: the recognizer names what its classifier cannot", .slow)
    func recognized() async throws {
        try await withTemporaryDirectory { directory in
            let place = directory.appending(component: "vocabulary")
            try VocabularyFolder().write(to: place)
            var models = FoodModels(
                libraryDirectory: Foods.models.libraryDirectory,
                modelDirectory: try Self.modelsWithoutTomato(in: directory.appending(component: "models")))
            let picture = try await Engines.decoder.decode(try SampleLabel.meal())
            let alone = try await LocalFoodRecognizer.load(models, workers: 1, waiting: 1)
            let before = try await alone.recognize(in: picture, deadline: .soon)
            #expect(alone.vocabulary?.count == nil && before.foods.allSatisfy { $0.proposal == nil })

            models.vocabularyDirectory = place
            let recognizer = try await LocalFoodRecognizer.load(models, workers: 1, waiting: 1)
            let sight = try await recognizer.recognize(in: picture, deadline: .soon)
            #expect(sight.foods.map(\.label) == before.foods.map(\.label), "the classifier's answer stays the same")
            let food = try #require(sight.foods.first { $0.label == FoodLabels.otherFood })
            let proposal = try #require(food.proposal)
            let named = sight.named(in: "fr") { recognizer.mass(of: $0, as: $1) }
            let found = try #require(named.foods.first { $0.box == food.box })
            #expect(found.name == proposal.text(in: "fr") && found.score == proposal.score)
            #expect(
                SeenFood(found, by: sight.predictor.label).predictor
                    == "open-vocabulary-colors--test-/\(proposal.predictor.version)")
        }
    }

    /// The food models, with a classifier whose tomatoes are unnamed.
    private static func modelsWithoutTomato(in place: URL) throws -> URL {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let shipped = Foods.models.modelDirectory
        for file in try FileManager.default.contentsOfDirectory(atPath: shipped.path) where file != "labels.json" {
            try FileManager.default.createSymbolicLink(
                at: place.appending(component: file), withDestinationURL: shipped.appending(component: file))
        }
        let text = try Data(contentsOf: shipped.appending(component: "labels.json"))
        var labels = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let names = try #require(labels["names"] as? [String])
        labels["names"] = names.map { $0 == "tomato" ? FoodLabels.otherFood : $0 }
        labels["coco"] = [String: Int]()
        try JSONSerialization.data(withJSONObject: labels).write(to: place.appending(component: "labels.json"))
        return place
    }

    @Test("VIS-26: an image tower that does not fit the manifest is refused", .slow)
    func unfit() async throws {
        try await withTemporaryDirectory { place in
            var folder = VocabularyFolder(), models = Foods.models
            folder.outputs = 3
            try folder.write(to: place)
            models.vocabularyDirectory = place
            let unfit = models
            let error = await #expect(throws: RecognitionError.self) {
                _ = try await LocalFoodRecognizer.load(unfit, workers: 1, waiting: 1)
            }
            #expect(error?.code == .modelMissing)
            #expect(error?.reason.contains("image.xml gives 3 numbers") == true)
        }
    }
}
