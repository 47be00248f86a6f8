/// Whether a reading contains the whole list of a label; decided without the pixels.
///
/// High scores do not prove that nothing was missed: an unreliable reading may report findings, but must not say that
/// an allergen is absent.
package struct Completeness: Sendable, Equatable {
    /// The reason why a reading is not reliable.
    package enum Gap: String, Sendable, CaseIterable {
        /// No text was found.
        case noText
        /// No heading of an ingredient list was found.
        case noHeading
        /// Fewer lines than an ingredient list has.
        case tooFewLines
        /// The letters are too small to be distinguished.
        case printTooSmall
        /// Strokes are merged: similar characters are confused with high scores.
        case blurred
        /// The scores are too low as a whole.
        case uncertainReading
        /// One line's score is too low.
        case uncertainLine
        /// A region that looks like a line could not be read.
        case unreadRegion
        /// A line reaches the edge of the picture, or the list breaks off.
        case cutOff
        /// Text inside the list is missing, as under a fold, a thumb or a reflection.
        case lostPrint
        /// Too little light.
        case tooDark
    }

    /// The place of a gap in the picture.
    package struct Place: Sendable, Equatable {
        package var gap: Gap
        package var quad: Quad
    }

    package var gaps: [Gap]
    /// The places of those gaps that have one.
    package var places: [Place]
    /// Advice, most useful first; empty if nothing is missing.
    package var advice: [PhotoAdvice]

    package var isVouched: Bool { gaps.isEmpty }

    /// A judgement with gaps, places and advice.
    package init(gaps: [Gap], places: [Place] = [], advice: [PhotoAdvice]) {
        self.gaps = gaps
        self.places = places
        self.advice = advice
    }
}

/// Advice for a better photo.
package enum PhotoAdvice: String, Sendable, CaseIterable {
    /// Go nearer.
    case comeCloser = "photograph-closer"
    /// Hold still and let the camera focus.
    case holdStill = "hold-still"
    /// Find more light.
    case moreLight = "more-light"
    /// Show the list from its heading to its end.
    case showWholeList = "show-whole-list"
    /// Lay the printed surface flat, avoid reflections, and photograph it straight on.
    case faceItFlat = "photograph-flat"
    /// Show the food from above or from the side, all of it.
    case showFood = "show-food"
}

extension Completeness {
    /// Thresholds, measured on 144 variants of labeled photos unless a comment says otherwise.
    private enum Bound {
        static let lines = 2
        /// Minimum median height of a line's box in pixels of the original photo, for Latin and for Chinese text.
        static let latinHeight = 14.0, chineseHeight = 20.0
        /// Minimum mean score over all characters.
        static let confidence = 0.93
        /// Minimum score of one line, and the numbers of characters from which it is meaningful; Chinese words have two
        /// (花生, 芝麻).
        static let lineConfidence = 0.85, judgedCharacters = 4, judgedIdeographs = 2
        /// Minimum score of a line of any length, because one word is enough to name an allergen.
        static let shortLineConfidence = 0.6
        /// Height, length and maximum distance of a region that is treated as unread text of the list, in median line
        /// heights; larger spots are not lines, and distant ones are other texts.
        static let unreadHeights = 0.5...3.0, unreadLength = 2.0, unreadDistance = 4.0
        /// Minimum mean brightness, below which a photo is mostly black.
        ///
        /// VIS-23 requires 200 lux, which a file does not state.
        static let brightness = 0.15
        /// Minimum slope of the brightness (fraction of the contrast per pixel); below it, text is blurred rather than
        /// merely small.
        ///
        /// Measured for this project: crisp text has 0.5…0.9, blurred text of the labeled set 0.2…0.35.
        static let sharpness = 0.35
        /// Slopes below which text may be misread with high scores (榛 as 楼 at 0.18); Chinese strokes are closer
        /// together.
        static let latinSharpness = 0.15, chineseSharpness = 0.3
        /// A line that ends within this distance from the edge, in pixels, may continue beyond it.
        static let edge = 1.5
        /// If the lower edge is nearer than this, in distances between lines, a line below it may be missing.
        static let nextLine = 1.0
    }

    /// Evaluates the reading of a label.
    ///
    /// - Parameters:
    ///   - reading: The reading.
    ///   - scale: Pixels of the original photo per pixel of the decoded picture.
    /// - Returns: The gaps, with advice.
    package static func judge(_ reading: TextReading, scale: Double = 1) -> Completeness {
        guard !reading.lines.isEmpty else {
            return Completeness(
                gaps: isDark(reading) ? [.noText, .tooDark] : [.noText], advice: advice([.noText], reading))
        }
        var gaps: [Gap] = []
        if !IngredientHeading.isPresent(in: reading) { gaps.append(.noHeading) }
        if reading.lines.count < Bound.lines { gaps.append(.tooFewLines) }
        if isSmall(reading, scale: scale) { gaps.append(.printTooSmall) }
        if isBlurred(reading) { gaps.append(.blurred) }
        if reading.confidence < Bound.confidence { gaps.append(.uncertainReading) }
        let places = places(in: reading)
        for gap in [Gap.uncertainLine, .unreadRegion, .cutOff, .lostPrint]
        where places.contains(where: { $0.gap == gap }) { gaps.append(gap) }
        if isDark(reading) { gaps.append(.tooDark) }
        return Completeness(gaps: gaps, places: places, advice: advice(gaps, reading))
    }

