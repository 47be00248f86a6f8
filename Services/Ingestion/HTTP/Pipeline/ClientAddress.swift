import EventContracts
import Foundation
import NIOCore
import Sealing

/// Where a request comes from, as far as limits need it; kept in memory only, never logged.
///
/// An IPv6 client commands a whole /64, so that is what counts as one address.
package struct ClientAddress: Hashable, Sendable {
    fileprivate let text: String

    /// The address of the client.
    ///
    /// - Parameters:
    ///   - remote: The other end of the connection.
    ///   - forwarded: Values of `X-Forwarded-For`.
    ///   - trustedProxies: How many proxies of ours stand in front: each has added one entry at the end.
    package init(remote: SocketAddress?, forwarded: [String], trustedProxies: Int) {
        let entries = forwarded.flatMap { HeaderText.split($0, at: ",") }
        if trustedProxies > 0, entries.count >= trustedProxies,
            let claimed = try? SocketAddress(ipAddress: entries[entries.count - trustedProxies], port: 0)
        {
            text = Self.network(of: claimed)
        } else {
            text = remote.map(Self.network) ?? "local"
        }
    }

    /// The /24 of an IPv4 address, the /48 of an IPv6 one: what one household, office or provider of servers has.
    fileprivate var prefix: String {
        let separator: Character = text.contains(":") ? ":" : "."
        return text.split(separator: separator, omittingEmptySubsequences: false).prefix(3)
            .joined(separator: String(separator))
    }

    private static func network(of address: SocketAddress) -> String {
        switch address {
        case .v4: address.ipAddress ?? "local"
        case .v6: address.ipAddress.map(IPAddressText.network64) ?? "local"
        case .unixDomainSocket: "local"
        }
    }
}

/// Hashes addresses for the audit log, so that it can tell them apart and not say them.
package struct AddressIndex: Sendable {
    private let index: BlindIndex

    package init(_ index: BlindIndex) { self.index = index }

    /// The 32 bytes that stand for an address.
    package func hash(_ address: ClientAddress) -> [UInt8] { index.hash("address\n\(address.text)") }

    /// Stands for the network of an address for one subject, and tells neither.
    package func network(of address: ClientAddress, for subject: String) -> UUID {
        let hash = index.hash("network\n\(subject)\n\(address.prefix)")
        return NamedUUID.make("network/" + hash.map { String($0, radix: 16) }.joined(separator: "-"))
    }
}
