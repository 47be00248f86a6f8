import EventContracts
import Foundation
import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport
import VisionService

/// Results of the exported models in Python for the project's own pictures: `reference.json`.
private struct Reference: Decodable {
    struct Picture: Decodable {
        struct Prediction: Decodable { let box: [Double], food: Double, roles: [Double], coco: Int, cocoScore: Double }
        struct Item: Decodable { let box: [Double], food: Double, names: [String: Double], embedding: [Double] }
        struct Food: Decodable { let name: String, score: Double, box: [Double], grams: [Double]? }
        struct Whole: Decodable { let names: [String: Double], embedding: [Double] }
        let file: String, predictions: [Prediction], items: [Item], foods: [Food], whole: Whole
    }
    let pictures: [Picture]

    static let read = Result {
        try JSONDecoder().decode(
            Reference.self, from: Data(contentsOf: Foods.models.modelDirectory.appending(component: "reference.json")))
    }
}

/// The food recognizer, loaded once for all tests.
enum Foods {
    static let models = FoodModels(
        libraryDirectory: Engines.models.libraryDirectory,
        modelDirectory: Engines.root.appending(path: "Services/Vision/Models/food"))

    private static let loading = Task { try await LocalFoodRecognizer.load(models, workers: 2, waiting: 64) }

    static func recognizer() async throws -> LocalFoodRecognizer { try await loading.value }

    /// A picture of one color.
    static func plain(_ value: UInt8, width: Int = 640, height: Int = 480) -> Picture {
        Picture(width: width, height: height) { $0.initializeMemory(as: UInt8.self, repeating: value) }
    }
}

@Suite("Food recognition", .slow)
struct FoodRecognizerTests {
    /// Python decodes and resizes with the same library; only the order of additions differs.
    private static let pixels = 0.5, share = 0.01
    /// Weighting multiplies small differences, and two plate boxes with equal scores may swap places.
    private static let weighed = 0.03

    @Test("VIS-01: the service matches the outputs of the exported models", arguments: [0, 1])
    func parity(_ number: Int) async throws {
        let wanted = try Reference.read.get().pictures[number]
        let bytes = try Data(contentsOf: Foods.models.modelDirectory.appending(component: wanted.file))
        let picture = try await Engines.decoder.decode([UInt8](bytes))
        let eye = try FoodEye(Foods.models), judge = try Foods.models.judge()
        let view = try eye.detect(in: picture)
        let best = view.rows.sorted { $0.food > $1.food }.prefix(wanted.predictions.count)
        for (row, prediction) in zip(best, wanted.predictions) {
            #expect(Self.isNear(row.box, prediction.box))
            #expect(abs(row.food - prediction.food) < Self.share)
            #expect(abs(row.coco[prediction.coco] - prediction.cocoScore) < Self.share)
            #expect(zip(row.roles, prediction.roles).allSatisfy { abs($0 - $1) < Self.share })
        }
        let names = try Self.names()
        for item in wanted.items {
            let box = FoodBox(left: item.box[0], top: item.box[1], right: item.box[2], bottom: item.box[3])
            try Self.compare(try eye.name(box, padding: FoodJudge.padding), item.names, item.embedding, names)
        }
        let whole = FoodBox(left: 0, top: 0, right: view.width, bottom: view.height)
        try Self.compare(
            try eye.name(whole, padding: FoodJudge.wholePadding), wanted.whole.names, wanted.whole.embedding, names)

        let sight = try judge.judge(view, by: Predictor(name: "test", version: "1")) { box, padding in
            try eye.name(box, padding: padding)
        }
        #expect(sight.foods.count == wanted.foods.count)
        for item in wanted.foods {
            let food = try #require(sight.foods.first { Self.isNear($0.box, item.box, view) })
            #expect(food.label == item.name && abs(food.score - item.score) < Self.weighed)
            #expect((item.grams == nil) == (item.name == FoodLabels.otherFood))
            for (found, grams) in zip([food.mass.grams, food.mass.low, food.mass.high], item.grams ?? []) {
                #expect(abs(found / grams - 1) < Self.weighed)
            }
        }
    }

