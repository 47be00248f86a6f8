import Foundation
import JSONBytes

/// Seals and opens a person's data with the person's own key (GW-36, SPD-22).
package struct Sealer: Sendable {
    private let keyRing: any KeyRing

    /// A sealer with the keys of a ring.
    package init(keyRing: any KeyRing) {
        self.keyRing = keyRing
    }

    /// Seals a value, as JSON.
    ///
    /// - Throws: The errors of `KeyRing.key(for:)`, or `SealingError.malformed` if the value cannot be encoded as JSON.
    package func seal<Value>(
        _ value: Value, _ context: SealingContext
    ) async throws(SealingError) -> Sealed<Value> {
        let data: [UInt8]
        do {
            data = try JSONBytes.encode(value)
        } catch {
            throw .malformed
        }
        return Sealed(bytes: try await sealed(data, context))
    }

    /// Opens a value that was sealed for the same context.
    ///
    /// - Throws: The errors of `KeyRing.key(for:)`; `SealingError.tampered`, or `.malformed` if the bytes are too short
    ///   or the JSON has another type.
    package func open<Value>(
        _ sealed: Sealed<Value>, _ context: SealingContext
    ) async throws(SealingError) -> Value {
        let data = try await opened(sealed.bytes, context)
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw .malformed
        }
    }

    /// Seals bytes, for photos and columns; runs outside the caller's executor, since photos are large.
    ///
    /// - Throws: The errors of `KeyRing.key(for:)`.
    @concurrent package func seal(bytes: [UInt8], _ context: SealingContext) async throws(SealingError) -> [UInt8] {
        try await sealed(bytes, context)
    }

    /// Opens bytes that were sealed for the same context; runs outside the caller's executor, since photos are large.
    ///
    /// - Throws: The errors of `KeyRing.key(for:)`; `SealingError.tampered`, or `.malformed` if they are too short.
    @concurrent package func open(bytes: [UInt8], _ context: SealingContext) async throws(SealingError) -> [UInt8] {
        [UInt8](try await opened(bytes, context))
    }

    /// Checks that an account's sealed data can still be opened.
    ///
    /// - Throws: The errors of `KeyRing.key(for:)`.
    package func requireKey(for account: UUID) async throws(SealingError) {
        _ = try await keyRing.key(for: account)
    }

    private func sealed(
        _ plaintext: some DataProtocol & Sendable, _ context: SealingContext
    ) async throws(SealingError) -> [UInt8] {
        let key = try await keyRing.key(for: context.account)
        return try SealedFormat.seal(plaintext, with: key.sealingKey, generation: key.current, context)
    }

    private func opened(_ bytes: [UInt8], _ context: SealingContext) async throws(SealingError) -> Data {
        let generation = try SealedFormat.generation(of: bytes)
        if let key = try await keyRing.key(for: context.account).key(generation: generation) {
            return try SealedFormat.open(bytes, with: key, context)
        }
        // Another process may have renewed the key since it was read.
        keyRing.forget(context.account)
        guard let key = try await keyRing.key(for: context.account).key(generation: generation) else { throw .tampered }
        return try SealedFormat.open(bytes, with: key, context)
    }
}
