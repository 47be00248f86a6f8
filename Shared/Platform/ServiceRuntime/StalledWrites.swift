import NIOCore

/// Closes a connection whose client has stopped reading, since its answer would stay in memory as long as the TCP
/// connection.
///
/// Hummingbird's idle timeout does not run while an answer is being written. Large answers are written in pieces, so
/// that a slow client that keeps reading is not affected.
package final class StalledWrites: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    /// How long writes to the client may make no progress.
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
