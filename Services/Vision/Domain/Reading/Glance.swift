/// The settings of one pass of the model over a picture or a part of it.
package struct Glance: Sendable, Equatable {
    /// Settings for finding lines.
    package struct Detection: Sendable, Equatable {
        /// Target size of the shorter side for detection (pixels), limited by `longest`.
        package var shortest: Int
        /// Maximum size of the longer side for detection (pixels).
        package var longest: Int
        /// Probability above which a pixel is text: 0…1.
        package var pixelThreshold: Double
        /// Mean probability above which a region is a line: 0…1.
        package var regionThreshold: Double

        /// For labels: low thresholds, since missing a line is worse than mistaking a stain for one.
        ///
        /// A longest side of 1280 instead of 2000 loses one word in 280 and saves a quarter of the processor time.
        package static let label = Detection(shortest: 736, longest: 1280, pixelThreshold: 0.2, regionThreshold: 0.4)
        /// Settings for receipts.
        package static let receipt = Detection(shortest: 32, longest: 960, pixelThreshold: 0.3, regionThreshold: 0.5)
    }

    /// The part to read, in pixels; nil for the whole picture.
    package var part: PixelRect?
    /// Number of counter-clockwise quarter turns of the part: 0…3.
    package var quarterTurns = 0
    /// Enlargement of the part: 1…4.
    package var enlargement = 1.0
    package var detection: Detection

    /// A pass over the whole picture without rotation.
    package init(_ detection: Detection) {
        self.detection = detection
    }
}

/// The result of one pass, in pixels of the whole picture.
package struct GlanceReading: Sendable, Equatable {
    package var lines: [TextLine]
    /// Regions that weakly resemble text.
    package var faint: [Quad]
    /// Mean brightness: 0…1.
    package var brightness: Double

    /// Creates the result of one pass.
    package init(lines: [TextLine], faint: [Quad] = [], brightness: Double = 0.5) {
        self.lines = lines
        self.faint = faint
        self.brightness = brightness
    }

    /// Mean score of all characters: 0…1; 0 without any.
    package var confidence: Double {
        let count = lines.reduce(0) { $0 + $1.characters.count }
        guard count > 0 else { return 0 }
        return lines.reduce(0) { $0 + $1.confidence * Double($1.characters.count) } / Double(count)
    }

    /// Whether most regions run down the picture.
    package var isMostlyVertical: Bool {
        lines.count { abs($0.quad.end.y - $0.quad.start.y) > abs($0.quad.end.x - $0.quad.start.x) } * 2 > lines.count
    }
}
