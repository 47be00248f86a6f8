import HTTPTypes
import Hummingbird
import NIOCore
import ServiceRuntime
import TestPeers
import Testing

@Suite("Rules of HTTP/1.1 (RFC 9112)", .timeLimit(.minutes(10)))
struct StrictRequestsTests {
    private static func server() -> some HTTPResponder<BasicRequestContext> {
        let router = Router()
        router.get("/") { _, _ in "hello" }
        router.get("/stream") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "piece"))
                    try await writer.finish(nil)
                })
        }
        return router.buildResponder()
    }

    @Test(
        "HTTP: a request without exactly one valid Host gets 400",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        ])
    func host(request: String) async throws {
        try await TestServer.with(Self.server()) { port in
            let answer = try await RawConnection.exchange(port: port, request)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            Self.expectProblem(answer, "malformed-request")
        }
    }

    @Test("HTTP: a parser error is a problem with the usual headers")
    func parser() async throws {
        try await TestServer.with(Self.server()) { port in
            let garbage = try await RawConnection.exchange(port: port, "GET / HTTP/9.9.9\r\nHost: a\r\n\r\n")
            #expect(garbage.hasPrefix("HTTP/1.1 400 "), "\(garbage)")
            Self.expectProblem(garbage, "malformed-request")
            let long = String(repeating: "a", count: 20_000)
            let large = try await RawConnection.exchange(port: port, "GET / HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n")
            #expect(large.hasPrefix("HTTP/1.1 431 "), "\(large)")
            Self.expectProblem(large, "headers-too-large")
        }
    }

    private static func expectProblem(_ answer: String, _ slug: String) {
        let lower = answer.lowercased()
        #expect(lower.contains("content-type: application/problem+json\r\n"))
        #expect(lower.contains("connection: close\r\n") && lower.contains("x-correlation-id: "))
        for (name, value) in SecurityHeaders.all { #expect(answer.contains("\(name): \(value)\r\n")) }
        #expect(answer.contains("/problems/\(slug)\""))
    }

    @Test(
        "HTTP: the connection closes after HTTP/1.0 and Connection: close",
        arguments: [
            "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: TE, close\r\n\r\n",
        ])
    func closes(request: String) async throws {
        try await TestServer.with(Self.server()) { port in
            let answer = try await RawConnection.exchange(port: port, request)
            #expect(answer.hasPrefix("HTTP/1.") && answer.contains(" 200 ") && answer.hasSuffix("hello"), "\(answer)")
            #expect(answer.lowercased().contains("connection: close\r\n"))
        }
    }

    @Test("HTTP: an HTTP/1.0 client gets a stream without chunks")
    func noChunks() async throws {
        try await TestServer.with(Self.server()) { port in
            let answer = try await RawConnection.exchange(port: port, "GET /stream HTTP/1.0\r\n\r\n")
            #expect(answer.hasSuffix("\r\n\r\npiece"), "\(answer)")
        }
    }

    @Test("requests before an invalid one are answered in order")
    func pipelined() async throws {
        try await TestServer.with(Self.server()) { port in
            let good = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
            let answer = try await RawConnection.exchange(port: port, good + good + "GET / HTTP/1.1\r\n\r\n" + good)
            let statuses = answer.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
            #expect(statuses == ["200", "200", "400"], "\(answer)")
        }
    }
}
