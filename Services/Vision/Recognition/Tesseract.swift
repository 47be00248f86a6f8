import Foundation
import ServiceRuntime
import Synchronization

/// Reads text with the Tesseract program: the alternative engine (VIS-26), for machines without OpenVINO.
///
/// Each picture is read by its own process, so that nothing remains and a crash is contained. It is less accurate, and
/// has no character positions, which are estimated from its word boxes.
package final class Tesseract: TextReader {
    package let predictor: Predictor

    private let program: URL
    private let languages: String
    private let lanes: WorkLanes

    /// The supported languages of labels, by Tesseract's names.
    package static let languages = ["eng", "fra", "spa", "chi_sim"]

    /// Finds the program and reads its version and languages.
    ///
    /// - Parameters:
    ///   - program: the path of `tesseract`.
    ///   - workers: number of pictures read at the same time, each by one thread.
    ///   - waiting: maximum number of pictures that wait for a worker.
    /// - Returns: a reader that is ready.
    /// - Throws: `RecognitionError` with `engineMissing` or `modelMissing`.
    @concurrent
    package static func load(
        program: URL = URL(filePath: "/usr/bin/tesseract"), workers: Int, waiting: Int
    ) async throws(RecognitionError) -> Tesseract {
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw RecognitionError(.engineMissing, "\(program.path) is missing; deploy/setup installs it")
        }
        let stop = StopSignal(deadline: .now + .seconds(10))
        let version = try TesseractRun(program, arguments: ["--version"]).output(for: [], until: stop)
        let known = try TesseractRun(program, arguments: ["--list-langs"]).output(for: [], until: stop)
        let missing = languages.filter { !known.split(separator: "\n").contains(Substring($0)) }
        guard missing.isEmpty else {
            throw RecognitionError(
                .modelMissing, "Tesseract lacks \(missing.joined(separator: ", ")); deploy/setup installs it")
        }
        let number = version.split(separator: "\n").first?.split(separator: " ").last.map(String.init)
        return Tesseract(program, version: number ?? "unknown", workers: workers, waiting: waiting)
    }

    private init(_ program: URL, version: String, workers: Int, waiting: Int) {
        self.program = program
        predictor = Predictor(name: "tesseract", version: version)
        languages = Self.languages.joined(separator: "+")
        lanes = WorkLanes(label: "vision.tesseract", lanes: workers, capacity: waiting)
    }

    package func read(
        _ picture: Picture, _ matter: PrintedMatter, deadline: ContinuousClock.Instant
    ) async throws(RecognitionError) -> TextReading {
        let stop = StopSignal(deadline: deadline)
        // Layout 6, one block of text, suits receipts; labels may have any layout (3).
        let layout = matter == .label ? "3" : "6"
        let run = TesseractRun(program, arguments: ["stdin", "stdout", "-l", languages, "--psm", layout, "tsv"])
        let outcome: Result<String, RecognitionError>? = await withTaskCancellationHandler {
            try? await lanes.run {
                Result { () throws(RecognitionError) in try run.output(for: picture.portablePixmap(), until: stop) }
            }
        } onCancel: {
            stop.cancel()
        }
        guard let outcome else { throw RecognitionError(.busy, "too many pictures are waiting for a worker") }
        let lines = TesseractTable.lines(in: try outcome.get())
        return TextReading(
            width: picture.width, height: picture.height, lines: ReadingOrder.sort(lines), predictor: predictor)
    }
}

extension Picture {
    /// The picture as a portable pixmap, which needs no encoder: red, green, blue after a short header.
    fileprivate func portablePixmap() -> [UInt8] {
        var file = Array("P6\n\(width) \(height)\n255\n".utf8)
        file.reserveCapacity(file.count + width * height * Self.bytesPerPixel)
        withPixels { pixels in
            for start in stride(from: 0, to: pixels.count, by: Self.bytesPerPixel) {
                file.append(pixels[start + 2])
                file.append(pixels[start + 1])
                file.append(pixels[start])
            }
        }
        return file
    }
}
