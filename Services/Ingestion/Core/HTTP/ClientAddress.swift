import EventContracts
import Foundation
import NIOCore
import Sealing

/// The client's address for rate limits; kept in memory only, never logged.
///
/// An IPv6 client controls a whole /64, so a /64 is treated as one address.
package struct ClientAddress: Hashable, Sendable {
    fileprivate let text: String

    /// The address of the client.
    ///
    /// - Parameters:
    ///   - remote: The other end of the connection.
    ///   - forwarded: Lines of `X-Forwarded-For`, a comma-separated list without quoted strings.
    ///   - trustedProxies: Number of trusted proxies in front of the gateway, each of which appends one entry.
    package init(remote: SocketAddress?, forwarded: [String], trustedProxies: Int) {
        let entries = forwarded.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        guard trustedProxies > 0, entries.count >= trustedProxies else {
            text = remote.map(Self.network) ?? "local"
            return
        }
        // Clients without a valid address share one bucket, so that an invalid entry cannot use another client's.
        text = Self.address(entries[entries.count - trustedProxies]).map(Self.network) ?? "unknown"
    }

    /// The address of an entry, to which some proxies add a port.
    private static func address(_ entry: Substring) -> SocketAddress? {
        var host = Substring(HeaderText.trim(entry))
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            host = host[host.index(after: host.startIndex)..<end]
        } else if host.contains("."), let colon = host.firstIndex(of: ":"), !host.hasPrefix(":"),
            host[host.index(after: colon)...].allSatisfy(\.isASCIIDigit)
        {
            host = host[..<colon]
        }
        return try? SocketAddress(ipAddress: String(host), port: 0)
    }

    /// The /24 of an IPv4 address, the /48 of an IPv6 one: typical of one household, office or hosting provider.
    fileprivate var prefix: String {
        let separator: Character = text.contains(":") ? ":" : "."
        return text.split(separator: separator, omittingEmptySubsequences: false).prefix(3)
            .joined(separator: String(separator))
    }

    private static func network(of address: SocketAddress) -> String {
        switch address {
        case .v4: address.ipAddress ?? "local"
        case .v6: address.ipAddress.map(networkOfVersion6) ?? "local"
        case .unixDomainSocket: "local"
        }
    }

    /// The /64 of an IPv6 address, or the IPv4 address that it maps (RFC 4291 section 2.5.5.2).
    private static func networkOfVersion6(_ text: String) -> String {
        let mapping = "::ffff:"
        guard text.hasPrefix(mapping), text.contains(".") else { return IPAddressText.network64(text) }
        return String(text.dropFirst(mapping.count))
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

/// Hashes addresses for the audit log, so that it can distinguish but not reveal them.
package struct AddressIndex: Sendable {
    private let index: BlindIndex

    package init(_ index: BlindIndex) { self.index = index }

    /// The hash of an address, 32 bytes.
    package func hash(_ address: ClientAddress) -> [UInt8] { index.hash("address\n\(address.text)") }

    /// A hash of an address's network for one subject, which reveals neither.
    package func network(of address: ClientAddress, for subject: String) -> UUID {
        let hash = index.hash("network\n\(subject)\n\(address.prefix)")
        return NamedUUID.make("network/" + hash.map { String($0, radix: 16) }.joined(separator: "-"))
    }
}
