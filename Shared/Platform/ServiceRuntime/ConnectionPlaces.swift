import Glibc
import NIOCore
import Synchronization

/// Limits the open connections of each address.
///
/// Each connection holds a file descriptor, even if it never sends a request, and their number is limited: without this
/// limit one client with thousands of idle connections would lock out all others.
package final class ConnectionPlaces: Sendable {
    /// The unit that is limited: an IPv4 address, or an IPv6 /64, which a single client controls.
    package enum Origin: Hashable, Sendable {
        case version4(UInt32)
        case version6(UInt64)
        /// A local connection without an IP address, such as a Unix socket.
        case local
    }

    private let maxPerAddress: Int
    private let refused: Counter
    private let counts = Mutex<[Origin: Int]>([:])

    /// Allows `maxPerAddress` connections per address; further ones are closed and counted as refused.
    package init(maxPerAddress: Int, refused: Counter) {
        self.maxPerAddress = maxPerAddress
        self.refused = refused
    }

    /// Admits an accepted connection, and frees its slot when it is closed.
    ///
    /// Called on the connection's event loop before its set-up, so that refusing many connections is cheap.
    ///
    /// - Returns: Whether a slot was free; otherwise the connection is counted as refused and must be closed.
    func admit(_ channel: any Channel) -> Bool {
        guard let origin = enter(Self.peer(of: channel)) else { return false }
        channel.closeFuture.whenComplete { [self] _ in leave(origin) }
        return true
    }

    /// Takes a slot for an address.
    ///
    /// - Returns: The origin, to be released with `leave`; nil if all slots are taken, which counts as refused.
    package func enter(_ address: SocketAddress?) -> Origin? {
        let origin = Self.origin(of: address)
        let isAdmitted = counts.withLock { counts in
            guard counts[origin, default: 0] < maxPerAddress else { return false }
            counts[origin, default: 0] += 1
            return true
        }
        if !isAdmitted { refused.increment() }
        return isAdmitted ? origin : nil
    }

    /// Frees a slot.
    package func leave(_ origin: Origin) {
        counts.withLock { counts in
            let left = counts[origin, default: 1] - 1
            counts[origin] = left > 0 ? left : nil
        }
    }

    /// The peer's address; read from the system, since the channel provides it only once it is active.
    private static func peer(of channel: any Channel) -> SocketAddress? {
        let peer = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { descriptor -> SocketAddress? in
            var storage = sockaddr_storage(), length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutableBytes(of: &storage) { bytes in
                guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                    getpeername(descriptor, start, &length) == 0
                else { return nil }
                return switch Int32(start.pointee.sa_family) {
                case AF_INET: SocketAddress(bytes.load(as: sockaddr_in.self))
                case AF_INET6: SocketAddress(bytes.load(as: sockaddr_in6.self))
                default: nil
                }
            }
        }
        return peer ?? nil
    }

    private static func origin(of address: SocketAddress?) -> Origin {
        switch address {
        case .v4: bytes(of: address) { .version4($0.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) }
        case .v6: bytes(of: address) { origin(version6: UnsafeRawBufferPointer(rebasing: $0[8..<24])) }
        case .unixDomainSocket, nil: .local
        }
    }

    /// Gives access to the bytes of a `sockaddr_in` (address at 4) or `sockaddr_in6` (address at 8).
    private static func bytes(of address: SocketAddress?, _ read: (UnsafeRawBufferPointer) -> Origin) -> Origin {
        address?.withSockAddr { read(UnsafeRawBufferPointer(start: $0, count: $1)) } ?? .local
    }

    /// A dual-stack socket reports an IPv4 client as `::ffff:192.0.2.1`.
    private static func origin(version6 bytes: UnsafeRawBufferPointer) -> Origin {
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
        if isMapped { return .version4(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) }
        return .version6(bytes.loadUnaligned(as: UInt64.self))
    }
}
