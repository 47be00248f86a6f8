import Foundation

/// How far down its page each line stands, whichever way the picture was held.
struct PageDepths {
    /// The lowest line.
    let last: TextLine
    /// From the lower side of the lowest line to the edge of the picture, in pixels.
    let white: Double
    /// The usual distance from one line to the next, in pixels; nothing for fewer than two.
    let linePitch: Double?

    /// Nothing without lines, or when they run in all directions.
    init?(_ reading: TextReading) {
        let sum = reading.lines.reduce((x: 0.0, y: 0.0)) { sum, line in
            (sum.x + line.quad.end.x - line.quad.start.x, sum.y + line.quad.end.y - line.quad.start.y)
        }
        let length = hypot(sum.x, sum.y)
        guard length > 0 else { return nil }
        // Across the lines, downwards.
        func depth(_ x: Double, _ y: Double) -> Double { (y * sum.x - x * sum.y) / length }
        let lines = reading.lines.map { (line: $0, middle: depth($0.quad.center.x, $0.quad.center.y)) }
        guard let lowest = lines.max(by: { $0.middle < $1.middle }) else { return nil }
        last = lowest.line
        let width = Double(reading.width), height = Double(reading.height)
        let edge = max(depth(0, 0), depth(width, 0), depth(0, height), depth(width, height))
        white = edge - lowest.middle - lowest.line.quad.height / 2
        let middles = lines.map(\.middle).sorted(), lineHeight = reading.median { $0.quad.height } ?? 0
        // Lines of columns stand beside each other, not below.
        let steps = zip(middles, middles.dropFirst()).map { $1 - $0 }.filter { $0 > lineHeight / 2 }.sorted()
        linePitch = steps.isEmpty ? nil : steps[steps.count / 2]
    }
}
