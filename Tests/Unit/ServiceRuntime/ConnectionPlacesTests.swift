import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceRuntime
import TestPeers
import Testing
import UnitSupport

@Suite("Connections per address")
struct ConnectionPlacesTests {
    private let refused = MetricsRegistry().counter("refused", help: "Refused.")

    @Test(
        "connections: above the limit they are closed; a freed slot is used",
        arguments: [
            (first: "127.0.0.2", same: "127.0.0.2", other: "127.0.0.3"),
            (first: "2001:db8::1", same: "2001:db8::ffff:2", other: "2001:db8:0:1::1"),
            (first: "192.0.2.7", same: "::ffff:192.0.2.7", other: "::ffff:192.0.2.8"),
        ])
    func bound(_ case: (first: String, same: String, other: String)) throws {
        let places = ConnectionPlaces(maxPerAddress: 2, refused: refused)
        func enter(_ address: String) throws -> ConnectionPlaces.Origin? {
            places.enter(try SocketAddress(ipAddress: address, port: 1_024))
        }
        let first = try #require(try enter(`case`.first))
        #expect(try enter(`case`.same) == first)
        #expect(try enter(`case`.same) == nil)
        #expect(try enter(`case`.other) != nil)
        #expect(refused.value == 1)
        places.leave(first)
        #expect(try enter(`case`.first) == first)
        #expect(try enter(`case`.first) == nil)
        #expect(refused.value == 2)
    }

    @Test("connections: one address's excess is closed, others are served", .timeLimit(.minutes(10)))
    func server() async throws {
        let router = Router()
        router.get("/") { _, _ in "hello" }
        let places = ConnectionPlaces(maxPerAddress: 3, refused: refused)
        try await TestServer.with(router.buildResponder(), places: places) { port in
            var silent: [any Channel] = []
            for _ in 0..<20 {
                silent.append(
                    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                        .connectTimeout(.seconds(20)).connect(host: "127.0.0.1", port: port).get())
            }
            try await eventually("the surplus is refused") { refused.value == 17 }
            for channel in silent { try? await channel.close().get() }
            try await eventually("others are served") {
                let answer = try? await TestHTTPClient(port: port).get("/")
                return answer?.text == "hello"
            }
        }
    }
}
