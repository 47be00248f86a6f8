/// A place in a picture, in pixels from its left and upper edge.
package struct PicturePoint: Sendable, Hashable, Codable {
    package var x: Double
    package var y: Double

    /// A place in pixels.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The part of a picture where a field was read: what a person is shown beside it.
package struct PictureCrop: Sendable, Hashable, Codable {
    /// Which photo of the receipt, from 0.
    package var page: Int
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    /// An upright rectangle in pixels.
    package init(page: Int, x: Double, y: Double, width: Double, height: Double) {
        self.page = page
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest rectangle around both; the first one when they lie in two photos.
    package func union(_ other: PictureCrop) -> PictureCrop {
        guard page == other.page else { return self }
        let left = min(x, other.x), top = min(y, other.y)
        return PictureCrop(
            page: page, x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}

/// One line of print as the reader saw it: often a part of what a person calls a line.
package struct PrintedLine: Sendable, Hashable, Codable {
    package var text: String
    /// In the direction of reading: upper left, upper right, lower right, lower left.
    package var corners: [PicturePoint]
    /// Score: 0…1.
    package var confidence: Double
    /// Where the middle of each Unicode scalar lies along the line, 0…1; evenly when empty.
    package var positions: [Double]

    /// A line of print between four corners.
    ///
    /// - Parameters:
    ///   - text: what was read.
    ///   - corners: four, in the direction of reading.
    ///   - confidence: of the whole line, 0…1.
    ///   - positions: of each Unicode scalar along the line; empty when not known.
    package init(_ text: String, corners: [PicturePoint], confidence: Double, positions: [Double] = []) {
        self.text = text
        self.corners = corners
        self.confidence = confidence
        self.positions = positions
    }

    /// A line of print in an upright rectangle.
    package init(_ text: String, x: Double, y: Double, width: Double, height: Double, confidence: Double = 1) {
        self.init(
            text,
            corners: [
                PicturePoint(x: x, y: y), PicturePoint(x: x + width, y: y),
                PicturePoint(x: x + width, y: y + height), PicturePoint(x: x, y: y + height),
            ], confidence: confidence)
    }
}
