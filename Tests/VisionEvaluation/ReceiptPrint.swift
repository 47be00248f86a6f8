import Foundation
import VisionService

/// The text of one receipt as the engine read it, line by line: one JSON object.
struct ReceiptPrint: Encodable {
    /// One line of text with its place.
    struct Line: Encodable {
        let text: String
        /// Four corners in reading direction: x and y of each, in pixels of the upright photo.
        let quad: [Double]
        let confidence: Double
        /// The center of each character along the line: 0…1.
        let positions: [Double]
    }

    let file: String
    let width: Int
    let height: Int
    let lines: [Line]
    /// Processor time of reading alone, without decoding.
    let cpuSeconds: Double
    let seconds: Double

    /// Reads one photo of a receipt.
    ///
    /// - Parameters:
    ///   - file: Its name, which is printed.
    ///   - picture: Its pixels.
    ///   - reader: The engine.
    ///   - timeout: Maximum time.
    /// - Returns: The text.
    /// - Throws: `RecognitionError`.
    static func read(
        _ file: String, _ picture: Picture, with reader: any TextReader, timeout: Duration
    ) async throws -> ReceiptPrint {
        let start = ContinuousClock.now, used = Usage.cpuSeconds
        let reading = try await reader.read(picture, .receipt, deadline: .now + timeout)
        return ReceiptPrint(
            file: file, width: reading.width, height: reading.height, lines: reading.lines.map(Line.init),
            cpuSeconds: Usage.cpuSeconds - used, seconds: (ContinuousClock.now - start) / .seconds(1))
    }
}

extension ReceiptPrint.Line {
    fileprivate init(_ line: TextLine) {
        let rounded = { (value: Double, digits: Double) in (value * digits).rounded() / digits }
        self.init(
            text: line.text, quad: line.quad.corners.flatMap { [rounded($0.x, 10), rounded($0.y, 10)] },
            confidence: rounded(line.confidence, 1_000), positions: line.characters.map { rounded($0.position, 1_000) })
    }
}
