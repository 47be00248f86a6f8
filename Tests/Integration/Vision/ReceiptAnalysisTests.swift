import EventContracts
import Testing

@testable import VisionService

@Suite("Reported problems of receipt photos") struct ReceiptAnalysisTests {
    /// Lines of a till's print, all read well.
    private static func reading(_ change: (inout TextReading) -> Void = { _ in }) -> TextReading {
        let lines = ["CORNER MARKET", "MILK 5.89", "TOTAL 5.89"].enumerated().map { place, text in
            TextLine(
                text, quad: Quad(x: 40, y: 40 + Double(place) * 40, width: 400, height: 30), confidence: 0.99,
                sharpness: 0.6)
        }
        var reading = TextReading(
            width: 600, height: 400, lines: lines, brightness: 0.7, predictor: Predictor(name: "test", version: "1"))
        change(&reading)
        return reading
    }

    @Test("VIS-20: one readable photo suffices for a receipt")
    func outcomes() {
        let read = PhotoTextReader.Seen.text(Self.reading(), scale: 1)
        let empty = PhotoTextReader.Seen.text(Self.reading { $0.lines = [] }, scale: 1)
        #expect(ReceiptAnalysis.outcome(of: [.photoMissing, read]) == .read)
        #expect(ReceiptAnalysis.outcome(of: [.givenUp, .photoMissing]) == .undecodable)
        #expect(ReceiptAnalysis.outcome(of: [empty, .photoMissing]) == .noText)
        #expect(ReceiptAnalysis.outcome(of: []) == .photoMissing)
    }

    @Test("receipt photo: reported for legibility, not for list problems")
    func legibility() {
        let good = ReceiptAnalysis.Legibility([(Self.reading(), 1)])
        #expect(good.gaps.isEmpty && good.advice.isEmpty)
        let small = Self.reading { reading in
            for place in reading.lines.indices {
                reading.lines[place].quad = Quad(x: 40, y: 40 + Double(place) * 14, width: 150, height: 12)
            }
        }
        let judged = ReceiptAnalysis.Legibility([(Self.reading(), 1), (small, 1)])
        #expect(judged.gaps == [.printTooSmall] && judged.advice.contains(.comeCloser))
        #expect(!judged.advice.contains(.showWholeList))
        #expect(ReceiptAnalysis.Legibility([(Self.reading { $0.lines = [] }, 1)]).gaps == [.noText])
    }
}
