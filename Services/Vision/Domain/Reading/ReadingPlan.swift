/// Decides the passes over a picture: how many, which parts, and which settings.
///
/// Pure decisions; the engine performs the passes.
package enum ReadingPlan {
    /// Maximum enlargement of small pictures before detection.
    ///
    /// On real labels reduced to 40 %, enlargement increases the allergens read from 23 to 25 of 28, at 30 % from 12 to
    /// 17, in the same time (docs/reading-labels.md).
    private static let maxEnlargement = 3.0
    /// Usual ratio of length to width of receipts, and the maximum ratio at which text is not reduced.
    private static let typicalSlenderness = 2.0, maxSlenderness = 6.0
    /// Below this mean score a picture may be upside down: upright text scores above 0.9, inverted text 0.58…0.68.
    private static let invertedBelow = 0.80
    /// Minimum gain in score for accepting rotated text.
    private static let turningGain = 0.1
    /// Lines below this score are read again enlarged.
    private static let doubtfulBelow = 0.85
    /// Below this score a line is treated as not read.
    package static let unreadBelow = 0.3
    /// Margin around a doubtful line, in line heights.
    private static let surroundings = 1.0
    /// Minimum side of a part in pixels; in smaller parts the model finds nothing.
    private static let minSide = 32
    /// Maximum number of parts read again.
    private static let maxParts = 4
    /// Target height of the lines of a doubtful part, in pixels; the model reads at 48.
    private static let wantedHeight = 48.0
    /// Maximum number of pixels of an enlarged part.
    ///
    /// Enlarging helps only small text; a whole 13-megapixel photo at three times its size would take 350 MB of memory
    /// without showing more.
    package static let maxViewPixels = 12_000_000.0

    /// The first pass: the whole picture without rotation.
    package static func first(width: Int, height: Int, _ matter: PrintedMatter) -> Glance {
        var glance = Glance(matter == .label ? .label : .receipt)
        guard matter == .label else {
            glance.detection.longest = receiptLength(width: width, height: height)
            return glance
        }
        glance.enlargement = enlargement(by: Double(glance.detection.longest) / Double(max(width, height)))
        return glance
    }

    /// The longer side of a receipt for detection, in pixels.
    ///
    /// Text on a long slip is as small as on a short one, so it must not shrink with the slip's length. Up to the usual
    /// ratio of 2 the default size applies.
    private static func receiptLength(width: Int, height: Int) -> Int {
        let slenderness = Double(max(width, height)) / Double(max(1, min(width, height)))
        let usual = Double(Glance.Detection.receipt.longest)
        return Int(usual * min(maxSlenderness / typicalSlenderness, max(1, slenderness / typicalSlenderness)))
    }

    /// A short pass over the longest line, rotated by 180 degrees; nil if the picture is upright.
    package static func probe(after reading: GlanceReading) -> Glance? {
        guard reading.confidence < invertedBelow,
            let longest = reading.lines.max(by: { $0.quad.length < $1.quad.length })
        else { return nil }
        var glance = Glance(Glance.Detection(shortest: 64, longest: 640, pixelThreshold: 0.2, regionThreshold: 0.4))
        glance.part = longest.quad.bounds.grown(by: longest.quad.height / 2)
        glance.quarterTurns = 2
        return glance
    }

    /// Whether the probe shows that the picture is upside down.
    package static func isInverted(_ reading: GlanceReading, probe: GlanceReading) -> Bool {
        probe.confidence > reading.confidence + turningGain
    }

    /// Whether one reading of the whole picture is better than another.
    package static func isBetter(_ turned: GlanceReading, than upright: GlanceReading) -> Bool {
        turned.confidence > upright.confidence + turningGain
    }

    /// The doubtful parts that are read again, enlarged.
    package static func closeUps(after reading: GlanceReading, _ glance: Glance) -> [Glance] {
        var doubtful = reading.lines.filter { $0.confidence < doubtfulBelow }.map(\.quad)
        doubtful += reading.faint
        let typical = reading.lines.map(\.quad.height).sorted()
        var parts: [(bounds: PixelRect, height: Double)] = []
        for quad in doubtful.sorted(by: { $0.center.y < $1.center.y }) {
            // A faint spot may have any size, so the height of its text is estimated from the surrounding lines.
            let height = min(quad.height, typical.isEmpty ? quad.height : typical[typical.count / 2] * 2)
            let bounds = quad.bounds.grown(by: height * surroundings)
            if let last = parts.indices.last, parts[last].bounds.overlap(bounds) > 0 {
                parts[last] = (parts[last].bounds.union(bounds), min(parts[last].height, height))
            } else {
                parts.append((bounds, height))
            }
        }
        return parts.sorted { $0.bounds.area > $1.bounds.area }.prefix(maxParts).map { part in
            var closer = glance
            closer.part = part.bounds
            closer.enlargement = min(
                enlargement(by: max(2, wantedHeight / max(part.height, 1))),
                max(1, (maxViewPixels / max(part.bounds.area, 1)).squareRoot()))
            closer.detection.longest = min(
                glance.detection.longest,
                max(glance.detection.shortest, Int(max(part.bounds.width, part.bounds.height) * closer.enlargement)))
            closer.detection.shortest = min(
                glance.detection.shortest, max(minSide, closer.detection.longest / 2))
            return closer
        }
    }

    /// Merges a closer reading into the first.
    ///
    /// Of overlapping lines, the reading with the higher total confidence is used. Faint text within the part is
    /// replaced by that of the closer reading.
    package static func merge(
        _ closer: GlanceReading, of part: PixelRect?, into reading: GlanceReading
    ) -> GlanceReading {
        var merged = reading
        for line in closer.lines where !line.isBlank && line.confidence >= unreadBelow {
            let rivals = merged.lines.indices.filter { covers(merged.lines[$0].quad, line.quad) }
            let certainty = rivals.reduce(0) { $0 + weight(of: merged.lines[$1]) }
            guard weight(of: line) > certainty else { continue }
            for index in rivals.reversed() { merged.lines.remove(at: index) }
            merged.lines.append(line)
        }
        merged.faint.removeAll { part?.contains($0.center) ?? true }
        merged.faint += closer.faint.filter { faint in !merged.lines.contains { covers($0.quad, faint) } }
        return merged
    }

    /// Sums the characters' scores above chance, so that neither a few good nor many bad characters decide.
    private static func weight(of line: TextLine) -> Double {
        line.characters.reduce(0) { $0 + ($1.confidence - 0.5) }
    }

    private static func covers(_ first: Quad, _ second: Quad) -> Bool {
        first.bounds.overlap(second.bounds) > 0.5
    }

    private static func enlargement(by factor: Double) -> Double {
        min(maxEnlargement, max(1, factor))
    }
}
