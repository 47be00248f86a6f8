import EventContracts
import Sealing

/// Photos in a store that never sees them: sealed with the owner's key before storing, opened after reading.
package struct SealedPhotos: Sendable {
    private let store: any PhotoStore
    private let sealer: Sealer

    package init(store: any PhotoStore, sealer: Sealer) {
        self.store = store
        self.sealer = sealer
    }

    /// Stores a photo of at most `PhotoLimits.maxPhotoSize` bytes.
    ///
    /// - Throws: `SealingError` or `PhotoStoreError`.
    package func put(_ photo: [UInt8], at key: PhotoKey) async throws {
        try await store.put(try await sealer.seal(bytes: photo, .photo(key)), at: key)
    }

    /// Reads a photo.
    ///
    /// - Throws: `PhotoStoreError`, `missing` if it was removed; `SealingError`, `erased` if its owner was.
    package func photo(at key: PhotoKey) async throws -> [UInt8] {
        try await sealer.open(bytes: try await store.bytes(at: key), .photo(key))
    }

    /// Removes a photo and its thumbnails; a missing one is not an error.
    ///
    /// The photo is removed first: `put(_:of:)` checks for it after storing thumbnails.
    package func remove(_ key: PhotoKey) async throws(PhotoStoreError) {
        try await store.remove(key)
        try await store.remove(key.pictures)
    }

    /// Stores the thumbnails of a photo, replacing earlier ones; none remain if the photo was removed meanwhile.
    ///
    /// - Throws: `SealingError` or `PhotoStoreError`, `missing` if the photo was removed.
    package func put(_ pictures: SmallPictures, of key: PhotoKey) async throws {
        let place = key.pictures
        try await store.put(try await sealer.seal(bytes: pictures.bytes, .photo(place)), at: place)
        guard try await store.contains(key) else {
            try await store.remove(place)
            throw PhotoStoreError.missing
        }
    }

    /// The thumbnails of a photo; nil if none are stored.
    ///
    /// - Throws: `PhotoStoreError`; `SealingError`, `erased` if its owner was.
    package func pictures(of key: PhotoKey) async throws -> SmallPictures? {
        let place = key.pictures
        do {
            return SmallPictures(bytes: try await sealer.open(bytes: try await store.bytes(at: place), .photo(place)))
        } catch PhotoStoreError.missing {
            return nil
        }
    }
}

extension SealingContext {
    /// The sealing context of a photo, or of the object with its thumbnails.
    fileprivate static func photo(_ key: PhotoKey) -> SealingContext {
        SealingContext(account: key.account.uuid, field: "photo", resource: key.description)
    }
}
