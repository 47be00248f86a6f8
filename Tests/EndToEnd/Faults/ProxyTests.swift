import FaultBench
import NIOCore
import NIOPosix
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Tests of the fault bench's proxy; they are quick and independent of the fault rows.
@Suite("Fault proxy", .timeLimit(.minutes(10)))
struct ProxyTests {
    /// Runs a server that echoes all bytes while the body runs.
    private static func withEcho(_ body: (_ port: Int) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Echo()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(server.localAddress?.port ?? 0))
        } catch {
            result = .failure(error)
        }
        try await server.close().get()
        try result.get()
    }

    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.channel.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }
    }

    /// Collects bytes until there are enough, or the connection has ended.
    private final class Gatherer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let wanted: Int
        private let promise: EventLoopPromise<String?>
        private var answer = ""
        private var isDone = false

        init(_ wanted: Int, _ promise: EventLoopPromise<String?>) {
            self.wanted = wanted
            self.promise = promise
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            answer += String(buffer: unwrapInboundIn(data))
            if answer.utf8.count >= wanted { finish(answer) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        func handlerRemoved(context: ChannelHandlerContext) { finish(nil) }

        private func finish(_ answer: String?) {
            guard !isDone else { return }
            isDone = true
            promise.succeed(answer)
        }
    }

    /// Sends bytes and waits until all of them return; nil if the connection failed.
    private static func ask(_ port: Int, _ text: String) async throws -> String? {
        let loop = MultiThreadedEventLoopGroup.singleton.next(), promise = loop.makePromise(of: String?.self)
        let connecting = ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Gatherer(text.utf8.count, promise))
                }
            }
            .connect(host: "127.0.0.1", port: port)
        let client = try? await connecting.get()
        client?.writeAndFlush(ByteBuffer(string: text), promise: nil)
        let answer = try await promise.futureResult.get()
        client?.close(promise: nil)
        return answer
    }

    @Test("proxy: forwards everything in order, with any delay and fragmentation")
    func passes() async throws {
        try await Self.withEcho { server in
            let proxy = try await TCPProxy.start(host: "127.0.0.1", server: server)
            let text = (0..<500).map(String.init).joined(separator: " ")
            #expect(try await Self.ask(proxy.port, text) == text)
            proxy.set(NetworkConditions(delay: .milliseconds(20), jitter: .milliseconds(20), slice: 1))
            #expect(try await Self.ask(proxy.port, text) == text)
            proxy.set(.clear)
            #expect(try await Self.ask(proxy.port, text) == text)
            await proxy.stop()
        }
    }

    @Test("proxy: cuts, resets and drops responses, then forwards again")
    func cuts() async throws {
        try await Self.withEcho { server in
            let proxy = try await TCPProxy.start(host: "127.0.0.1", server: server)
            for conditions in [.cut, NetworkConditions(resetShare: 1), NetworkConditions(answerLoss: 1)] {
                proxy.set(conditions)
                #expect(try await Self.ask(proxy.port, "lost") == nil, "\(conditions)")
                proxy.set(.clear)
                #expect(try await Self.ask(proxy.port, "found") == "found")
            }
            await proxy.stop()
        }
    }

    @Test("proxy: half-open: silent, then resets connections made meanwhile")
    func halfOpen() async throws {
        try await Self.withEcho { server in
            let proxy = try await TCPProxy.start(host: "127.0.0.1", server: server)
            proxy.set(.halfOpen)
            async let answer = Self.ask(proxy.port, "swallowed")
            try await eventually("the connection is there") { proxy.connections > 0 }
            try await Task.sleep(for: .milliseconds(300))
            #expect(proxy.givenUp.count == 0 && proxy.connections > 0, "the client notices nothing")
            proxy.set(.clear)
            #expect(try await answer == nil)
            #expect(try await Self.ask(proxy.port, "found") == "found")
            await proxy.stop()
        }
    }

    @Test("broker proxy: rewrites addresses in every response, however split")
    func rewrites() {
        func frame(_ body: [UInt8]) -> [UInt8] {
            let size = UInt32(body.count)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + body
        }
        func address(_ port: UInt16) -> [UInt8] {
            [0, 9] + Array("127.0.0.1".utf8) + [0, 0, UInt8(port >> 8), UInt8(port & 0xFF)]
        }
        func response(_ port: UInt16) -> [UInt8] {
            frame([1, 2, 3] + address(port) + [7] + address(port)) + frame(Array("127.0.0.1 of others".utf8) + [0x31])
        }
        let sent = response(29_092), wanted = response(40_001)
        for size in [1, 3, 7, sent.count] {
            var rewriter = BrokerAddressRewriter(host: "127.0.0.1", ports: [29_092: 40_001])
            var got: [UInt8] = []
            for start in stride(from: 0, to: sent.count, by: size) {
                let piece = ByteBuffer(bytes: sent[start..<min(start + size, sent.count)])
                got += Array(rewriter.take(piece).readableBytesView)
            }
            #expect(got == wanted, "in pieces of \(size)")
        }
    }

    @Test("broker proxy: each broker of a cluster has one, despite equal ports")
    func clusterAddresses() {
        func frame(_ ports: [UInt16]) -> [UInt8] {
            let body = ports.flatMap { Array("127.0.0.1".utf8) + [0, 0, UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            return [0, 0, 0, UInt8(body.count)] + body
        }
        var rewriter = BrokerAddressRewriter(host: "127.0.0.1", ports: [1_001: 1_002, 1_002: 1_003, 1_003: 1_001])
        let got = rewriter.take(ByteBuffer(bytes: frame([1_001, 1_002, 1_003])))
        #expect(Array(got.readableBytesView) == frame([1_002, 1_003, 1_001]))
    }
}
