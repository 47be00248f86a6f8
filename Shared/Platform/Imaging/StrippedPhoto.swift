import EventContracts

/// A photo without information about its owner: no place, time, device, comments or thumbnails.
///
/// An untrusted file is parsed along its container; no pixel is decoded. The parts with pixels and colors stay; all
/// others are removed, including unknown ones and data after the image's end.
package struct StrippedPhoto: Sendable {
    /// The photo's facts, read before the metadata was removed.
    package let header: PhotoHeader
    /// The file without metadata.
    package let bytes: [UInt8]

    /// Strips a photo in time linear in its size; in place if the caller keeps no copy.
    ///
    /// - Throws: Why the photo is refused.
    package init(_ photo: consuming [UInt8], bounds: PhotoBounds = PhotoBounds()) throws(PhotoRefusal) {
        var cutter = PhotoCutter(photo)
        header = try cutter.walk(bounds)
        bytes = cutter.finish()
    }
}

extension PhotoHeader {
    /// Parses a photo's container without changing the photo.
    ///
    /// - Throws: Why the photo would be refused.
    package init(of photo: [UInt8], bounds: PhotoBounds = PhotoBounds()) throws(PhotoRefusal) {
        var cutter = PhotoCutter(photo, isDry: true)
        self = try cutter.walk(bounds)
    }
}

extension PhotoCutter {
    fileprivate mutating func walk(_ bounds: PhotoBounds) throws(PhotoRefusal) -> PhotoHeader {
        guard remaining <= bounds.maxBytes else { throw .tooManyBytes(max: bounds.maxBytes) }
        switch PhotoFormat.signature(of: photo) {
        case .known(.jpeg): return try JPEGWalk.walk(&self, bounds)
        case .known(.png): return try PNGWalk.walk(&self, bounds)
        case .known(.webp): return try WebPWalk.walk(&self, bounds)
        case .refused(let format): throw .refusedFormat(format)
        case .unknown: throw .unknownFormat
        }
    }
}
