import Crypto
import Foundation
import Hexadecimal

/// `manifest.json` of an open vocabulary, as `deploy/models open-vocabulary` writes it.
struct VocabularyManifest: Decodable {
    struct Image: Decodable {
        /// Width and height of the input, in pixels.
        let side: Int
        /// `bilinear`, `bicubic` or `random`; nil means bicubic.
        let interpolation: String?
        /// How the model expects a picture to become square; crops are squares, on which all ways agree.
        let resizeMode: String?
    }

    struct Calibration: Decodable {
        let temperature: Double
        let bias: Double?
    }

    let version: Int
    let model: String
    let license: String
    let image: Image
    let dimensions: Int
    /// Number of names.
    let names: Int
    let calibration: Calibration
    /// SHA-256 of each other file of the directory.
    let files: [String: String]

    static let file = "manifest.json", imageFile = "image.xml", weightsFile = "image.bin", namesFile = "names.tsv"
    static let embeddingsFile = "embeddings.f16"
    private static let sides = 32...1_024, maxDimensions = 8_192, maxNames = 1_000_000
    private static let interpolations: Set = ["bilinear", "bicubic", "random"]
    private static let resizeModes: Set = ["shortest", "longest", "squash"]

    /// Reads the manifest and checks every file against it.
    ///
    /// - Returns: The manifest, with the hash of its own file.
    /// - Throws: `RecognitionError` with `modelMissing`, naming the file and what is wrong with it.
    static func read(in directory: URL) throws(RecognitionError) -> (manifest: VocabularyManifest, hash: String) {
        let place = directory.appending(component: file), bytes = try content(of: place)
        let manifest: VocabularyManifest
        do {
            manifest = try JSONDecoder().decode(VocabularyManifest.self, from: bytes)
        } catch {
            throw fault(place, "is not what deploy/models open-vocabulary writes: \(error)")
        }
        if let problem = manifest.problem { throw fault(place, problem) }
        for (name, digest) in manifest.files.sorted(by: { $0.key < $1.key }) {
            let other = directory.appending(component: name)
            let bytes = try content(of: other)
            guard SHA256.hash(data: bytes).hexadecimal == digest else {
                throw fault(other, "is damaged (another SHA-256 than in \(file)); run deploy/models open-vocabulary")
            }
        }
        return (manifest, SHA256.hash(data: bytes).prefix(4).hexadecimal)
    }

    /// The content of a file, mapped into memory.
    static func content(of place: URL) throws(RecognitionError) -> Data {
        do { return try Data(contentsOf: place, options: .alwaysMapped) } catch {
            throw fault(place, "is missing; run deploy/models open-vocabulary, or remove the folder")
        }
    }

    /// An error about a file.
    static func fault(_ place: URL, _ problem: String) -> RecognitionError {
        RecognitionError(.modelMissing, "\(place.path) \(problem)")
    }

    /// The fault of the values; nil without one.
    private var problem: String? {
        if version != 1 { return "has version \(version); only 1 is known" }
        if model.isEmpty { return "has no model" }
        if license.isEmpty { return "has no license" }
        if !Self.sides.contains(image.side) { return "has image.side \(image.side), not within \(Self.sides)" }
        if let way = image.interpolation, !Self.interpolations.contains(way) {
            return "has an unknown image.interpolation: \(way)"
        }
        if let way = image.resizeMode, !Self.resizeModes.contains(way) {
            return "has an unknown image.resizeMode: \(way)"
        }
        if !(1...Self.maxDimensions).contains(dimensions) { return "has dimensions \(dimensions)" }
        if !(1...Self.maxNames).contains(names) { return "has names \(names)" }
        guard calibration.temperature.isFinite, calibration.temperature > 0 else {
            return "has a calibration.temperature that is not above 0"
        }
        if calibration.bias?.isFinite == false { return "has a calibration.bias that is not a number" }
        let expected: Set = [Self.imageFile, Self.weightsFile, Self.namesFile, Self.embeddingsFile]
        if Set(files.keys) != expected { return "has other files than \(expected.sorted().joined(separator: ", "))" }
        return nil
    }
}
