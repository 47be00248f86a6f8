import Crypto
import Foundation

/// Wraps and unwraps data keys with a master key, wherever that key is kept.
package protocol KeyWrapper: Sendable {
    /// Id of the master key that wraps new keys.
    var currentID: String { get }

    /// Wraps a data key for one account and generation with the current master key.
    ///
    /// - Throws: `SealingError.keyRingUnavailable`.
    func wrap(_ key: SymmetricKey, account: UUID, generation: UInt32) async throws(SealingError) -> WrappedKey

    /// Unwraps a key that one of the master keys wrapped.
    ///
    /// - Throws: `SealingError.keyRingUnavailable`: retryable if the master key is unreachable or unknown, which an
    ///   operator can fix; not retryable if the bytes were changed.
    func unwrap(_ wrapped: WrappedKey, account: UUID) async throws(SealingError) -> SymmetricKey
}

/// A data key as stored in the database.
package struct WrappedKey: Sendable, Equatable {
    package let generation: UInt32
    package let masterKeyID: String
    package let bytes: [UInt8]

    package init(generation: UInt32, masterKeyID: String, bytes: [UInt8]) {
        self.generation = generation
        self.masterKeyID = masterKeyID
        self.bytes = bytes
    }

    /// The data authenticated with a wrapped key, so that it is bound to its account and generation.
    package static func associatedData(masterKeyID: String, account: UUID, generation: UInt32) -> [UInt8] {
        var data = LengthPrefixed()
        data.append(Array("data-key".utf8))
        data.append(Array(masterKeyID.utf8))
        data.append(account.bytes)
        data.append(generation.bigEndianBytes)
        return data.bytes
    }
}