    @Test("VIS-01, VIS-02: the sample shows banana, orange and tomato")
    func sample() async throws {
        let recognizer = try await Foods.recognizer()
        let picture = try await Engines.decoder.decode(try SampleLabel.meal())
        let sight = try await recognizer.recognize(in: picture, deadline: .soon)
        #expect(Set(sight.foods.map(\.label)) == ["banana", "orange", "tomato"])
        #expect(sight.foods.allSatisfy { $0.mass.low < $0.mass.grams && $0.mass.grams < $0.mass.high })
        #expect(sight.foods.allSatisfy { $0.box.count == 4 && $0.box.allSatisfy((0...1).contains) })
        #expect(sight.predictor.name == "food-small" && sight.predictor.version.count == 8)
    }

    @Test(
        "VIS-23: black, white and gray pictures show no food", arguments: [0, 128, 255])
    func nothing(_ value: UInt8) async throws {
        let sight = try await Foods.recognizer().recognize(in: Foods.plain(value), deadline: .soon)
        #expect(sight.foods.isEmpty)
        #expect(sight.light.advice.first == (value == 0 ? .moreLight : .holdStill))
    }

    @Test("VIS-23: a dark or blurred photo is reported as such, without foods")
    func spoiled() async throws {
        let picture = try await Engines.decoder.decode(try SampleLabel.meal()),
            recognizer = try await Foods.recognizer()
        let dark = Picture(width: picture.width, height: picture.height) { target in
            picture.withPixels { source in
                for index in source.indices { target[index] = source[index] / 100 }
            }
        }
        let unlit = try await recognizer.recognize(in: dark, deadline: .soon)
        #expect(unlit.foods.isEmpty && unlit.light.isDark && unlit.light.advice == [.moreLight])
        let blurred = try await recognizer.recognize(in: Self.smeared(picture, over: 80), deadline: .soon)
        #expect(blurred.foods.isEmpty && blurred.light.isBlurred && blurred.light.advice == [.holdStill, .moreLight])
    }

    /// A box blur applied three times, as from a lens far out of focus.
    private static func smeared(_ picture: Picture, over radius: Int) -> Picture {
        var pixels = picture.withPixels { $0.map(Int.init) }
        let (width, height) = (picture.width, picture.height)
        func smear(_ lines: Int, _ length: Int, _ place: (Int, Int) -> Int) {
            for line in 0..<lines {
                for channel in 0..<3 {
                    let row = (0..<length).map { pixels[place(line, $0) * 3 + channel] }
                    var sums = [0]
                    for value in row { sums.append(sums[sums.count - 1] + value) }
                    for index in 0..<length {
                        let from = max(0, index - radius), to = min(length, index + radius + 1)
                        pixels[place(line, index) * 3 + channel] = (sums[to] - sums[from]) / (to - from)
                    }
                }
            }
        }
        for _ in 0..<3 {
            smear(height, width) { $0 * width + $1 }
            smear(width, height) { $1 * width + $0 }
        }
        return Picture(width: width, height: height) { target in
            for index in pixels.indices { target[index] = UInt8(pixels[index]) }
        }
    }

