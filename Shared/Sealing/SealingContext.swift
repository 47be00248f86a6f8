import Foundation

/// Where a sealed value belongs: it opens only for the same account, field and resource, so that nothing can be copied
/// from one row, event or person to another.
package struct SealingContext: Sendable, Hashable {
    /// Whose key seals.
    package let account: UUID
    /// Stable name of the field, for example `label-scan.text`; never derived from a Swift name.
    package let field: String
    /// Id of the resource that holds the field.
    package let resource: String

    /// A place for a sealed value.
    package init(account: UUID, field: String, resource: String) {
        self.account = account
        self.field = field
        self.resource = resource
    }
}

extension SealingContext {
    /// What is authenticated beside the ciphertext: the header of the sealed bytes, then account, field and resource,
    /// each behind its length in 4 bytes (big endian), so that no two contexts give the same bytes.
    func associatedData(header: ArraySlice<UInt8>) -> [UInt8] {
        var data = LengthPrefixed()
        data.append(header)
        data.append(account.bytes)
        data.append(Array(field.utf8))
        data.append(Array(resource.utf8))
        return data.bytes
    }
}

/// Byte strings one after the other, each behind its length.
struct LengthPrefixed {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ part: some Collection<UInt8>) {
        bytes.append(contentsOf: UInt32(part.count).bigEndianBytes)
        bytes.append(contentsOf: part)
    }
}

extension UInt32 {
    /// The value in 4 bytes, highest first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    /// The value of 4 bytes, highest first.
    init(bigEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension UUID {
    /// The 16 bytes of the id.
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
