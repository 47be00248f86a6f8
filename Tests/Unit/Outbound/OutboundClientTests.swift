import Foundation
import Outbound
import TestPeers
import Testing
import UnitSupport

@Suite("Outbound requests", .timeLimit(.minutes(10)))
struct OutboundClientTests {
    private let client = OutboundClient(label: "test", lanes: 1, waiting: 0)

    @Test("request: a refused connection is unreachable; silence times out")
    func silence() async throws {
        try await ClosedPort.with { port in
            await #expect(throws: OutboundError.unreachable) {
                try await client.send(OutboundRequest(.get, "http://127.0.0.1:\(port)/"))
            }
        }
        try await SilentServer.with { port in
            var request = OutboundRequest(.get, "http://127.0.0.1:\(port)/")
            request.timeout = .milliseconds(200)
            await #expect(throws: OutboundError.timedOut) { try await client.send(request) }
        }
    }

    @Test("request: cancelling returns at once; above capacity it is rejected")
    func cancellationAndOverload() async throws {
        try await SilentServer.with { port in
            var patient = OutboundRequest(.get, "http://127.0.0.1:\(port)/")
            patient.timeout = .seconds(600)
            let request = patient
            // The client with the short timeout may be served first once.
            let held = Task {
                try await eventually("it is accepted") { () async throws -> OutboundResponse? in
                    do {
                        return try await client.send(request)
                    } catch OutboundError.overloaded {
                        return nil
                    }
                }
            }
            try await eventually("another one is refused") {
                do {
                    var impatient = request
                    impatient.timeout = .milliseconds(50)
                    _ = try await client.send(impatient)
                    return false
                } catch {
                    return (error as? OutboundError) == .overloaded
                }
            }
            let start = ContinuousClock.now
            held.cancel()
            await #expect(throws: OutboundError.cancelled) { try await held.value }
            #expect(ContinuousClock.now - start < .seconds(120))
        }
    }

    @Test(
        "request: file and other URL schemes are rejected",
        arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "nonsense"])
    func schemes(url: String) async {
        let error = await #expect(throws: OutboundError.self) { try await client.send(OutboundRequest(.get, url)) }
        #expect(error == .malformed || url == "nonsense")
    }
}
