import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import ServiceRuntime
import Synchronization
import TestPeers
import Testing
import UnitSupport

@Suite("Unread request bodies (GW-33)", .timeLimit(.minutes(10)))
struct UnreadBodiesTests {
    /// A client that keeps sending, whatever the response.
    private final class Stubborn: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        private let heard = Mutex("")
        var answer: String { heard.withLock { $0 } }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            heard.withLock { $0 += String(buffer: bytes) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private static func connect(to port: Int) async throws -> (channel: any Channel, client: Stubborn) {
        let client = Stubborn()
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { $0.pipeline.addHandler(client) }
            .connect(host: "127.0.0.1", port: port).get()
        return (channel, client)
    }

    /// Responds at once without reading the body.
    private static func refusing() -> some HTTPResponder<BasicRequestContext> {
        let router = Router()
        router.post("/") { _, _ in HTTPResponse.Status.contentTooLarge }
        router.get("/") { _, _ in "hello" }
        return router.buildResponder()
    }

    @Test("unread body: a client that sends after the response is disconnected", .slowConcurrent)
    func endless() async throws {
        try await TestServer.with(Self.refusing()) { port in
            let (channel, client) = try await Self.connect(to: port)
            let head = "POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
            try await channel.writeAndFlush(ByteBuffer(string: head)).get()
            let chunk = ByteBuffer(string: "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n")
            // The bytes read, plus those in the buffers of both systems, are far fewer.
            let limit = 64 << 20
            var sent = 0
            while channel.isActive, sent < limit {
                guard (try? await channel.writeAndFlush(chunk).get()) != nil else { break }
                sent += chunk.readableBytes
            }
            #expect(client.answer.hasPrefix("HTTP/1.1 413"))
            #expect(client.answer.lowercased().contains("connection: close\r\n"))
            #expect(sent < limit)
        }
    }

    @Test(
        "unread body: a rest of known length is read; connection continues", .slowConcurrent,
        arguments: [100_000, 20 << 20])
    func knownRest(bytes: Int) async throws {
        try await TestServer.with(Self.refusing()) { port in
            let (channel, client) = try await Self.connect(to: port)
            let body = ByteBuffer(string: String(repeating: " ", count: bytes))
            let head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: \(body.readableBytes)\r\n\r\n"
            try await channel.writeAndFlush(ByteBuffer(string: head)).get()
            try await eventually("the answer is there before the body") { client.answer.hasPrefix("HTTP/1.1 413") }
            try await channel.writeAndFlush(body).get()
            try await channel.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: here\r\n\r\n")).get()
            try await eventually("the next request is answered") { client.answer.hasSuffix("hello") }
            #expect(!client.answer.lowercased().contains("connection: close"))
            try await channel.close().get()
        }
    }

    @Test("unread body: a stalled one is not waited for")
    func trickle() throws {
        for ends in [false, true] {
            let channel = EmbeddedChannel(handler: UnreadBodies())
            try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
            let head = HTTPRequestHead(
                version: .http1_1, method: .POST, uri: "/", headers: ["content-length": "1000"])
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            try channel.writeOutbound(
                HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .unauthorized)))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            channel.embeddedEventLoop.advanceTime(by: .seconds(59))
            try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "a")))
            if ends { try channel.writeInbound(HTTPServerRequestPart.end(nil)) }
            channel.embeddedEventLoop.advanceTime(by: .seconds(1) + UnreadBodies.farewell)
            #expect(channel.isActive == ends)
            _ = try? channel.finish()
        }
    }

    @Test("unread body: a started response is completed before closing")
    func slowAnswer() throws {
        let channel = EmbeddedChannel(handler: UnreadBodies())
        try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
        let head = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: "/", headers: ["transfer-encoding": "chunked"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: UnreadBodies.farewell)
        #expect(!channel.isActive)
        _ = try? channel.finish()
    }

    @Test("pipelining: the first response does not wait for the second body")
    func pipelined() throws {
        let channel = EmbeddedChannel(handler: UnreadBodies())
        try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
        let first = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        let second = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: "/", headers: ["transfer-encoding": "chunked"])
        try channel.writeInbound(HTTPServerRequestPart.head(first))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        try channel.writeInbound(HTTPServerRequestPart.head(second))
        let answer = HTTPResponseHead(version: .http1_1, status: .ok)
        try channel.writeOutbound(HTTPServerResponsePart.head(answer))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        guard case .head(let sent) = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
            Issue.record("no answer was written")
            return
        }
        #expect(sent == answer)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        _ = try? channel.finish()
    }
}
