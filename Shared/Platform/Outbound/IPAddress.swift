import CLibcurl
import Foundation

/// An IP address: 4 bytes of IPv4 or 16 bytes of IPv6.
package struct IPAddress: Sendable, Hashable {
    package let bytes: [UInt8]

    /// Parses an address such as `192.0.2.1` or `2001:db8::1`; nil for any other text.
    package init?(_ text: String) {
        var four = in_addr(), six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    /// The address of a socket; nil if it is of another family.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let four = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
            bytes = withUnsafeBytes(of: four.sin_addr) { Array($0) }
        case AF_INET6:
            let six = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
            bytes = withUnsafeBytes(of: six.sin6_addr) { Array($0) }
        default: return nil
        }
    }

    private init(bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// Whether it is a public address: in none of the blocks that IANA reserved.
    ///
    /// An IPv4 address within one of IPv6 (mapped, or behind NAT64) counts as itself.
    package var isPublic: Bool {
        if bytes.count == 4 { return !Self.apart4.contains { $0.contains(self) } }
        if Self.carriers.contains(where: { $0.contains(self) }) { return Self(bytes: bytes.suffix(4)).isPublic }
        return Self.global6.contains { $0.contains(self) } && !Self.apart6.contains { $0.contains(self) }
    }

    /// IANA IPv4 Special-Purpose Address Registry, multicast (RFC 5771) and the reserved block (RFC 1112).
    private static let apart4 = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    ].compactMap(AddressRange.init)

    /// The IPv6 addresses allocated for general use (RFC 4291 section 2.4).
    private static let global6 = ["2000::/3"].compactMap(AddressRange.init)

    /// IANA IPv6 Special-Purpose Address Registry, the part within global unicast; 2002::/16 can contain any IPv4
    /// address.
    private static let apart6 = [
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    ].compactMap(AddressRange.init)

    /// Mapped addresses (RFC 4291 section 2.5.5.2) and NAT64 (RFC 6052), whose last 4 bytes are an IPv4 address.
    private static let carriers = ["::ffff:0:0/96", "64:ff9b::/96"].compactMap(AddressRange.init)
}

/// A range of addresses: those with the same leading bits.
package struct AddressRange: Sendable, Hashable {
    private let first: IPAddress
    private let bits: Int

    /// Parses a range such as `10.0.0.0/8` (RFC 4632); nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = IPAddress(String(parts[0])), let bits = Int(parts[1]),
            (0...first.bytes.count * 8).contains(bits)
        else { return nil }
        self.first = first
        self.bits = bits
    }

    /// Whether an address is in the range.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        let whole = bits / 8, rest = UInt8(bits % 8)
        guard address.bytes.prefix(whole) == first.bytes.prefix(whole) else { return false }
        guard rest > 0 else { return true }
        return address.bytes[whole] >> (8 - rest) == first.bytes[whole] >> (8 - rest)
    }
}

/// The addresses that a client may connect to, checked after a name is resolved.
package enum OutboundReach: Sendable, Equatable {
    case anywhere
    /// Public addresses, for untrusted URLs, and the listed ranges of local networks.
    case internet(and: [AddressRange])

    /// Whether connections to an address are allowed.
    package func allows(_ address: IPAddress) -> Bool {
        switch self {
        case .anywhere: true
        case .internet(let others): address.isPublic || others.contains { $0.contains(address) }
        }
    }
}
