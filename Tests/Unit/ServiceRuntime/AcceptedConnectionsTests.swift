import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceRuntime
import TestPeers
import Testing
import UnitSupport

/// Without `AcceptedConnections` the test process would end in a precondition of SwiftNIO.
@Suite("Accepted connections at server shutdown")
struct AcceptedConnectionsTests {
    private static var greeting: RouterResponder<BasicRequestContext> {
        let router = Router()
        router.get("/") { _, _ in "hello" }
        return router.buildResponder()
    }

    /// Connects repeatedly, as clients do while a gateway restarts, until nothing listens.
    ///
    /// - Returns: Number of connections made; all of them have ended.
    private static func crowd(port: Int) async -> Int {
        var made = 0
        while let channel = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(20)).connect(host: "127.0.0.1", port: port).get()
        {
            made += 1
            channel.closeFuture.whenComplete { _ in }
            let request = ByteBuffer(string: "GET / HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n")
            try? await channel.writeAndFlush(request).get()
            try? await channel.closeFuture.get()
        }
        return made
    }

    @Test(
        "shutdown: each accepted connection is served or closed", .slowConcurrent, .timeLimit(.minutes(10)))
    func crowdedServer() async throws {
        var made = 0
        for _ in 0..<40 {
            let (ports, running) = AsyncStream.makeStream(of: Int.self)
            made += try await withThrowingTaskGroup(of: Int.self) { group in
                let server = Task {
                    try await HTTPBinding(port: 0).serve(
                        Self.greeting, logger: CapturedLogs().logger(), onRunning: { running.yield($0) })
                }
                let port = try #require(await ports.first { _ in true })
                for _ in 0..<16 { group.addTask { await Self.crowd(port: port) } }
                // The server stops amid new connections.
                try await Task.sleep(for: .milliseconds(20))
                server.cancel()
                _ = await server.result
                return try await group.reduce(0, +)
            }
        }
        #expect(made > 40)
    }
}
