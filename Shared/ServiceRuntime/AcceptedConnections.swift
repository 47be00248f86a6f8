import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// The connections that a server has accepted and does not serve yet; when it ends, they are closed.
///
/// Hummingbird hands each accepted connection to the task that serves it through an asynchronous sequence. A server that is
/// cancelled leaves that sequence, and what is still in it is dropped: SwiftNIO then ends the process ("Deinited
/// NIOAsyncWriter without calling finish()", swift-nio issue 2637), be it at once or when the dropped connection becomes
/// active. So each connection is held here from its set-up until it is served, and one that nobody serves until it is closed.
package final class AcceptedConnections: Sendable {
    private typealias Connection = HTTP1Channel.Value

    private struct State {
        var hasEnded = false
        var waiting: [ObjectIdentifier: Connection] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// HTTP/1.1 whose accepted connections are held here; for one server.
    ///
    /// - Parameters:
    ///   - configuration: The limits of each connection.
    ///   - places: Bounds the connections of each address; nil for no bound.
    /// - Returns: What builds the server.
    package func server(
        _ configuration: HTTP1Channel.Configuration, places: ConnectionPlaces?
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            HeldChannel(
                base: HTTP1Channel(responder: responder, configuration: configuration), accepted: self, places: places)
        }
    }

    /// Closes what nobody will serve any more; to be called when the server has ended.
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

    /// A closed channel has finished its writer, so that it may be dropped then.
    private static func close(_ connection: Connection) {
        connection.channel.closeFuture.whenComplete { _ in withExtendedLifetime(connection) {} }
        connection.channel.close(promise: nil)
    }

    private struct HeldChannel: ServerChildChannel {
        let base: HTTP1Channel
        let accepted: AcceptedConnections
        let places: ConnectionPlaces?

        /// There are too many connections of the address.
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
            // A client that closes its side waits for nothing any more: whoever writes to it is told at once.
            try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
            // The head of most requests fits; each connection keeps the buffer of its last. It grows as bodies come.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 65_536))
        }

        func handle(value: HTTP1Channel.Value, logger: Logger) async {
            accepted.release(value)
            await base.handle(value: value, logger: logger)
        }
    }
}
