import NIOCore

/// Closes a connection whose client has stopped reading, since its response would stay in memory as long as the TCP
/// connection.
///
/// Hummingbird's idle timeout does not run while a response is being written. Large responses are written in pieces, so
/// that a slow client that keeps reading is not affected.
package final class StalledWrites: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    /// Time without progress of writes after which the connection is closed.
    package static let limit = TimeAmount.seconds(30)

    private let limit: TimeAmount
    private var closing: Scheduled<Void>?

    package init(limit: TimeAmount = StalledWrites.limit) {
        self.limit = limit
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            stopWaiting()
        } else if closing == nil {
            closing = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stopWaiting()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        stopWaiting()
    }

    private func stopWaiting() {
        closing?.cancel()
        closing = nil
    }
}
