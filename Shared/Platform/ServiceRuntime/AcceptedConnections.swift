import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Tracks accepted connections until they are served, and closes the rest when the server ends.
///
/// Hummingbird hands each accepted connection to its task through an asynchronous sequence. A cancelled server leaves
/// that sequence and drops its remaining elements, and SwiftNIO then ends the process ("Deinited NIOAsyncWriter without
/// calling finish()", swift-nio issue 2637), either at once or when the dropped connection becomes active. So each
/// connection is held here from its set-up until it is served or closed.
package final class AcceptedConnections: Sendable {
    private typealias Connection = HTTP1Channel.Value

    private struct State {
        var hasEnded = false
        var waiting: [ObjectIdentifier: Connection] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// HTTP/1.1 for one server, with its accepted connections tracked here.
    ///
    /// - Parameters:
    ///   - configuration: The limits of each connection.
    ///   - places: Limits the connections of each address; nil for no limit.
    /// - Returns: The server's builder.
    package func server(
        _ configuration: HTTP1Channel.Configuration, places: ConnectionPlaces?
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            HeldChannel(
                base: HTTP1Channel(responder: responder, configuration: configuration), accepted: self, places: places)
        }
    }

    /// Closes connections that were never served; call it when the server has ended.
    package func end() {
        let left = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        left.forEach(Self.close)
    }

    private func hold(_ connection: Connection) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.waiting[ObjectIdentifier(connection.channel)] = connection }
            return state.hasEnded
        }
        if hasEnded { Self.close(connection) }
    }

    private func release(_ connection: Connection) {
        state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(connection.channel)) }
    }

    /// Closing finishes the channel's writer, after which the channel may be dropped.
    private static func close(_ connection: Connection) {
        connection.channel.closeFuture.whenComplete { _ in withExtendedLifetime(connection) {} }
        connection.channel.close(promise: nil)
    }

    private struct HeldChannel: ServerChildChannel {
        let base: HTTP1Channel
        let accepted: AcceptedConnections
        let places: ConnectionPlaces?

        /// The address has reached its limit of connections.
        private struct NoPlace: Error {}

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
            if let places, !places.admit(channel) {
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(NoPlace())
            }
            do {
                try Self.setOptions(of: channel)
            } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
            return base.setup(channel: channel, logger: logger).flatMapThrowing { connection in
                let parser = try channel.pipeline.syncOperations.handler(
                    type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try channel.pipeline.syncOperations.addHandlers(
                    StrictRequests(), UnreadBodies(), position: .after(parser))
                accepted.hold(connection)
                return connection
            }
        }

        private static func setOptions(of channel: any Channel) throws {
            // A client that closes its side expects no response, so writes should fail at once.
            try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
            // Large enough for the head of most requests, since each connection keeps the buffer of its last read; it
            // grows for bodies.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 65_536))
        }

        func handle(value: HTTP1Channel.Value, logger: Logger) async {
            accepted.release(value)
            await base.handle(value: value, logger: logger)
        }
    }
}
