import EventContracts
import Outbound

/// Stores photos; its input is sealed, so that readers of the disk or the bucket cannot see them.
package protocol PhotoStore: Sendable {
    /// Stores bytes durably; existing ones are replaced.
    func put(_ bytes: [UInt8], at key: PhotoKey) async throws(PhotoStoreError)
    /// The bytes at a key.
    ///
    /// - Throws: `missing` if there are none.
    func bytes(at key: PhotoKey) async throws(PhotoStoreError) -> [UInt8]
    /// Whether there is something at a key.
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
    /// The store does not answer or has no room; the same may succeed later.
    case unavailable(String)
    /// The store refuses us; an operator has to mend it.
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
    /// Largest photo in bytes, as uploaded.
    package static let maxPhotoSize = 15 << 20
    /// Largest stored object: the photo with the bytes added by sealing.
    package static let maxStoredSize = maxPhotoSize + 1_024
}