    @Test("VIS-15: missing files give one clear error; work ends at its deadline")
    func failures() async throws {
        let nowhere = URL(filePath: "/nowhere")
        let without = FoodModels(libraryDirectory: nowhere, modelDirectory: Foods.models.modelDirectory)
        await #expect { _ = try await LocalFoodRecognizer.load(without, workers: 1, waiting: 1) } throws: {
            ($0 as? RecognitionError)?.code == .engineMissing
        }
        let empty = FoodModels(libraryDirectory: Foods.models.libraryDirectory, modelDirectory: nowhere)
        await #expect { _ = try await LocalFoodRecognizer.load(empty, workers: 1, waiting: 1) } throws: {
            ($0 as? RecognitionError)?.code == .modelMissing
        }
        let picture = try await Engines.decoder.decode(try SampleLabel.meal())
        let recognizer = try await Foods.recognizer()
        await #expect { _ = try await recognizer.recognize(in: picture, deadline: .now) } throws: {
            ($0 as? RecognitionError)?.code == .stopped
        }
    }

    @Test("deploy/models: fetches the models the food recognizer reads")
    func frontEnd() throws {
        let script = try String(contentsOf: Engines.root.appending(path: "deploy/models"), encoding: .utf8)
        #expect(script.components(separatedBy: "libopenvino_ir_frontend.so").count == 3)
    }

    // MARK: - Details

    private static func names() throws -> [String] { try Foods.models.judge().names }

    private static func compare(
        _ crop: NamedCrop, _ wanted: [String: Double], _ embedding: [Double], _ names: [String]
    ) throws {
        for (name, probability) in wanted {
            let index = try #require(names.firstIndex(of: name))
            #expect(abs(crop.probabilities[index] - probability) < share, "\(name)")
        }
        #expect(zip(crop.embedding, embedding).allSatisfy { abs($0 - $1) < share })
        let length = crop.embedding.reduce(0) { $0 + $1 * $1 }
        #expect(abs(length - 1) < share)
    }

    private static func isNear(_ box: FoodBox, _ wanted: [Double]) -> Bool {
        zip([box.left, box.top, box.right, box.bottom], wanted).allSatisfy { abs($0 - $1) < pixels }
    }

    private static func isNear(_ parts: [Double], _ wanted: [Double], _ view: FoodView) -> Bool {
        let sides = [view.width, view.height, view.width, view.height]
        return zip(zip(parts, sides).map(*), wanted).allSatisfy { abs($0 - $1) < pixels }
    }
}

@Suite("Combining two models", .slow)
struct FoodJudgeTests {
    private static let predictor = Predictor(name: "test", version: "1")
    private static let light = PhotoLight(brightness: 0.5, sharpness: 20)

    private let judge: FoodJudge

    init() throws { judge = try Foods.models.judge() }

    private func row(
        _ left: Double, _ right: Double, food: Double, coco: [Int: Double] = [:], role: Int? = nil
    ) -> FoodView.Row {
        FoodView.Row(
            box: FoodBox(left: left, top: 100, right: right, bottom: 200), food: food,
            roles: (0..<8).map { $0 == role ? 0.9 : 0 }, coco: (0..<80).map { coco[$0] ?? 0 })
    }

    private func sight(
        _ rows: [FoodView.Row], light: PhotoLight = light, named: [String: Double]
    ) -> FoodPrediction {
        let view = FoodView(width: 640, height: 480, light: light, rows: rows)
        let names = judge.names
        return judge.judge(view, by: Self.predictor) { _, _ in
            NamedCrop(
                probabilities: names.map { named[$0] ?? 0 }, embedding: Array(repeating: 0, count: 1_280))
        }
    }

    @Test("food boxes: of overlapping boxes of one food the most certain counts")
    func suppression() {
        let rows = [
            row(100, 200, food: 0.6), row(105, 205, food: 0.9), row(300, 400, food: 0.5), row(0, 40, food: 0.2),
        ]
        let found = sight(rows, named: ["apple": 0.9])
        #expect(found.foods.count == 2)
        #expect(found.foods.contains { abs($0.box[0] - 105 / 640) < 1e-9 })
    }

