import Hummingbird
import ServiceRuntime
import TestPeers
import Testing

/// Tests the test client's parser of event streams, on which the gateway's tests rely.
@Suite struct ServerSentEventsTests {
    @Test func eventsArriveWholeWhereverTheChunksEnd() async throws {
        let text = ": hello\n\nid: 7\nevent: notice\ndata: {\"a\":1}\ndata:second\r\n\r\nid: 8\n\nid: 9\ndata: é\n\n"
        let bytes = Array(text.utf8)
        let router = Router()
        router.get("/events") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/event-stream"],
                body: .init { writer in
                    for byte in bytes { try await writer.write(ByteBuffer(bytes: [byte])) }
                    try await writer.finish(nil)
                })
        }
        try await TestServer.with(router.buildResponder()) { port in
            let client = TestHTTPClient(port: port)
            let received = try await client.events("/events") { status, events in
                #expect(status == 200)
                var received: [ServerSentEvent] = []
                for try await event in events { received.append(event) }
                return received
            }
            #expect(
                received == [
                    ServerSentEvent(id: "7", event: "notice", data: "{\"a\":1}\nsecond"),
                    ServerSentEvent(id: "9", data: "é"),
                ])
        }
    }
}
