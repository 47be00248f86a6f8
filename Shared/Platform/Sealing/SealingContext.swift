import Foundation

/// The place that a sealed value is bound to.
///
/// It opens only for the same account, field and resource, so that it cannot be copied to another row, event or person.
package struct SealingContext: Sendable, Hashable {
    /// The account whose key seals.
    package let account: UUID
    /// Permanent name of the field, for example `label-scan.text`; never derived from a Swift name.
    package let field: String
    /// Id of the resource with the field.
    package let resource: String

    /// A context for a sealed value.
    package init(account: UUID, field: String, resource: String) {
        self.account = account
        self.field = field
        self.resource = resource
    }
}

extension SealingContext {
    /// The data authenticated with the ciphertext.
    ///
    /// The header of the sealed bytes, then account, field and resource, each after its length in 4 bytes (big endian),
    /// so that two contexts never produce the same bytes.
    func associatedData(header: ArraySlice<UInt8>) -> [UInt8] {
        var data = LengthPrefixed()
        data.append(header)
        data.append(account.bytes)
        data.append(Array(field.utf8))
        data.append(Array(resource.utf8))
        return data.bytes
    }
}

/// Concatenated byte strings, each after its length.
struct LengthPrefixed {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ part: some Collection<UInt8>) {
        bytes.append(contentsOf: UInt32(part.count).bigEndianBytes)
        bytes.append(contentsOf: part)
    }
}

extension UInt32 {
    /// The value in 4 bytes, big endian.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    /// The value of 4 bytes, big endian.
    init(bigEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension UUID {
    /// The 16 bytes of the id.
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
