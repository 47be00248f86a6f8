import EventContracts
import Outbound

/// Stores photos; their bytes are sealed before, so that readers of the disk or the bucket see no photo.
package protocol PhotoStore: Sendable {
    /// Stores bytes durably; existing ones are replaced.
    func put(_ bytes: [UInt8], at key: PhotoKey) async throws(PhotoStoreError)
    /// The bytes at a key.
    ///
    /// - Throws: `missing` if the store has none.
    func bytes(at key: PhotoKey) async throws(PhotoStoreError) -> [UInt8]
    /// Whether there are bytes at a key.
    func contains(_ key: PhotoKey) async throws(PhotoStoreError) -> Bool
    /// Removes the bytes at a key; a missing key is not an error.
    func remove(_ key: PhotoKey) async throws(PhotoStoreError)
    /// Checks that photos can be stored and read now.
    ///
    /// - Throws: The reason if not.
    func check() async throws(PhotoStoreError)
}

/// Why a photo was not stored, read or removed.
package enum PhotoStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no photo at the key.
    case missing
    /// The store does not answer or is full; a later attempt may succeed.
    case unavailable(String)
    /// The store rejects the service; an operator has to fix it.
    case refused(String)

    package var isRetryable: Bool {
        switch self {
        case .unavailable: true
        case .missing, .refused: false
        }
    }

    package var description: String {
        switch self {
        case .missing: "no such photo"
        case .unavailable(let reason): "photo store unavailable: \(reason)"
        case .refused(let reason): "photo store refused: \(reason)"
        }
    }
}

/// Limits of the stores.
package enum PhotoLimits {
    /// Maximum size of an uploaded photo, in bytes.
    package static let maxPhotoSize = 15 << 20
    /// Maximum size of a stored object: a photo with the bytes that sealing adds.
    package static let maxStoredSize = maxPhotoSize + 1_024
}
