/// Decoded pixels: 3 bytes each (blue, green, red), rows from the top without gaps.
///
/// Immutable after its creation.
package final class Picture: Sendable {
    package let width: Int
    package let height: Int
    /// Width and height of the photo before it was scaled down during decoding.
    package let originalWidth: Int
    package let originalHeight: Int
    /// Owned by this object, freed with it and written only during its creation, so it can be read by any thread.
    nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer

    /// Number of bytes per pixel.
    package static let bytesPerPixel = 3

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - width: In pixels, above 0.
    ///   - height: In pixels, above 0.
    ///   - original: Width and height before scaling; the same by default.
    ///   - fill: Writes all `width` × `height` × 3 bytes.
    package init(
        width: Int, height: Int, original: (width: Int, height: Int)? = nil,
        fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) rethrows {
        precondition(width > 0 && height > 0, "a picture has pixels")
        self.width = width
        self.height = height
        originalWidth = original?.width ?? width
        originalHeight = original?.height ?? height
        storage = .allocate(byteCount: width * height * Self.bytesPerPixel, alignment: 64)
        do { try fill(storage) } catch {
            storage.deallocate()
            throw error
        }
    }

    deinit { storage.deallocate() }

    /// The pixels, valid during the call only.
    package func withPixels<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(storage))
    }
}