    @Test("food recognizer: \"not food\" is dropped, \"other food\" is kept")
    func names() throws {
        #expect(sight([row(100, 200, food: 0.9)], named: ["not food": 0.9]).foods.isEmpty)
        let second = sight([row(100, 200, food: 0.9, coco: [53: 0.6])], named: ["other food": 0.9])
        #expect(second.foods.map(\.label) == ["pizza"] && second.foods.map(\.score) == [0.6])
        let dessert = try #require(
            sight([row(100, 200, food: 0.9, role: 5)], named: ["other food": 0.9]).foods.first)
        #expect(dessert.label == "other food" && dessert.method == .role && abs(dessert.mass.grams - 110) < 0.01)
        let dish = try #require(sight([row(100, 200, food: 0.9)], named: ["other food": 0.9]).foods.first)
        #expect(dish.method == .usual && dish.mass.high > 2 * dish.mass.grams)
    }

    @Test("VIS-23: recognizer: without boxes the whole photo must be confident")
    func whole() {
        #expect(sight([], named: ["pizza": 0.8]).foods.map(\.label) == ["pizza"])
        #expect(sight([], named: ["pizza": 0.4]).foods.isEmpty)
        let dark = sight([], light: PhotoLight(brightness: 0.01, sharpness: 20), named: ["pizza": 0.99])
        #expect(dark.foods.isEmpty && dark.light.advice == [.moreLight])
        let blurred = sight([], light: PhotoLight(brightness: 0.5, sharpness: 0.5), named: ["pizza": 0.99])
        #expect(blurred.foods.isEmpty && blurred.light.advice.first == .holdStill)
    }

    @Test("VIS-01: whole-photo and detector predictions decide uncertain names")
    func wholePhoto() {
        func sight(box: [String: Double], photo: [String: Double], coco: [Int: Double] = [:]) -> FoodPrediction {
            let names = judge.names
            let rows = [row(100, 200, food: 0.9, coco: coco)]
            let view = FoodView(width: 640, height: 480, light: Self.light, rows: rows)
            return judge.judge(view, by: Self.predictor) { _, padding in
                let named = padding == FoodJudge.wholePadding ? photo : box
                return NamedCrop(
                    probabilities: names.map { named[$0] ?? 0 }, embedding: Array(repeating: 0, count: 1_280))
            }
        }
        let doubtful = sight(box: ["pear": 0.6, "apple": 0.4], photo: ["apple": 0.9, "pear": 0.1])
        #expect(doubtful.foods.map(\.label) == ["apple"])
        let sure = sight(box: ["pear": 0.92, "apple": 0.08], photo: ["apple": 1])
        #expect(sure.foods.map(\.label) == ["pear"] && sure.foods.map(\.score) == [0.92])
        let mixed = sight(box: ["pear": 0.6, "apple": 0.4], photo: ["apple": 0.69, "pear": 0.1])
        #expect(mixed.foods.map(\.label) == ["pear"])
        let second = sight(box: ["pear": 0.6, "apple": 0.4], photo: [:], coco: [47: 0.8])
        #expect(second.foods.map(\.label) == ["apple"])
        let unseen = sight(box: ["pear": 0.8, "apple": 0.2], photo: ["pizza": 1])
        #expect(unseen.foods.map(\.label) == ["pear"])
        // A photo of a mixed meal, or of a desk, does not contradict an apple in it.
        for photo in [["other food": 0.9, "apple": 0.01], ["not food": 0.8, "apple": 0.2]] {
            let single = sight(box: ["apple": 0.85, "other food": 0.1, "not food": 0.05], photo: photo)
            #expect(single.foods.map(\.label) == ["apple"])
        }
        let nothing = sight(box: ["not food": 0.95], photo: ["milk": 0.8, "not food": 0.2])
        #expect(nothing.foods.map(\.label) == ["milk"] && nothing.foods.map(\.box) == [[0, 0, 1, 1]])
    }

    @Test("VIS-02: larger fruit weighs more, and masses stay within bounds")
    func mass() throws {
        let embedding = Array(repeating: 0.0, count: 1_280)
        func grams(_ side: Double) throws -> Double {
            let box = FoodBox(left: 100, top: 100, right: 100 + side, bottom: 100 + side)
            let seen = MassModel.Seen(box: box, width: 640, height: 480, vessel: nil, embedding: embedding)
            return try #require(judge.mass(of: "mango", seen)).grams
        }
        let sizes = try [20, 60, 120, 240, 460].map(grams)
        #expect(sizes == sizes.sorted() && sizes[0] < sizes[4])
        #expect(sizes[4] / sizes[0] <= exp(1.6) + 1e-9)
    }
}
