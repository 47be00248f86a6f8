import EventContracts
import Sealing

/// Photos of people in a store that never sees them: sealed with the owner's key on the way in, opened on the way out.
package struct SealedPhotos: Sendable {
    private let store: any PhotoStore
    private let sealer: Sealer

    package init(store: any PhotoStore, sealer: Sealer) {
        self.store = store
        self.sealer = sealer
    }

    /// Stores a photo of at most `PhotoLimits.largestPhoto` bytes.
    ///
    /// - Throws: `SealingError` or `PhotoStoreError`.
    package func put(_ photo: [UInt8], at key: PhotoKey) async throws {
        try await store.put(try await sealer.seal(bytes: photo, .photo(key)), at: key)
    }

    /// A photo as it was stored.
    ///
    /// - Throws: `PhotoStoreError`, `missing` when it is gone; `SealingError`, `erased` when its owner is.
    package func photo(at key: PhotoKey) async throws -> [UInt8] {
        try await sealer.open(bytes: try await store.bytes(at: key), .photo(key))
    }

    /// Removes a photo; one that is gone is no error.
    package func remove(_ key: PhotoKey) async throws(PhotoStoreError) {
        try await store.remove(key)
    }
}

extension SealingContext {
    /// Where a stored photo belongs.
    fileprivate static func photo(_ key: PhotoKey) -> SealingContext {
        SealingContext(account: key.account.uuid, field: "photo", resource: key.description)
    }
}
