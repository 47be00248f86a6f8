import Foundation
import VisionService

/// Analyzes every photo of whole items and of trays in a data set as the service does, and compares the results with
/// the known boxes, names and masses.
///
/// `deploy/accuracy food` prints the same for the models in Python.
struct FoodRun {
    let recognizer: any FoodRecognizer
    let decoder: DecoderPool
    /// Folder with `labels.jsonl`.
    let folder: URL

    private struct Photo: Decodable {
        struct Thing: Decodable {
            let cls: String
            let box: [Double]
            let mass: Double?

            private enum CodingKeys: String, CodingKey {
                case cls, box
                case mass = "mass_g"
            }
        }
        let file: String
        let dataset: String
        let split: String
        let width: Double
        let height: Double
        let objects: [Thing]?
    }

    /// The output for one data set.
    struct Table: Encodable {
        let dataset: String
        var photos = 0
        var foods = 0
        var shown = 0
        var found = 0
        var named = 0
        /// Number of detected foods with a known mass.
        var masses = 0
        var inRange = 0
        /// Mean and median of the relative error.
        var meanError: Double?
        var medianError: Double?
        /// Duration of decoding and analysis, in milliseconds.
        var p50 = 0.0
        var p80 = 0.0
        var p99 = 0.0
    }

    /// Minimum overlap at which two boxes mean the same food.
    private static let sameFood = 0.5
    private static let timeout = Duration.seconds(120)

    /// Analyzes all photos of the validation split.
    func run() async throws -> [Table] {
        let lines = try String(contentsOf: folder.appending(component: "labels.jsonl"), encoding: .utf8)
        let photos = try lines.split(separator: "\n").map {
            try JSONDecoder().decode(Photo.self, from: Data($0.utf8))
        }.filter { $0.split == "val" && $0.objects?.isEmpty == false }
        var tables: [Table] = []
        for dataset in ["ecust", "mealtray"] {
            tables.append(try await measure(photos.filter { $0.dataset == dataset }, dataset))
        }
        return tables
    }

    private func measure(_ photos: [Photo], _ dataset: String) async throws -> Table {
        var table = Table(dataset: dataset), errors: [Double] = [], times: [Double] = []
        for photo in photos {
            let bytes = try [UInt8](Data(contentsOf: folder.appending(path: photo.file)))
            let start = ContinuousClock.now
            let sight = try await recognizer.recognize(
                in: try await decoder.decode(bytes), deadline: .now + Self.timeout)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            table.photos += 1
            table.shown += sight.foods.count
            var free = sight.foods
            for thing in photo.objects ?? [] {
                table.foods += 1
                let best = free.indices.max { overlap(free[$0], thing, photo) < overlap(free[$1], thing, photo) }
                guard let best, overlap(free[best], thing, photo) >= Self.sameFood else { continue }
                let food = free.remove(at: best)
                table.found += 1
                if food.label == thing.cls.replacing("_", with: " ") { table.named += 1 }
                guard let mass = thing.mass else { continue }
                table.masses += 1
                errors.append(abs(food.mass.grams - mass) / mass)
                if (food.mass.low...food.mass.high).contains(mass) { table.inRange += 1 }
            }
        }
        errors.sort()
        times.sort()
        if !errors.isEmpty {
            table.meanError = errors.reduce(0, +) / Double(errors.count)
            table.medianError = errors[errors.count / 2]
        }
        if !times.isEmpty {
            (table.p50, table.p80) = (times[times.count / 2], times[times.count * 8 / 10])
            table.p99 = times[times.count * 99 / 100]
        }
        return table
    }

    private func overlap(_ food: FoodPrediction.Food, _ thing: Photo.Thing, _ photo: Photo) -> Double {
        func box(_ sides: [Double], _ width: Double, _ height: Double) -> FoodBox {
            FoodBox(
                left: sides[0] * width, top: sides[1] * height, right: sides[2] * width, bottom: sides[3] * height)
        }
        return box(food.box, photo.width, photo.height).overlap(box(thing.box, 1, 1))
    }
}
