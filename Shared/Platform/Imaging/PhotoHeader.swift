import EventContracts

/// Facts from a photo's container, read without decoding a pixel.
package struct PhotoHeader: Sendable, Equatable {
    package let format: PhotoFormat
    /// Pixels per row, as stored: before the orientation is applied.
    package let width: Int
    /// Rows, as stored.
    package let height: Int
    /// How to turn the stored rows and columns, 1 to 8; 1 is upright (EXIF 2.32 section 4.6.4, tag 0x0112).
    package let orientation: Int
    /// nil if the camera did not record it.
    package let focalLength: FocalLength?

    package init(format: PhotoFormat, width: Int, height: Int, orientation: Int, focalLength: FocalLength?) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.focalLength = focalLength
    }
}

/// The focal length of a photo; at least one of the two values is present.
package struct FocalLength: Sendable, Equatable {
    /// Focal length of the lens itself, in millimeters (EXIF tag 0x920A).
    package let millimeters: Double?
    /// Focal length with the same view on a 36 × 24 mm frame, in millimeters (EXIF tag 0xA405).
    package let equivalent35: Double?

    /// Nil if both are unknown.
    package init?(millimeters: Double?, equivalent35: Double?) {
        guard millimeters != nil || equivalent35 != nil else { return nil }
        self.millimeters = millimeters
        self.equivalent35 = equivalent35
    }
}

/// The limits of a photo; all are checked before decoding.
package struct PhotoBounds: Sendable, Equatable {
    /// Maximum size of the file, in bytes.
    package var maxBytes = 15 << 20
    /// Maximum of width × height, in pixels.
    package var maxPixels = 50_000_000
    /// Maximum length of the longer side, in pixels.
    package var maxSide = 12_000

    package init() {}

    /// - Throws: `tooManyPixels` or `sideTooLong`.
    func check(width: Int, height: Int) throws(PhotoRefusal) {
        guard width > 0, height > 0 else { throw .malformed("a photo without pixels") }
        guard max(width, height) <= maxSide else { throw .sideTooLong(width: width, height: height) }
        guard width * height <= maxPixels else { throw .tooManyPixels(width: width, height: height) }
    }
}

extension PhotoFacts {
    /// The header's facts, with the size of the file.
    package init(_ header: PhotoHeader, bytes: Int) {
        self.init(
            format: header.format, width: header.width, height: header.height, orientation: header.orientation,
            bytes: bytes, focalLength: header.focalLength?.equivalent35)
    }
}
