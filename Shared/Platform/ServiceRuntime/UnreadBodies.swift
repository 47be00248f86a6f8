import NIOCore
import NIOHTTP1

/// Ends a connection whose client keeps sending a body after the response, such as a body that is too large.
///
/// Hummingbird reads the rest of a body before the next request, so an endless body would be read forever. This handler
/// limits the rest: a body of known length may be large, since many clients look for the response only after sending
/// everything; of a body of unknown length little is read. Then it stops reading, and closes the connection after the
/// client has had time to read the response: data that arrives at a closed connection makes the client's system discard
/// an unread response (RFC 9112 section 9.6).
package final class UnreadBodies: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    /// Limits for the rest of a body after its response: twice the largest photo if the length is known, otherwise the
    /// limit of Go's net/http.
    package static let maxOfKnown = (bytes: 32 << 20, time: TimeAmount.seconds(60))
    package static let maxOfUnknown = (bytes: 256 << 10, time: TimeAmount.seconds(5))
    /// Time for the client to read the response; the same as in Go's net/http.
    package static let farewell = TimeAmount.milliseconds(500)

    /// The state of the newest request.
    private struct Body {
        var isOpen = false
        /// Remaining bytes; nil if the client stated no length.
        var left: Int?
        var isAnswered = false
        /// Bytes received since the response.
        var unread = 0

        /// The limit for the rest after the response.
        var limit: (bytes: Int, time: TimeAmount) {
            left == nil ? UnreadBodies.maxOfUnknown : UnreadBodies.maxOfKnown
        }

        /// Whether the rest may exceed the limit.
        var isTooLong: Bool { (left ?? .max) > limit.bytes }
    }

    private var body = Body()
    /// Number of requests whose responses have not ended; more than one if a client pipelines.
    private var unanswered = 0
    private var saysClose = false
    /// Whether reading has stopped because the body arrived too slowly.
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

    /// Stops reading, so that further data stays in the client's system.
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

    /// Whether the current response belongs to the request with the open body.
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
