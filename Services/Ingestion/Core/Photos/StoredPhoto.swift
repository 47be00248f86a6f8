import EventContracts
import Foundation

/// What is known of a photo beside its bytes.
package struct StoredPhoto: Sendable {
    package let id: PhotoID
    /// Where the bytes are.
    package let key: PhotoKey
    package let facts: PhotoFacts
    /// Keyed hash of the bytes.
    package let contentHash: [UInt8]
    /// When it got into its state.
    package let since: Date
}
