import NIOCore
import Synchronization

/// Bounds the open connections of each address.
///
/// A connection holds a file descriptor, of which a process has few, whether it ever sends a request or not: without a
/// bound one client with thousands of silent connections locks everybody else out.
package final class ConnectionPlaces: Sendable {
    /// Who counts as one: an IPv4 address, or an IPv6 /64, which a single client commands.
    private enum Origin: Hashable {
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

    /// What holds the place of one accepted connection, and closes one without.
    package func handler() -> any RemovableChannelHandler { Handler(self) }

    private func enter(_ origin: Origin) -> Bool {
        counts.withLock { counts in
            guard counts[origin, default: 0] < most else { return false }
            counts[origin, default: 0] += 1
            return true
        }
    }

    private func leave(_ origin: Origin) {
        counts.withLock { counts in
            let left = counts[origin, default: 1] - 1
            counts[origin] = left > 0 ? left : nil
        }
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

    private final class Handler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = Any

        private let places: ConnectionPlaces
        private var held: Origin?

        init(_ places: ConnectionPlaces) { self.places = places }

        func channelActive(context: ChannelHandlerContext) {
            let origin = ConnectionPlaces.origin(of: context.channel.remoteAddress)
            let isAdmitted = places.enter(origin)
            if isAdmitted { held = origin }
            context.fireChannelActive()
            guard !isAdmitted else { return }
            places.refused.increment()
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            giveBack()
            context.fireChannelInactive()
        }

        func handlerRemoved(context: ChannelHandlerContext) { giveBack() }

        private func giveBack() {
            if let held { places.leave(held) }
            held = nil
        }
    }
}
