import NIOCore
import NIOHTTP1

/// Ends a connection whose client keeps sending a body after the answer, such as a body that is too large.
///
/// Hummingbird reads the rest of a body before the next request, so an endless body would be read forever. This handler
/// reads a limited rest: a body of known length up to a large limit, since many clients look for the answer only after
/// sending everything, and only a little of a body of unknown length. Then it stops reading, and closes the connection
/// after the client has had time to read the answer: data that arrives at a closed connection makes the client's system
/// discard an unread answer (RFC 9112 section 9.6).
package final class UnreadBodies: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    /// Limits for the rest of a body after its answer: for a known length twice the largest photo, otherwise the limit
    /// of Go's net/http.
    package static let maxOfKnown = (bytes: 32 << 20, time: TimeAmount.seconds(60))
    package static let maxOfUnknown = (bytes: 256 << 10, time: TimeAmount.seconds(5))
    /// Time for the client to read the answer; the same as in Go's net/http.
    package static let farewell = TimeAmount.milliseconds(500)

    /// The state of the newest request.
    private struct Body {
        var isOpen = false
        /// Remaining bytes; nil if the client stated no length.
        var left: Int?
        var isAnswered = false
        /// Bytes received since the answer.
        var unread = 0

        /// The limit for the rest after the answer.
        var limit: (bytes: Int, time: TimeAmount) {
            left == nil ? UnreadBodies.maxOfUnknown : UnreadBodies.maxOfKnown
        }

        /// Whether the rest may exceed the limit.
        var isTooLong: Bool { (left ?? .max) > limit.bytes }
    }

    private var body = Body()
    /// Requests whose answers have not ended; more than one if a client pipelines.
    private var unanswered = 0
    private var saysClose = false
    /// Whether reading has stopped because the body came too slowly.
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
                if body.unread > body.limit.bytes { return end(context) }
            }
        case .end:
            body.isOpen = false
            if saysClose, unanswered == 0 { return end(context) }
            if body.isAnswered { stopWaiting() }
        }
        context.fireChannelRead(data)
    }

    /// Stops reading: the client's system keeps further data.
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

    /// Whether the current answer belongs to the request with the open body.
    private var isAnsweringOpenBody: Bool { body.isOpen && unanswered == 1 }

    private func isTooSlow(_ head: HTTPResponseHead) -> Bool { head.status == .requestTimeout }

    private func waitForRest(_ context: ChannelHandlerContext) {
        body.isAnswered = true
        closing = context.eventLoop.assumeIsolated().scheduleTask(in: body.limit.time) { [self] in end(context) }
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
