import FaultBench
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import TestPeers
import TestSupport

/// A proxy that adds TLS and users to a dev broker: it accepts clients that prove a password by
/// SCRAM-SHA-512, as the broker of an installation does.
final class GuardedBroker: Sendable {
    struct Counts: Sendable {
        var letIn = 0
        var turnedAway = 0
        /// Connections that ended before the TLS handshake was complete.
        var withoutTLS = 0
    }

    let port: Int
    private let counted = Mutex(Counts())
    private let overheard = Mutex(Data())

    var counts: Counts { counted.withLock(\.self) }

    private init(port: Int) {
        self.port = port
    }

    func count(_ change: (inout Counts) -> Void) { counted.withLock { change(&$0) } }

    /// Whether an eavesdropper in front of the proxy has seen this text.
    func isOverheard(_ text: String) -> Bool { overheard.withLock { $0.range(of: Data(text.utf8)) != nil } }

    fileprivate func overhear(_ piece: ByteBuffer) {
        overheard.withLock { $0.append(contentsOf: piece.readableBytesView) }
    }

    /// Runs a proxy while the body runs.
    static func with(
        _ broker: TestBroker, _ identity: TestAuthority.Identity, users: [String: String],
        _ body: (GuardedBroker) async throws -> Void
    ) async throws {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(identity.certificate.utf8)).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let key = try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem)
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
        let inner = broker.brokers.split(separator: ":").last.flatMap { Int($0) } ?? 0
        let holder = Mutex<GuardedBroker?>(nil)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { client in
                guard let door = holder.withLock({ $0 }) else {
                    return client.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
                }
                return door.join(client, to: inner, tls, users)
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let door = GuardedBroker(port: listener.localAddress?.port ?? 0)
        holder.withLock { $0 = door }
        do {
            try await body(door)
        } catch {
            try? await listener.close()
            throw error
        }
        try await listener.close()
    }

    private func join(
        _ client: any Channel, to inner: Int, _ tls: NIOSSLContext, _ users: [String: String]
    ) -> EventLoopFuture<Void> {
        ClientBootstrap(group: client.eventLoop)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: inner)
            .flatMapThrowing { server in
                let door = SCRAMGate(self, users)
                var rewriter = BrokerAddressRewriter(host: "127.0.0.1", ports: [inner: self.port])
                try client.pipeline.syncOperations.addHandlers([
                    Ear(self), NIOSSLServerHandler(context: tls), door, Relay(to: server) { $0 },
                ])
                // Both channels are on one event loop.
                try server.pipeline.syncOperations.addHandler(
                    Relay(to: client) { door.announce(in: rewriter.take($0)) })
                return server
            }
            .flatMap { (server: any Channel) in
                client.setOption(.autoRead, value: true).and(server.setOption(.autoRead, value: true)).map { _ in }
            }
    }
}

/// Records bytes before they are decrypted.
private final class Ear: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let door: GuardedBroker

    init(_ door: GuardedBroker) {
        self.door = door
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        door.overhear(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }
}

/// Forwards bytes.
private final class Relay: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var partner: (any Channel)?
    private let change: (ByteBuffer) -> ByteBuffer

    init(to partner: any Channel, _ change: @escaping (ByteBuffer) -> ByteBuffer) {
        self.partner = partner
        self.change = change
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let whole = change(unwrapInboundIn(data))
        if whole.readableBytes > 0 { partner?.writeAndFlush(whole, promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        partner?.close(promise: nil)
        partner = nil
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
