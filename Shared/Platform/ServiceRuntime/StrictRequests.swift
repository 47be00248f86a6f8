import Foundation
import Hexadecimal
import NIOCore
import NIOHTTP1

/// Enforces the rules of HTTP/1.1 that SwiftNIO and Hummingbird leave to the server (RFC 9112).
///
/// - A request has one `Host` (section 3.2); an HTTP/1.0 request may have none.
/// - The connection is closed after a request of HTTP/1.0, and after `Connection: close` in any spelling (section 9.3).
/// - A request that the parser refuses is answered with a problem and the usual headers, then the connection is closed.
final class StrictRequests: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Requests whose response has not started: their versions, and whether each is the last of its connection.
    private var unanswered: CircularBuffer<(version: HTTPVersion, isLast: Bool)> = []
    /// The problem of the newest request, found by the parser or by the rules above.
    private var refusal: ProblemDetails?
    /// Whether the newest request's body is still open.
    private var isBodyOpen = false
    /// Whether the refusal is being written.
    private var isRefusing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes after a refused request belong to no request.
        guard refusal == nil else { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            if case .end = unwrapInboundIn(data) { isBodyOpen = false }
            return context.fireChannelRead(data)
        }
        guard Self.hasOneHost(head) else {
            refusal = ProblemDetails(.malformedRequest, detail: "A request must have one valid Host header.")
            // Hummingbird answers it in order, like a request that the parser refuses.
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        let options = head.headers[canonicalForm: "connection"]
        let isLast = Self.isOld(head.version) || options.contains { $0.lowercased() == "close" }
        if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
        unanswered.append((head.version, isLast))
        isBodyOpen = true
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError, refusal == nil {
            refusal = ProblemDetails(error == .headerOverflow ? .headersTooLarge : .malformedRequest)
        }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where isParserAnswer(head):
            isRefusing = true
            // A request whose body breaks off after its response gets no second response.
            if let refusal, !(isBodyOpen && unanswered.isEmpty) {
                write(refusal, context, promise)
            } else {
                promise?.succeed()
            }
        case .head(var head) where head.status.code >= 200:
            if let request = unanswered.popFirst() {
                if request.isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
                // An HTTP/1.0 client cannot read chunks (section 6.1).
                if Self.isOld(request.version) { head.version = request.version }
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isRefusing:
            if isBodyOpen && unanswered.isEmpty {
                promise?.succeed()
            } else {
                context.write(data, promise: promise)
            }
            // Data that arrives at a closed connection makes the client's system discard an unread response.
            context.eventLoop.assumeIsolated().scheduleTask(in: UnreadBodies.farewell) { context.close(promise: nil) }
        default:
            context.write(data, promise: promise)
        }
    }

    /// Whether a response is the empty one that Hummingbird produces for a parser error.
    private func isParserAnswer(_ head: HTTPResponseHead) -> Bool {
        refusal != nil && head.status == .badRequest && !head.headers.contains(name: "content-type")
    }

    /// Writes a problem in place of Hummingbird's empty response to a parser error.
    private func write(
        _ problem: ProblemDetails, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        let body = (try? problem.encoded()) ?? Data()
        var headers = HTTPHeaders(SecurityHeaders.all.map { ($0.name, $0.value) })
        headers.add(name: "content-type", value: ProblemDetails.mediaType)
        headers.add(name: "content-length", value: "\(body.count)")
        headers.add(name: "cache-control", value: "no-store")
        headers.add(name: "x-correlation-id", value: UUID.random().text)
        headers.add(name: "connection", value: "close")
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: problem.statusCode), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    }

    private static func isOld(_ version: HTTPVersion) -> Bool { version.major == 1 && version.minor == 0 }

    private static func hasOneHost(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        guard let host = hosts.first else { return isOld(head.version) }
        return hosts.count == 1 && host.utf8.allSatisfy(isPartOfHost)
    }

    /// Characters of `uri-host [ ":" port ]` (RFC 3986 section 3.2.2).
    private static func isPartOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=%:[]".utf8.contains(byte)
        }
    }
}
