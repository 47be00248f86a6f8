import Crypto
import Foundation

/// The bytes of a sealed value (AES-256-GCM).
///
/// 1 byte format version, 4 bytes key generation (big endian), 12 bytes nonce, ciphertext, 16 bytes tag. Version and
/// generation are authenticated together with the context.
enum SealedFormat {
    static let version: UInt8 = 1
    static let headerCount = 5
    static let nonceCount = 12
    static let tagCount = 16
    /// Minimum size: that of an empty sealed value.
    static let minimumCount = headerCount + nonceCount + tagCount

    static func seal(
        _ plaintext: some DataProtocol, with key: SymmetricKey, generation: UInt32, _ context: SealingContext
    ) throws(SealingError) -> [UInt8] {
        var bytes = [version] + generation.bigEndianBytes
        let associated = context.associatedData(header: bytes[...])
        let box: AES.GCM.SealedBox
        do {
            box = try AES.GCM.seal(plaintext, using: key, authenticating: associated)
        } catch {
            throw .malformed
        }
        bytes.reserveCapacity(minimumCount + box.ciphertext.count)
        bytes.append(contentsOf: box.nonce)
        bytes.append(contentsOf: box.ciphertext)
        bytes.append(contentsOf: box.tag)
        return bytes
    }

    /// The generation in the header; not authenticated until the bytes have been opened with that key.
    static func generation(of bytes: [UInt8]) throws(SealingError) -> UInt32 {
        guard bytes.count >= minimumCount else { throw .malformed }
        return UInt32(bigEndianBytes: bytes[1..<headerCount])
    }

    static func open(
        _ bytes: [UInt8], with key: SymmetricKey, _ context: SealingContext
    ) throws(SealingError) -> Data {
        guard bytes.count >= minimumCount else { throw .malformed }
        guard bytes[0] == version else { throw .tampered }
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: bytes[headerCount..<headerCount + nonceCount]),
                ciphertext: bytes[(headerCount + nonceCount)..<(bytes.count - tagCount)],
                tag: bytes[(bytes.count - tagCount)...])
            let associated = context.associatedData(header: bytes[..<headerCount])
            return try AES.GCM.open(box, using: key, authenticating: associated)
        } catch {
            throw .tampered
        }
    }
}
