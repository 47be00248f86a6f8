import Foundation
import Sealing

/// The position in a list after which the next page begins; opaque to clients.
///
/// Not signed: it only selects within data that the account may read anyway.
package struct PageCursor: Sendable, Equatable {
    /// Sort key of the previous page's last document.
    package let sortKey: Int64
    /// Id of the previous page's last document.
    package let id: UUID

    private static let version: UInt8 = 1

    package init(sortKey: Int64, id: UUID) {
        self.sortKey = sortKey
        self.id = id
    }

    /// Parses a cursor; nil if invalid.
    package init?(_ text: String) {
        guard text.utf8.count <= 64, let bytes = Base64URL.decode(text), bytes.count == 25, bytes[0] == Self.version
        else { return nil }
        sortKey = bytes[1..<9].reduce(0) { $0 << 8 | Int64($1) }
        id = bytes[9...].withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The cursor's text in the base64url alphabet.
    package var text: String {
        var bytes = [Self.version]
        withUnsafeBytes(of: sortKey.bigEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
        return Base64URL.encode(bytes)
    }
}
