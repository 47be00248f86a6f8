import AllergenService
import EventContracts
import Foundation
import Imaging
import VisionService

/// Reads photos with one engine, one after the other, and prints the text and the answer for each of the fourteen
/// allergens, as the services would: one JSON object a line.
///
/// `deploy/accuracy` compares engines with it. Arguments: `paddle` or `tesseract`, then the directory that holds
/// `models` and `openvino`, then files. The decoder is taken from beside this program.
///
/// `deploy/accuracy receipts` reads receipts with it: `receipts`, the directory, then files; `ReceiptPrint` describes
/// the output.
///
/// `deploy/accuracy food` analyzes meals with it: `foods`, the directory, that of the food models, that of the data
/// set; `FoodRun` describes the output.
///
/// `taught NUMBER` measures how fast taught foods are found among a number of them; `TaughtRun` describes the output.
///
/// `deploy/vision-memory` measures with it the memory for many sizes: `memory`, the directory, the number of pictures,
/// the number at the same time, then files; `MemoryRun` describes the output.
///
/// `deploy/precision` measures with it the cost and effect of other ways to compute. Before the mode: `--precision
/// bf16`, `--threads N` for each picture, `--models DIRECTORY` of other OCR models. Its `pace DIRECTORY PICTURES
/// WORKERS FILE…` and `food-pace DIRECTORY MODELS PICTURES WORKERS FILE…` analyze photos as fast as a number of workers
/// can; `PaceRun` describes the output.
@main
enum Main {
    private struct Reading: Encodable {
        let file: String
        let text: String
        let confidence: Double
        let gaps: [String]
        /// The verdict for a person who avoids only that allergen, by its code.
        let verdicts: [String: String]
        /// Whether the list was read completely; otherwise a person whose allergen is not found gets *could not read*.
        let complete: Bool
        /// Processor time of reading alone, without decoding, including helper programs.
        let cpuSeconds: Double
        /// Peak memory of this process so far.
        let peakMegabytes: Int
    }

    /// Longer than any photo takes.
    private static let timeout = Duration.seconds(120)

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard let how = Reckoning(taking: &arguments) else { leave() }
        if arguments.first == "taught", let looks = arguments.dropFirst().first.flatMap(Int.init) {
            return try TaughtRun.measure(looks)
        }
        guard arguments.count > 2, let mode = arguments.first else { leave() }
        let directory = URL(filePath: arguments[1])
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let decoder = DecoderPool(
            program: program.appending(component: "vision-decoder"), size: 1, timeout: .seconds(20))
        if mode == "receipts" {
            let reader = try await how.paddle(from: directory, workers: 1)
            for file in arguments.dropFirst(2) {
                say(try await ReceiptPrint.read(file, picture(file, decoder), with: reader, timeout: .seconds(3_600)))
            }
            return
        }
        if mode == "foods" {
            guard arguments.count == 4 else { leave() }
            let recognizer = try await how.recognizer(from: directory, models: arguments[2], workers: 1)
            let run = FoodRun(recognizer: recognizer, decoder: decoder, folder: URL(filePath: arguments[3]))
            for table in try await run.run() { say(table) }
            return
        }
        if mode == "pace" || mode == "food-pace" { return try await pace(arguments, how, decoder) }
        guard mode == "memory" else {
            return try await read(arguments.dropFirst(2), with: reader(mode, from: directory, how), decoder)
        }
        guard arguments.count > 4, let count = Int(arguments[2]), let workers = Int(arguments[3]), workers > 0 else {
            leave()
        }
        var photos: [Picture] = []
        for file in arguments.dropFirst(4) { photos.append(try await picture(file, decoder)) }
        let reader = try await how.paddle(from: directory, workers: workers, restAfter: MemoryRun.restAfter)
        say(try await MemoryRun(reader: reader, photos: photos, count: count, workers: workers).run())
    }

    private static func read(
        _ files: ArraySlice<String>, with reader: any TextReader, _ decoder: DecoderPool
    ) async throws {
        let assess = AssessLabel(lexicon: try Lexicon.builtIn())
        for file in files {
            let picture = try await picture(file, decoder)
            let start = Usage.cpuSeconds
            let reading = try await reader.read(picture, .label, deadline: .now + timeout)
            let used = Usage.cpuSeconds - start
            let scale = Double(picture.originalWidth) / Double(picture.width)
            let gaps = Completeness.judge(reading, scale: scale).gaps.map(\.rawValue)
            let facts = assess.decide(
                reading.text, profile: AssessmentProfile(), source: .photo(isDoubtful: !gaps.isEmpty)
            ).facts
            say(
                Reading(
                    file: file, text: reading.text, confidence: reading.confidence, gaps: gaps,
                    verdicts: verdicts(facts), complete: facts.complete, cpuSeconds: used,
                    peakMegabytes: Usage.peakMegabytes))
        }
    }

    private static func picture(_ file: String, _ decoder: DecoderPool) async throws -> Picture {
        let photo = try StrippedPhoto(Array(Data(contentsOf: URL(filePath: file))))
        return try await decoder.decode(photo.bytes, orientation: photo.header.orientation)
    }

    private static func verdicts(_ facts: AllergenFacts) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: AllergenCode.allCases.map { code in
                (code.rawValue, facts.judge(AssessmentProfile(allergens: [.group(code)])).verdict.rawValue)
            })
    }

    private static func reader(
        _ engine: String, from directory: URL, _ how: Reckoning
    ) async throws -> any TextReader {
        guard engine == "paddle" else { return try await Tesseract.load(workers: 1, waiting: 1) }
        return try await how.paddle(from: directory, workers: 1)
    }

    /// Analyzes photos as fast as a number of workers can.
    private static func pace(_ arguments: [String], _ how: Reckoning, _ decoder: DecoderPool) async throws {
        let directory = URL(filePath: arguments[1]), isFood = arguments[0] == "food-pace"
        let rest = Array(arguments.dropFirst(isFood ? 3 : 2))
        guard rest.count > 2, let count = Int(rest[0]), let workers = Int(rest[1]), workers > 0 else { leave() }
        var photos: [Picture] = []
        for file in rest.dropFirst(2) { photos.append(try await picture(file, decoder)) }
        let run = PaceRun(photos: photos, count: count, workers: workers, threads: how.inference.threads)
        if isFood {
            let recognizer = try await how.recognizer(from: directory, models: arguments[2], workers: workers)
            say(try await run.run { _ = try await recognizer.recognize(in: $0, deadline: .now + timeout) })
        } else {
            let reader = try await how.paddle(from: directory, workers: workers)
            say(try await run.run { _ = try await reader.read($0, .label, deadline: .now + timeout) })
        }
    }

    private static func say(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(value) else { return }
        print(String(decoding: line, as: UTF8.self))
    }

    private static func leave() -> Never {
        print(
            """
            usage: vision-evaluation paddle|tesseract DIRECTORY FILE…
                   vision-evaluation receipts DIRECTORY FILE…
                   vision-evaluation foods DIRECTORY MODELS DATA
                   vision-evaluation memory DIRECTORY PICTURES WORKERS FILE…
                   vision-evaluation pace DIRECTORY PICTURES WORKERS FILE…
                   vision-evaluation food-pace DIRECTORY MODELS PICTURES WORKERS FILE…
            before them: [--precision f32|bf16] [--threads N] [--models DIRECTORY]
            """)
        exit(2)
    }
}
