import EventContracts

/// A photo without anything that tells of its owner: no place, no time, no device, no comments, no thumbnails.
///
/// An untrusted file is walked along its container; no pixel is decoded. What stays are the parts that pixels and their
/// colours are made of; everything else is cut out, also what is unknown and what follows the picture's end.
package struct StrippedPhoto: Sendable {
    /// What is known of it, read before the metadata went.
    package let header: PhotoHeader
    /// The file without metadata.
    package let bytes: [UInt8]

    /// Strips a photo in time linear in its size, in the memory that it is in when the caller keeps no copy.
    ///
    /// - Throws: Why the photo is refused.
    package init(_ photo: consuming [UInt8], bounds: PhotoBounds = PhotoBounds()) throws(PhotoRefusal) {
        var cutter = PhotoCutter(photo)
        header = try cutter.walk(bounds)
        bytes = cutter.finish()
    }
}

extension PhotoHeader {
    /// Walks a photo's container and changes nothing.
    ///
    /// - Throws: Why the photo would be refused.
    package init(of photo: [UInt8], bounds: PhotoBounds = PhotoBounds()) throws(PhotoRefusal) {
        var cutter = PhotoCutter(photo, isDry: true)
        self = try cutter.walk(bounds)
    }
}

extension PhotoCutter {
    fileprivate mutating func walk(_ bounds: PhotoBounds) throws(PhotoRefusal) -> PhotoHeader {
        guard remaining <= bounds.maxBytes else { throw .tooManyBytes(most: bounds.maxBytes) }
        switch PhotoFormat.signature(of: photo) {
        case .known(.jpeg): return try JPEGWalk.walk(&self, bounds)
        case .known(.png): return try PNGWalk.walk(&self, bounds)
        case .known(.webp): return try WebPWalk.walk(&self, bounds)
        case .refused(let format): throw .refusedFormat(format)
        case .unknown: throw .unknownFormat
        }
    }
}
