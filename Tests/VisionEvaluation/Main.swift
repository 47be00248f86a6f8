import Foundation
import Imaging
import VisionService

/// Reads photos with one engine, one after the other, and prints what it read: one JSON object a line.
///
/// `deploy/accuracy` compares engines with it. Arguments: `paddle` or `tesseract`, then the directory that holds `models` and
/// `openvino`, then files. The decoder is taken from beside this program.
@main
enum Main {
    private struct Reading: Encodable {
        let file: String
        let text: String
        let confidence: Double
        let gaps: [String]
        /// Processor time of reading alone, without decoding; that of helper programs included.
        let cpuSeconds: Double
        /// Largest memory of this process so far.
        let peakMegabytes: Int
    }

    /// Longer than any photo takes.
    private static let patience = Duration.seconds(120)

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 2, let engine = arguments.first else {
            print("usage: vision-evaluation paddle|tesseract DIRECTORY FILE…")
            exit(2)
        }
        let reader = try await reader(engine, from: URL(filePath: arguments[1]))
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let decoder = DecoderPool(
            program: program.appending(component: "vision-decoder"), size: 1, patience: .seconds(20))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for file in arguments.dropFirst(2) {
            let photo = try StrippedPhoto(Array(Data(contentsOf: URL(filePath: file))))
            let picture = try await decoder.decode(photo.bytes, orientation: photo.header.orientation)
            let start = cpuSeconds()
            let reading = try await reader.read(picture, .label, deadline: .now + patience)
            let used = cpuSeconds() - start
            let line = Reading(
                file: file, text: reading.text, confidence: reading.confidence,
                gaps: Completeness.judge(reading).gaps.map(\.rawValue), cpuSeconds: used,
                peakMegabytes: usage(RUSAGE_SELF).ru_maxrss / 1_024)
            print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }
    }

    private static func reader(_ engine: String, from directory: URL) async throws -> any TextReader {
        guard engine == "paddle" else { return try await Tesseract.load(workers: 1, waiting: 1) }
        let models = PaddleModels(
            libraryDirectory: directory.appending(path: "openvino/\(PaddleModels.architecture)"),
            modelDirectory: directory.appending(path: "models"))
        return try await PaddleOCR.load(models, workers: 1, waiting: 1)
    }

    private static func cpuSeconds() -> Double {
        [RUSAGE_SELF, RUSAGE_CHILDREN].map(usage).reduce(0) { sum, usage in
            [usage.ru_utime, usage.ru_stime].reduce(sum) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
        }
    }

    private static func usage(_ whose: __rusage_who) -> rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(truncatingIfNeeded: whose.rawValue), &usage)
        return usage
    }
}