    private static func places(in reading: TextReading) -> [Place] {
        var cutOff = reading.lines.filter { isCutOff($0, in: reading) }.map(\.quad)
        if let last = lineThatGoesOnBelow(reading) { cutOff.append(last.quad) }
        cutOff += LostPrint.openEnds(in: reading)
        let quads: [(gap: Gap, quads: [Quad])] = [
            (.uncertainLine, reading.lines.filter(isUncertain).map(\.quad)), (.unreadRegion, unreadPrint(in: reading)),
            (.cutOff, cutOff), (.lostPrint, LostPrint.places(in: reading)),
        ]
        return quads.flatMap { gap, quads in quads.map { Place(gap: gap, quad: $0) } }
    }

    private static func isMostlyChinese(_ reading: TextReading) -> Bool {
        reading.lines.count(where: \.isChinese) * 2 > reading.lines.count
    }

    private static func isSmall(_ reading: TextReading, scale: Double) -> Bool {
        let height = (reading.median { $0.quad.height } ?? 0) * scale
        return height < (isMostlyChinese(reading) ? Bound.chineseHeight : Bound.latinHeight)
    }

    private static func isBlurred(_ reading: TextReading) -> Bool {
        guard let sharpness = reading.median(of: { $0.sharpness }) else { return false }
        return sharpness < (isMostlyChinese(reading) ? Bound.chineseSharpness : Bound.latinSharpness)
    }

    private static func isUncertain(_ line: TextLine) -> Bool {
        let enough = line.isChinese ? Bound.judgedIdeographs : Bound.judgedCharacters
        return line.confidence < (line.characters.count >= enough ? Bound.lineConfidence : Bound.shortLineConfidence)
    }

    private static func unreadPrint(in reading: TextReading) -> [Quad] {
        guard let height = reading.median(of: { $0.quad.height }), height > 0, let first = reading.lines.first else {
            return []
        }
        let list = reading.lines.reduce(first.quad.bounds) { $0.union($1.quad.bounds) }
            .grown(by: Bound.unreadDistance * height)
        return reading.unread.filter {
            Bound.unreadHeights.contains(min($0.height, $0.length) / height)
                && max($0.height, $0.length) >= Bound.unreadLength * height && list.contains($0.center)
        }
    }

    private static func isCutOff(_ line: TextLine, in reading: TextReading) -> Bool {
        let inside = PixelRect(
            minX: Bound.edge, minY: Bound.edge, maxX: Double(reading.width) - Bound.edge,
            maxY: Double(reading.height) - Bound.edge)
        return !inside.contains(line.quad.start) || !inside.contains(line.quad.end)
    }

    /// The last line, if the list continues or may continue after it; an edge in the space between two lines cuts no
    /// line.
    ///
    /// A list that ends with a comma continues; one that ends without a full stop may continue if another line would
    /// not have fitted into the picture.
    private static func lineThatGoesOnBelow(_ reading: TextReading) -> TextLine? {
        guard let page = PageDepths(reading), let end = page.last.text.unicodeScalars.last(where: { $0 != " " }) else {
            return nil
        }
        if openEnds.contains(end) { return page.last }
        guard !closedEnds.contains(end), let pitch = page.linePitch, page.white < Bound.nextLine * pitch else {
            return nil
        }
        return page.last
    }

    private static let openEnds: Set<Unicode.Scalar> = [",", ";", ":", "(", "[", "-", "，", "、", "；", "：", "（"]
    private static let closedEnds: Set<Unicode.Scalar> = [".", "。", "．", "!", "！"]

    private static func isDark(_ reading: TextReading) -> Bool {
        reading.brightness.map { $0 < Bound.brightness } ?? false
    }

    private static func advice(_ gaps: [Gap], _ reading: TextReading) -> [PhotoAdvice] {
        var advice: [PhotoAdvice] = []
        if isDark(reading) { advice.append(.moreLight) }
        if gaps.contains(.printTooSmall) { advice.append(.comeCloser) }
        if !Set(gaps).isDisjoint(with: [.blurred, .uncertainReading, .uncertainLine, .unreadRegion, .lostPrint]) {
            let isBlurred = (reading.median { $0.sharpness } ?? 1) < Bound.sharpness
            advice.append(isBlurred ? .holdStill : .faceItFlat)
        }
        if !Set(gaps).isDisjoint(with: [.noText, .noHeading, .tooFewLines, .cutOff]) { advice.append(.showWholeList) }
        if gaps.contains(.noText) { advice.append(.comeCloser) }
        return advice
    }
}
