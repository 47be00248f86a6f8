import Crypto
import Foundation

/// Wraps data keys with a master key, wherever that is, and opens them again.
package protocol KeyWrapper: Sendable {
    /// Id of the master key that wraps from now on.
    var currentID: String { get }

    /// Wraps a data key for one account and generation with the current master key.
    ///
    /// - Throws: `SealingError.keyRingUnavailable`.
    func wrap(_ key: SymmetricKey, account: UUID, generation: UInt32) async throws(SealingError) -> WrappedKey

    /// Opens what one of the master keys wrapped.
    ///
    /// - Throws: `SealingError.keyRingUnavailable`: retryable when that master key cannot be reached or is not known, which
    ///   an operator mends; not when the bytes were changed.
    func unwrap(_ wrapped: WrappedKey, account: UUID) async throws(SealingError) -> SymmetricKey
}

/// A data key as the database keeps it.
package struct WrappedKey: Sendable, Equatable {
    package let generation: UInt32
    package let masterKeyID: String
    package let bytes: [UInt8]

    package init(generation: UInt32, masterKeyID: String, bytes: [UInt8]) {
        self.generation = generation
        self.masterKeyID = masterKeyID
        self.bytes = bytes
    }

    /// What is authenticated beside a wrapped key, so that none can stand in for another account's or generation's.
    package static func associatedData(masterKeyID: String, account: UUID, generation: UInt32) -> [UInt8] {
        var data = LengthPrefixed()
        data.append(Array("data-key".utf8))
        data.append(Array(masterKeyID.utf8))
        data.append(account.bytes)
        data.append(generation.bigEndianBytes)
        return data.bytes
    }
}
