/// A point in a photo, in pixels from the left and upper edge.
package struct PicturePoint: Sendable, Hashable, Codable {
    package var x: Double
    package var y: Double

    /// A point in pixels.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The part of a picture where a field was read, for showing it to the person.
package struct PictureCrop: Sendable, Hashable, Codable {
    /// Index of the receipt's photo, from 0.
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

    /// The smallest rectangle around both; the first one if they are in different photos.
    package func union(_ other: PictureCrop) -> PictureCrop {
        guard page == other.page else { return self }
        let left = min(x, other.x), top = min(y, other.y)
        return PictureCrop(
            page: page, x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}

/// One recognized line, often only a part of a printed line.
package struct PrintedLine: Sendable, Hashable, Codable {
    package var text: String
    /// The corners in the reading direction: upper left, upper right, lower right, lower left.
    package var corners: [PicturePoint]
    /// Score: 0…1.
    package var confidence: Double
    /// The center of each Unicode scalar along the line, 0…1; evenly spaced if empty.
    package var positions: [Double]

    /// A recognized line with four corners.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - corners: Four corners, in reading direction.
    ///   - confidence: Score of the whole line, 0…1.
    ///   - positions: The center of each Unicode scalar along the line, 0…1; empty if unknown.
    package init(_ text: String, corners: [PicturePoint], confidence: Double, positions: [Double] = []) {
        self.text = text
        self.corners = corners
        self.confidence = confidence
        self.positions = positions
    }

    /// A recognized line in an upright rectangle.
    package init(_ text: String, x: Double, y: Double, width: Double, height: Double, confidence: Double = 1) {
        self.init(
            text,
            corners: [
                PicturePoint(x: x, y: y), PicturePoint(x: x + width, y: y),
                PicturePoint(x: x + width, y: y + height), PicturePoint(x: x, y: y + height),
            ], confidence: confidence)
    }
}
