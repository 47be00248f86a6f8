import EventContracts
import Photos
import ServiceLifecycle
import ServiceRuntime

/// Creates the small pictures of analyzed photos, one photo after the other, and stores them beside the photos.
///
/// Pictures are created after the analysis, so that its result does not wait for them.
package final class PictureMaker: Service {
    /// Quality of the JPEGs, from 1 to 100.
    static let quality: UInt32 = 80
    /// Maximum height as a multiple of the width; a longer receipt is shown completely but narrower.
    static let maxAspect = 2

    private let photos: SealedPhotos
    private let lanes = WorkLanes(label: "vision.pictures", lanes: 1, capacity: 1)
    private let queue: AsyncStream<(Picture, PhotoKey)>
    private let added: AsyncStream<(Picture, PhotoKey)>.Continuation

    /// A maker that stores into `photos`.
    ///
    /// - Parameters:
    ///   - photos: The photo store.
    ///   - capacity: Maximum number of decoded photos that wait; further ones get no small pictures.
    package init(photos: SealedPhotos, capacity: Int = 8) {
        self.photos = photos
        (queue, added) = AsyncStream<(Picture, PhotoKey)>.makeStream(bufferingPolicy: .bufferingOldest(capacity))
    }

    /// Queues a photo.
    func add(_ picture: Picture, of key: PhotoKey) { added.yield((picture, key)) }

    /// Makes pictures until the service stops.
    package func run() async {
        await cancelWhenGracefulShutdown {
            for await (picture, key) in self.queue { await self.keep(picture, of: key) }
        }
    }

    /// Creates and stores the pictures of a photo; failures are only logged, because clients show the whole photo
    /// instead.
    func keep(_ picture: Picture, of key: PhotoKey) async {
        guard let pictures = try? await lanes.run({ Self.pictures(of: picture) }), !pictures.isEmpty else { return }
        try? await photos.put(pictures, of: key)
    }

    /// The pictures in every width, none larger than the photo.
    ///
    /// Computes for a long time, so it must not run on the cooperative pool.
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
