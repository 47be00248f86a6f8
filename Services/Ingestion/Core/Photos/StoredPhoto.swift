import EventContracts
import Foundation

/// The facts of a stored photo.
package struct StoredPhoto: Sendable {
    package let id: PhotoID
    /// The key of the photo's bytes.
    package let key: PhotoKey
    package let facts: PhotoFacts
    /// Keyed hash of the bytes.
    package let contentHash: [UInt8]
    /// When the photo entered its current state.
    package let since: Date
}
