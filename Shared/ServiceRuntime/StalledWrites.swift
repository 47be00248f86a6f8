import NIOCore

/// Closes a connection whose client has stopped reading: what it asked for would be held in memory for as long as TCP lives.
///
/// Hummingbird's idle time-out does not run while an answer is being written. Large answers are written in pieces, so that a
/// slow client that reads on is left alone.
package final class StalledWrites: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    /// How long nothing more may fit into the client's connection.
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
