/// The text found in a picture.
///
/// A prediction of a model, before any interpretation.
package struct TextReading: Sendable, Equatable {
    package var width: Int
    package var height: Int
    /// The lines in reading order.
    package var lines: [TextLine]
    /// Regions that resemble text and could not be read.
    package var unread: [Quad]
    /// Mean brightness of the picture: 0…1; nil if not measured.
    package var brightness: Double?
    package var predictor: Predictor
    /// Number of counter-clockwise quarter turns applied before reading: 0…3.
    package var quarterTurns = 0

    /// A reading of a picture of `width` × `height` pixels.
    package init(
        width: Int, height: Int, lines: [TextLine], unread: [Quad] = [], brightness: Double? = nil, predictor: Predictor
    ) {
        self.width = width
        self.height = height
        self.lines = lines
        self.unread = unread
        self.brightness = brightness
        self.predictor = predictor
    }

    /// All lines in reading order, one per row.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    /// Mean score of all characters: 0…1; 0 without any.
    package var confidence: Double {
        let count = lines.reduce(0) { $0 + $1.characters.count }
        guard count > 0 else { return 0 }
        return lines.reduce(0) { $0 + $1.confidence * Double($1.characters.count) } / Double(count)
    }

    /// The median of a measure over all lines; nil without any.
    package func median(of measure: (TextLine) -> Double?) -> Double? {
        let values = lines.compactMap(measure).sorted()
        return values.isEmpty ? nil : values[values.count / 2]
    }
}
