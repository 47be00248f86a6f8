/// The positions of lines down the page, independent of the picture's orientation.
struct PageDepths {
    /// The lowest line.
    let last: TextLine
    /// Distance from the lower side of the lowest line to the edge of the picture, in pixels.
    let white: Double
    /// The usual distance from one line to the next, in pixels; nil for fewer than two lines.
    let linePitch: Double?

    /// Nil without lines, or if they have different directions.
    init?(_ reading: TextReading) {
        guard let axes = PageAxes(reading.lines) else { return nil }
        let lines = reading.lines.map { (line: $0, middle: axes.depth($0.quad.center)) }
        guard let lowest = lines.max(by: { $0.middle < $1.middle }) else { return nil }
        last = lowest.line
        let width = Double(reading.width), height = Double(reading.height)
        let picture = Quad(x: 0, y: 0, width: width, height: height)
        let edge = picture.corners.map { axes.depth($0) }.max() ?? 0
        white = edge - lowest.middle - lowest.line.quad.height / 2
        let middles = lines.map(\.middle).sorted(), lineHeight = reading.median { $0.quad.height } ?? 0
        // Steps of almost zero are left out, because lines of several columns are beside each other.
        let steps = zip(middles, middles.dropFirst()).map { $1 - $0 }.filter { $0 > lineHeight / 2 }.sorted()
        linePitch = steps.isEmpty ? nil : steps[steps.count / 2]
    }
}
