import EventContracts
import Photos
import ServiceRuntime

/// Makes the small pictures of a photo that was decoded, and keeps them beside it.
package final class PictureMaker: Sendable {
    /// Quality of the JPEGs, of 100.
    static let quality: UInt32 = 80
    /// Largest height as a multiple of the width: of a long receipt the whole is shown, narrower.
    static let maxAspect = 2

    private let photos: SealedPhotos
    private let lanes: WorkLanes

    /// A maker that stores into `photos`.
    ///
    /// - Parameters:
    ///   - photos: The photo store.
    ///   - size: Number of simultaneous photos.
    ///   - queue: Maximum number of waiting photos; further ones get no small pictures.
    package init(photos: SealedPhotos, size: Int = 2, queue: Int = 64) {
        self.photos = photos
        lanes = WorkLanes(label: "vision.pictures", lanes: size, capacity: queue)
    }

    /// Makes and stores the pictures of a photo; clients show the whole photo without them, so that a failure is no
    /// error.
    func keep(_ picture: Picture, of key: PhotoKey) async {
        guard let pictures = try? await lanes.run({ Self.pictures(of: picture) }), !pictures.isEmpty else { return }
        try? await photos.put(pictures, of: key)
    }

    /// The pictures in every width, none larger than the photo.
    ///
    /// Computes: never on the cooperative pool.
    static func pictures(of picture: Picture) -> SmallPictures {
        var pictures = SmallPictures()
        for width in PictureWidth.allCases {
            let file = PhotoWriter.write(
                picture, maxWidth: UInt32(width.rawValue), maxHeight: UInt32(width.rawValue * maxAspect),
                quality: quality)
            if let file { pictures.add(file, of: width) }
        }
        return pictures
    }
}
