import EventContracts
import Outbound

/// Keeps photos; what it is given is sealed, so that whoever reads the disk or the bucket sees nothing.
package protocol PhotoStore: Sendable {
    /// Stores bytes durably, in place of what is at the key.
    func put(_ bytes: [UInt8], at key: PhotoKey) async throws(PhotoStoreError)
    /// The bytes at a key.
    ///
    /// - Throws: `missing` when there are none.
    func bytes(at key: PhotoKey) async throws(PhotoStoreError) -> [UInt8]
    /// Whether there is something at a key.
    func contains(_ key: PhotoKey) async throws(PhotoStoreError) -> Bool
    /// Removes what is at a key; nothing there is no error.
    func remove(_ key: PhotoKey) async throws(PhotoStoreError)
    /// Says what is wrong when photos cannot be stored or read now.
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
    package static let largestPhoto = 15 << 20
    /// Largest stored object: the photo with what sealing adds.
    package static let largestStored = largestPhoto + 1_024
}
