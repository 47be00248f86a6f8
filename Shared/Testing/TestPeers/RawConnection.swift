import NIOCore
import NIOPosix
import Synchronization
import UnitSupport

/// A connection to a server on this machine, over which a test sends arbitrary bytes.
package final class RawConnection: Sendable {
    private final class Reader: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        let heard = Mutex("")

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            heard.withLock { $0 += String(buffer: bytes) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private let channel: any Channel
    private let reader: Reader

    private init(channel: any Channel, reader: Reader) {
        self.channel = channel
        self.reader = reader
    }

    /// Connects, and closes the connection after the body.
    ///
    /// - Parameters:
    ///   - port: Port of the server.
    ///   - reads: Whether it reads the server's answers; if not, the system's buffers fill.
    ///   - body: Uses the connection.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body or of the connection.
    package static func with<Result: Sendable>(
        port: Int, reads: Bool = true, _ body: (RawConnection) async throws -> Result
    ) async throws -> Result {
        let reader = Reader()
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: reads)
            .channelInitializer { $0.pipeline.addHandler(reader) }
            .connect(host: "127.0.0.1", port: port).get()
        do {
            let result = try await body(RawConnection(channel: channel, reader: reader))
            try? await channel.close().get()
            return result
        } catch {
            try? await channel.close().get()
            throw error
        }
    }

    /// Sends a text, and reads until the server closes the connection.
    ///
    /// - Returns: The received text.
    package static func exchange(port: Int, _ text: String) async throws -> String {
        try await with(port: port) { connection in
            try await connection.send(text)
            try await eventually("the server closes the connection") { !connection.isOpen }
            return connection.heard
        }
    }

    /// The text received so far.
    package var heard: String { reader.heard.withLock(\.self) }

    /// Whether the connection is open on both sides.
    package var isOpen: Bool { channel.isActive }

    /// Sends a text.
    package func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }
}
