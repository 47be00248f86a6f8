import CPhotoWriter

/// Writes a picture as the small JPEG that a remote model is shown: its pixels and nothing else.
enum PhotoWriter {
    /// Longest side, in pixels (FOOD-VISION section 7), and the quality of the JPEG.
    static let longestSide: UInt32 = 1_024, quality: UInt32 = 85

    /// The file; nil when memory ran out.
    ///
    /// Computes: never on the cooperative pool.
    static func write(_ picture: Picture) -> [UInt8]? {
        var file = photo_writer_file()
        let status = picture.withPixels { pixels in
            var source = photo_writer_picture(
                pixels: pixels.assumingMemoryBound(to: UInt8.self).baseAddress, width: UInt32(picture.width),
                height: UInt32(picture.height), stride: picture.width * Picture.bytesPerPixel)
            return photo_writer_write(&source, longestSide, quality, &file)
        }
        guard status == PHOTO_WRITER_OK else { return nil }
        defer { photo_writer_free(&file) }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
    }
}
