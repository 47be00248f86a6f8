import EventContracts

/// Why a photo is refused; the text is safe to show, since of the file it contains only the size.
package enum PhotoRefusal: Error, Sendable, Equatable {
    /// The first bytes match no known format.
    case unknownFormat
    /// A known format that is not supported.
    case refusedFormat(PhotoFormat.RefusedFormat)
    case tooManyBytes(max: Int)
    case tooManyPixels(width: Int, height: Int)
    case sideTooLong(width: Int, height: Int)
    /// An animation.
    case animated
    /// The file ends before the image does.
    case truncated
    /// The container violates its own format.
    case malformed(StaticReason)
    /// A rare variant of the format that is not decoded.
    case unsupported(StaticReason)

    /// Constant text, never text from the file.
    package struct StaticReason: Sendable, Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
        package let description: String

        package init(stringLiteral text: StaticString) { description = "\(text)" }
    }
}

extension PhotoRefusal: CustomStringConvertible {
    /// The fault and its remedy, as a sentence for the person.
    package var description: String {
        switch self {
        case .unknownFormat: "This is not a JPEG, PNG or WebP photo."
        case .refusedFormat(.heic):
            "HEIC photos are not supported. Set the camera to \"Most compatible\", or export the photo as JPEG."
        case .refusedFormat(.avif): "AVIF photos are not supported. Export the photo as JPEG, PNG or WebP."
        case .tooManyBytes(let max): "A photo may have at most \(max) bytes."
        case .tooManyPixels(let width, let height):
            "The photo has \(width) × \(height) pixels, which is too large. Send a smaller one."
        case .sideTooLong(let width, let height):
            "The photo has \(width) × \(height) pixels; one side is too long. Send a smaller one."
        case .animated: "Animated images are not supported. Send a single photo."
        case .truncated: "The photo is incomplete. Send it again."
        case .malformed(let reason): "The photo file is damaged: \(reason). Take or export it again."
        case .unsupported(let reason): "This kind of photo is not supported: \(reason). Export it as an ordinary JPEG."
        }
    }
}
