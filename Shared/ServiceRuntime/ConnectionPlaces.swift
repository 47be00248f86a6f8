import Glibc
import NIOCore
import Synchronization

/// Bounds the open connections of each address.
///
/// A connection holds a file descriptor, of which a process has few, whether it ever sends a request or not: without a
/// bound one client with thousands of silent connections locks everybody else out.
package final class ConnectionPlaces: Sendable {
    /// Who counts as one: an IPv4 address, or an IPv6 /64, which a single client commands.
    package enum Origin: Hashable, Sendable {
        case version4(UInt32)
        case version6(UInt64)
        /// A socket of this machine.
        case local
    }

    private let most: Int
    private let refused: Counter
    private let counts = Mutex<[Origin: Int]>([:])

    /// Places for `most` connections of each address; those beyond are closed and counted as refused.
    package init(most: Int, refused: Counter) {
        self.most = most
        self.refused = refused
    }

    /// Takes a place for an accepted connection, which gives it back when it is closed.
    ///
    /// Asked on the connection's event loop before anything is set up for it: a crowd without places costs little.
    ///
    /// - Returns: Whether there was one; without, the connection is counted as refused and to be closed.
    func admit(_ channel: any Channel) -> Bool {
        guard let origin = enter(Self.peer(of: channel)) else { return false }
        channel.closeFuture.whenComplete { [self] _ in leave(origin) }
        return true
    }

    /// Takes a place of an address.
    ///
    /// - Returns: Whose place it is, to be given back with `leave`; nil when all are taken, which counts as refused.
    package func enter(_ address: SocketAddress?) -> Origin? {
        let origin = Self.origin(of: address)
        let isAdmitted = counts.withLock { counts in
            guard counts[origin, default: 0] < most else { return false }
            counts[origin, default: 0] += 1
            return true
        }
        if !isAdmitted { refused.increment() }
        return isAdmitted ? origin : nil
    }

    /// Gives a place back.
    package func leave(_ origin: Origin) {
        counts.withLock { counts in
            let left = counts[origin, default: 1] - 1
            counts[origin] = left > 0 ? left : nil
        }
    }

    /// The other end of a connection: a channel knows it only once it is active, the system as soon as it is accepted.
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

    /// Lends the bytes of a `sockaddr_in` (address at 4) or `sockaddr_in6` (address at 8).
    private static func bytes(of address: SocketAddress?, _ read: (UnsafeRawBufferPointer) -> Origin) -> Origin {
        address?.withSockAddr { read(UnsafeRawBufferPointer(start: $0, count: $1)) } ?? .local
    }

    /// An IPv4 client of a socket that serves both versions has an address of the form `::ffff:192.0.2.1`.
    private static func origin(version6 bytes: UnsafeRawBufferPointer) -> Origin {
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
        if isMapped { return .version4(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) }
        return .version6(bytes.loadUnaligned(as: UInt64.self))
    }
}
