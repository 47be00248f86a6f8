import Crypto
import Foundation
import Sealing

/// Master keys on a key server, possibly beside local ones while keys are moved from one to the other.
package struct ServedMasterKeys: KeyWrapper {
    package let server: KeyServer
    /// Id of the server's key that wraps.
    private let serverKeyID: String
    /// The local keys; nil if all are on the server.
    private let own: MasterKeys?
    private let isOwnFirst: Bool

    /// Creates a wrapper from keys of a server and local ones.
    ///
    /// - Parameters:
    ///   - server: The key server.
    ///   - serverKeyID: The id of its key.
    ///   - own: Local keys, which open what they wrapped; none may have the server key's id.
    ///   - isOwnFirst: Whether the local keys wrap, for example while moving away from a server.
    package init(server: KeyServer, serverKeyID: String, own: MasterKeys? = nil, isOwnFirst: Bool = false) {
        self.server = server
        self.serverKeyID = serverKeyID
        self.own = own
        self.isOwnFirst = isOwnFirst
    }

    package var currentID: String {
        if isOwnFirst, let own { return own.currentID }
        return serverKeyID
    }

    package func wrap(
        _ key: SymmetricKey, account: UUID, generation: UInt32
    ) async throws(SealingError) -> WrappedKey {
        if isOwnFirst, let own { return try own.wrap(key, account: account, generation: generation) }
        let associated = WrappedKey.associatedData(masterKeyID: serverKeyID, account: account, generation: generation)
        let bytes = try await server.wrap(key.withUnsafeBytes { Data($0) }, with: serverKeyID, associated)
        return WrappedKey(generation: generation, masterKeyID: serverKeyID, bytes: bytes)
    }

    package func unwrap(_ wrapped: WrappedKey, account: UUID) async throws(SealingError) -> SymmetricKey {
        if let own, own.knows(wrapped.masterKeyID) { return try own.unwrap(wrapped, account: account) }
        let associated = WrappedKey.associatedData(
            masterKeyID: wrapped.masterKeyID, account: account, generation: wrapped.generation)
        let plaintext = try await server.unwrap(wrapped.bytes, with: wrapped.masterKeyID, associated)
        guard plaintext.count == DataKey.byteCount else { throw .keyRingUnavailable(isRetryable: false) }
        return SymmetricKey(data: plaintext)
    }
}
