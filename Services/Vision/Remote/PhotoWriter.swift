import CPhotoWriter

/// Writes a picture as a small JPEG without metadata.
enum PhotoWriter {
    /// Longest side of a picture sent to a remote model, in pixels, and the JPEG quality.
    static let maxSide: UInt32 = 1_024, quality: UInt32 = 85

    /// The file for a remote model; nil if memory is exhausted.
    ///
    /// Computes for a long time, so it must not run on the cooperative pool.
    static func write(_ picture: Picture) -> [UInt8]? {
        write(picture, maxWidth: maxSide, maxHeight: maxSide, quality: quality)
    }

    /// Writes a picture as a JPEG file with a maximum width and height in pixels, never enlarged; nil if memory is
    /// exhausted.
    ///
    /// Computes for a long time, so it must not run on the cooperative pool.
    static func write(_ picture: Picture, maxWidth: UInt32, maxHeight: UInt32, quality: UInt32) -> [UInt8]? {
        var file = photo_writer_file()
        let status = picture.withPixels { pixels in
            var source = photo_writer_picture(
                pixels: pixels.assumingMemoryBound(to: UInt8.self).baseAddress, width: UInt32(picture.width),
                height: UInt32(picture.height), stride: picture.width * Picture.bytesPerPixel)
            return photo_writer_write(&source, maxWidth, maxHeight, quality, &file)
        }
        guard status == PHOTO_WRITER_OK else { return nil }
        defer { photo_writer_free(&file) }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
    }
}
