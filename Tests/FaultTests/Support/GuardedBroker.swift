import FaultBench
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import TestSupport

/// A door in front of a dev broker, which has neither TLS nor users: it speaks TLS, and lets in who proves a password by
/// SCRAM-SHA-512, as the broker of an installation does.
///
/// The proof is asked for as brokers before 0.10 did, without `SaslHandshake`, which the dev broker does not name among what
/// it understands.
final class GuardedBroker: Sendable {
    struct Counts: Sendable {
        var letIn = 0
        var turnedAway = 0
        /// Connections that ended before TLS stood.
        var withoutTLS = 0
    }

    let port: Int
    private let counted = Mutex(Counts())

    var counts: Counts { counted.withLock(\.self) }

    private init(port: Int) {
        self.port = port
    }

    func count(_ change: (inout Counts) -> Void) { counted.withLock { change(&$0) } }

    /// Opens a door for the time of a body.
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
                let outside = Relay(to: server, rewriter: nil)
                let rewriter = BrokerAddressRewriter(host: "127.0.0.1", port: inner, newPort: self.port)
                try client.pipeline.syncOperations.addHandlers([
                    NIOSSLServerHandler(context: tls), SCRAMDoor(self, users), outside,
                ])
                try server.pipeline.syncOperations.addHandler(Relay(to: client, rewriter: rewriter))
                return server
            }
            .flatMap { (server: any Channel) in
                client.setOption(.autoRead, value: true).and(server.setOption(.autoRead, value: true)).map { _ in }
            }
    }
}

/// Passes on what comes.
private final class Relay: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var partner: (any Channel)?
    private var rewriter: BrokerAddressRewriter?

    init(to partner: any Channel, rewriter: BrokerAddressRewriter?) {
        self.partner = partner
        self.rewriter = rewriter
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let piece = unwrapInboundIn(data)
        let whole = rewriter?.take(piece) ?? piece
        if whole.readableBytes > 0 { partner?.writeAndFlush(whole, promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        partner?.close(promise: nil)
        partner = nil
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
