import Foundation
import Imaging
import SampleLabels
import Testing
import VisionService

/// The sample photos of labels.
extension SampleLabel: CustomTestStringConvertible {
    static let every: [SampleLabel] = {
        do {
            return try all()
        } catch {
            Issue.record("the sample labels cannot be read: \(error)")
            return []
        }
    }()

    /// Names the file in a test's report.
    public var testDescription: String { file }

    static func named(_ name: String) throws -> SampleLabel {
        try #require(every.first { $0.file == "\(name).jpg" }, "no sample \(name)")
    }

    func bytes() throws -> [UInt8] { try Self.photo(file) }

    func picture() async throws -> Picture {
        let photo = try StrippedPhoto(bytes())
        return try await Engines.decoder.decode(photo.bytes, orientation: photo.header.orientation)
    }
}

/// The engines, loaded once for all tests.
enum Engines {
    static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized

    /// Pictures for the decoder alone.
    static let pictures = root.appending(path: "Tests/Integration/Vision/Fixtures/decoding")

    /// The programs are in the directory of the tests.
    static let decoderProgram: URL = {
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" } ?? Bundle.main.bundleURL
        let directory = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        return directory.appending(component: "vision-decoder")
    }()

    /// With a timeout for a busy machine.
    static let decoder = DecoderPool(program: decoderProgram, timeout: .seconds(60))

    static let models = PaddleModels(
        libraryDirectory: root.appending(path: ".local/openvino/\(PaddleModels.architecture)"),
        modelDirectory: root.appending(path: ".local/models"))

    private static let loading = Task { try await PaddleOCR.load(models, workers: 2, waiting: 64) }

    static func paddle() async throws -> PaddleOCR { try await loading.value }
}

extension ContinuousClock.Instant {
    static var soon: Self { .now + .seconds(60) }
}

/// Letters and digits without accents, in lower case.
func folded(_ text: String) -> String {
    String(
        text.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
            .replacing("œ", with: "oe").unicodeScalars
            .filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map(Character.init))
}

/// Number of character edits between the texts, divided by the length of the first.
func errorRate(of text: String, against truth: String) -> Double {
    let found = Array(text.unicodeScalars), wanted = Array(truth.unicodeScalars)
    var costs = Array(0...found.count)
    for (row, scalar) in wanted.enumerated() {
        var diagonal = costs[0]
        costs[0] = row + 1
        for column in found.indices {
            let replaced = diagonal + (found[column] == scalar ? 0 : 1)
            diagonal = costs[column + 1]
            costs[column + 1] = min(replaced, diagonal + 1, costs[column] + 1)
        }
    }
    return wanted.isEmpty ? 0 : Double(costs[found.count]) / Double(wanted.count)
}
