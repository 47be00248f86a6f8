import Foundation
import Testing
import VisionService

struct ReadingOrderTests {
    /// A line 20 pixels high; `rise` is the height of its end above its beginning.
    private static func line(_ text: String, _ x: Double, _ y: Double, width: Double = 200, rise: Double = 0)
        -> TextLine
    {
        let quad = Quad(
            topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y - rise),
            bottomRight: Point(x: x + width, y: y + 20 - rise), bottomLeft: Point(x: x, y: y + 20))
        return TextLine(text, quad: quad, confidence: 1)
    }

    private static func order(_ lines: [TextLine]) -> [String] {
        ReadingOrder.sort(lines.shuffled()).map(\.text)
    }

    @Test func readsFromTopToBottom() {
        #expect(Self.order((0..<6).map { Self.line("\($0)", 10, Double($0) * 30) }) == ["0", "1", "2", "3", "4", "5"])
    }

    @Test func readsOneColumnAfterTheOther() {
        let left = (0..<3).map { Self.line("left \($0)", 10, Double($0) * 30) }
        let right = (0..<3).map { Self.line("right \($0)", 260, Double($0) * 30 + 7) }
        let sorted = ReadingOrder.sort((left + right).shuffled())
        #expect(sorted.map(\.text) == ["left 0", "left 1", "left 2", "right 0", "right 1", "right 2"])
        #expect(sorted.map(\.column) == [0, 0, 0, 1, 1, 1])
    }

    @Test func aHeadingAboveBothColumnsComesFirst() {
        let lines = [
            Self.line("heading", 10, 0, width: 450), Self.line("left", 10, 40), Self.line("right", 260, 35),
            Self.line("footer", 10, 80, width: 450),
        ]
        #expect(Self.order(lines) == ["heading", "left", "right", "footer"])
    }

    @Test("VIS-19: pieces of a curved line are read in its order")
    func followsABow() {
        // Two lines that sink by 30 pixels, each detected in three pieces.
        let lines = [0.0, 28].enumerated().flatMap { index, y in
            [
                Self.line("\(index)a", 10, y, width: 150, rise: -22),
                Self.line("\(index)b", 170, y + 28, width: 150),
                Self.line("\(index)c", 330, y + 22, width: 150, rise: 22),
            ]
        }
        #expect(Self.order(lines) == ["0a", "0b", "0c", "1a", "1b", "1c"])
    }

    @Test("reading: a page on its side is read along its lines", arguments: [0.3, 1.57, -1.57, 3.1])
    func readsATurnedPage(angle: Double) {
        let lines = (0..<4).map { index in
            let line = Self.line("\(index)", 10, Double(index) * 30)
            return TextLine(line.text, quad: line.quad.turned(sine: sin(angle), cosine: cos(angle)), confidence: 1)
        }
        #expect(Self.order(lines) == ["0", "1", "2", "3"])
    }

    @Test func staysBoundedWhenAPictureIsFullOfSpots() {
        let spots = (0..<500).map { Self.line("\($0)", Double($0 % 32) * 90, Double($0 / 32) * 31, width: 15) }
        let duration = ContinuousClock().measure { #expect(ReadingOrder.sort(spots).count == spots.count) }
        #expect(duration < .seconds(20))
    }
}
