/// One line of text as read by a model.
package struct TextLine: Sendable, Equatable {
    /// One character of a line.
    package struct Character: Sendable, Equatable {
        package var scalar: Unicode.Scalar
        /// The character's center along the line: 0 (start) … 1 (end).
        package var position: Double
        /// Score: 0…1.
        package var confidence: Double

        /// A character at its place.
        package init(_ scalar: Unicode.Scalar, position: Double, confidence: Double) {
            self.scalar = scalar
            self.position = position
            self.confidence = confidence
        }
    }

    package var characters: [Character]
    package var quad: Quad
    /// Mean score of the line's characters: 0…1.
    package var confidence: Double
    /// Steepest slope of brightness relative to contrast, per pixel: above 0.3 crisp, below 0.15 blurred; nil if not
    /// measured.
    package var sharpness: Double?
    /// The column of the page, from 0 in reading order.
    package var column = 0

    package var text: String { String(String.UnicodeScalarView(characters.map(\.scalar))) }

    /// A line with its characters.
    package init(characters: [Character], quad: Quad, confidence: Double, sharpness: Double? = nil) {
        self.characters = characters
        self.quad = quad
        self.confidence = confidence
        self.sharpness = sharpness
    }

    /// A line with evenly spaced characters of equal score.
    package init(_ text: String, quad: Quad, confidence: Double, sharpness: Double? = nil) {
        let scalars = Array(text.unicodeScalars)
        let characters = scalars.enumerated().map { index, scalar in
            Character(
                scalar, position: (Double(index) + 0.5) / Double(scalars.count), confidence: confidence)
        }
        self.init(characters: characters, quad: quad, confidence: confidence, sharpness: sharpness)
    }

    /// Whether the line contains only spaces.
    package var isBlank: Bool { characters.allSatisfy(\.scalar.properties.isWhitespace) }

    /// Whether most of its letters are Chinese, which must be printed larger to be readable.
    package var isChinese: Bool {
        let ideographs = characters.count { $0.scalar.properties.isIdeographic }
        return ideographs * 2 > characters.count
    }
}
