import Crypto
import Foundation
import Hexadecimal

/// UUIDs derived from names (RFC 9562, version 5), so that repeated work derives the same ids.
package enum NamedUUID {
    /// The namespace of all ids derived in this project.
    package static let namespace = UUID(
        uuid: (0x6f, 0x1d, 0x7b, 0x0e, 0x52, 0x0a, 0x4c, 0x3e, 0x9a, 0x6b, 0x2f, 0x41, 0xd0, 0x8c, 0x55, 0x17))

    /// The id of `name` within the project's namespace.
    package static func make(_ name: String) -> UUID {
        var hash = Insecure.SHA1()
        withUnsafeBytes(of: namespace.uuid) { hash.update(bufferPointer: $0) }
        hash.update(data: Array(name.utf8))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x50
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The id of the `ordinal`-th event that `consumer` emits for the event `cause`.
    package static func event(consumer: String, cause: UUID, ordinal: Int) -> UUID {
        make("\(consumer)/\(cause.text)/\(ordinal)")
    }
}
