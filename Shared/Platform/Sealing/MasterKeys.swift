import Crypto
import Foundation

/// Master keys, which wrap data keys.
///
/// They come from configuration, and the database never sees them. The first wraps; each unwraps what it wrapped. To
/// change the master key, add a new one in front, restart the services, rewrap all data keys
/// (`LocalKeyRing.rewrapAll`), and remove the old one.
package struct MasterKeys: KeyWrapper {
    /// Size of a master key in bytes (AES-256).
    package static let keyByteCount = 32

    /// Id of the wrapping key.
    package let currentID: String
    private let current: SymmetricKey
    private let keys: [String: SymmetricKey]

    /// Master keys by id, the wrapping one first; nil unless all have different ids and 32 bytes.
    package init?(_ keys: [(id: String, key: [UInt8])]) {
        guard let first = keys.first, Set(keys.map(\.id)).count == keys.count,
            keys.allSatisfy({ !$0.id.isEmpty && $0.key.count == Self.keyByteCount })
        else { return nil }
        currentID = first.id
        current = SymmetricKey(data: first.key)
        self.keys = Dictionary(uniqueKeysWithValues: keys.map { ($0.id, SymmetricKey(data: $0.key)) })
    }

    /// Parses the form of the configuration: `<id>:<32 bytes in base64>`, separated by commas, the wrapping one first.
    package init?(text: String) {
        var keys: [(id: String, key: [UInt8])] = []
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = entry.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let key = Data(base64Encoded: String(parts[1])) else { return nil }
            keys.append((String(parts[0]), [UInt8](key)))
        }
        self.init(keys)
    }

    /// Whether there is a master key with this id.
    package func knows(_ id: String) -> Bool { keys[id] != nil }

    package func wrap(_ key: SymmetricKey, account: UUID, generation: UInt32) throws(SealingError) -> WrappedKey {
        let associated = WrappedKey.associatedData(masterKeyID: currentID, account: account, generation: generation)
        let plaintext = key.withUnsafeBytes { Data($0) }
        guard let box = try? AES.GCM.seal(plaintext, using: current, authenticating: associated),
            let bytes = box.combined
        else { throw .keyRingUnavailable(isRetryable: false) }
        return WrappedKey(generation: generation, masterKeyID: currentID, bytes: [UInt8](bytes))
    }

    package func unwrap(_ wrapped: WrappedKey, account: UUID) throws(SealingError) -> SymmetricKey {
        let associated = WrappedKey.associatedData(
            masterKeyID: wrapped.masterKeyID, account: account, generation: wrapped.generation)
        guard let key = keys[wrapped.masterKeyID] else { throw .keyRingUnavailable(isRetryable: true) }
        guard let box = try? AES.GCM.SealedBox(combined: wrapped.bytes),
            let plaintext = try? AES.GCM.open(box, using: key, authenticating: associated)
        else { throw .keyRingUnavailable(isRetryable: false) }
        return SymmetricKey(data: plaintext)
    }
}
