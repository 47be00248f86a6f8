import NIOCore
import NIOHTTP1

/// Ends a connection whose client goes on sending a body that was answered already, such as one that is too large.
///
/// Hummingbird reads what is left of a body before it looks for the next request, whatever that is: a body without an end
/// would be read for as long as its sender likes. Here a rest is read that is bounded: as long as the client said it is, as
/// many clients look for the answer only when they have sent everything, or a little of one that it did not say the length
/// of. After that nothing is read any more, and the connection is closed once the client has had time to see the answer: data
/// that arrives at a closed connection makes the client's system throw away what it has not read (RFC 9112 section 9.6).
package final class UnreadBodies: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    /// What is read of a body after its answer, and for how long: of one whose length is known, twice the largest photo, and of
    /// any other as much as Go's net/http reads.
    package static let maxOfKnown = (bytes: 32 << 20, time: TimeAmount.seconds(60))
    package static let maxOfUnknown = (bytes: 256 << 10, time: TimeAmount.seconds(5))
    /// How long the client has to see the answer; as long as Go's net/http gives.
    package static let farewell = TimeAmount.milliseconds(500)

    /// What is known of the newest request.
    private struct Body {
        var isOpen = false
        /// Bytes to come; nil where the client has not said how many.
        var left: Int?
        var isAnswered = false
        /// Bytes since the answer.
        var unread = 0

        /// What is read of it after its answer.
        var most: (bytes: Int, time: TimeAmount) {
            left == nil ? UnreadBodies.maxOfUnknown : UnreadBodies.maxOfKnown
        }

        /// Whether it may be that not all of it is read.
        var isTooLong: Bool { (left ?? .max) > most.bytes }
    }

    private var body = Body()
    /// Requests that have begun and whose answers have not ended; more than one where a client does not wait for answers.
    private var unanswered = 0
    private var saysClose = false
    /// Whether nothing more is read of a body that came too slowly.
    private var isGivenUp = false
    private var hasEnded = false
    private var closing: Scheduled<Void>?

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasEnded { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            body = Body(isOpen: true, left: head.headers.first(name: "content-length").flatMap { Int($0) })
        case .body(let bytes):
            body.left? -= bytes.readableBytes
            if body.isAnswered {
                body.unread += bytes.readableBytes
                if body.unread > body.most.bytes { return end(context) }
            }
        case .end:
            body.isOpen = false
            if saysClose, unanswered == 0 { return end(context) }
            if body.isAnswered { stopWaiting() }
        }
        context.fireChannelRead(data)
    }

    /// The client's system keeps what it sends from now on.
    package func read(context: ChannelHandlerContext) {
        if !hasEnded { context.read() }
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head)
        where isAnsweringOpenBody && head.status.code >= 200 && (isTooSlow(head) || body.isTooLong):
            head.headers.replaceOrAdd(name: "connection", value: "close")
            saysClose = true
            isGivenUp = isTooSlow(head)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            let isEarly = isAnsweringOpenBody
            unanswered -= 1
            context.write(data, promise: promise)
            if isEarly, !isGivenUp {
                waitForRest(context)
            } else if saysClose {
                end(context)
            }
        default:
            context.write(data, promise: promise)
        }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stopWaiting()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        stopWaiting()
    }

    /// Whether what is being written answers the request whose body has not ended.
    private var isAnsweringOpenBody: Bool { body.isOpen && unanswered == 1 }

    private func isTooSlow(_ head: HTTPResponseHead) -> Bool { head.status == .requestTimeout }

    private func waitForRest(_ context: ChannelHandlerContext) {
        body.isAnswered = true
        closing = context.eventLoop.assumeIsolated().scheduleTask(in: body.most.time) { [self] in end(context) }
    }

    private func end(_ context: ChannelHandlerContext) {
        hasEnded = true
        stopWaiting()
        closing = context.eventLoop.assumeIsolated().scheduleTask(in: Self.farewell) { context.close(promise: nil) }
    }

    private func stopWaiting() {
        closing?.cancel()
        closing = nil
    }
}
