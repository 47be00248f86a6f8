import NIOCore
import NIOPosix

/// A TCP proxy in front of one server that fails as networks do.
package final class TCPProxy: Sendable {
    /// The port on 127.0.0.1 through which clients reach the server.
    package let port: Int
    private let listener: any Channel
    private let link: ProxyLink

    private init(listener: any Channel, port: Int, link: ProxyLink) {
        self.listener = listener
        self.port = port
        self.link = link
    }

    /// Starts to listen on a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - host: where the server is.
    ///   - server: its port.
    ///   - requested: where to listen; 0 for a free port.
    ///   - isBroker: whether it is a Kafka broker, whose responses name its address.
    /// - Returns: The listening proxy.
    /// - Throws: an error of NIO when the port is in use, or none is free.
    package static func start(
        host: String, server: Int, at requested: Int = 0, isBroker: Bool = false
    ) async throws -> TCPProxy {
        let link = ProxyLink(host: host, server: server, isBroker: isBroker)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { link.join($0) }
            .bind(host: "127.0.0.1", port: requested)
            .get()
        let port = listener.localAddress?.port ?? 0
        link.opened(at: port)
        return TCPProxy(listener: listener, port: port, link: link)
    }

    /// Sets the proxies of the cluster's other brokers, by the ports of the brokers.
    package func note(others: [Int: Int]) {
        link.note(others)
    }

    /// Changes the conditions for all connections from now on.
    package func set(_ conditions: NetworkConditions) {
        link.set(conditions)
    }

    /// Directs new connections to these ports, in turn; existing ones stay.
    package func lead(to servers: [Int]) {
        link.lead(to: servers)
    }

    /// Resets every existing connection.
    package func resetAll() {
        link.resetAll()
    }

    /// Drops all further data of the existing connections without an error; new connections are unaffected.
    package func strand() {
        link.strand()
    }

    /// The number of open connections.
    package var connections: Int { link.connections }

    /// Number of connections that clients abandoned while no data passed, since the conditions were last set, and the
    /// time of the last one.
    package var givenUp: (count: Int, last: ContinuousClock.Instant?) { link.givenUp }

    /// Stops listening and resets every connection.
    package func stop() async {
        try? await listener.close().get()
        link.set(.cut)
    }
}
