import Foundation
import IngestionCore
import IngestionService
import Logging
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Slow clients (GW-33)", .timeLimit(.minutes(10))) struct SlowSenderTests {
    /// Maximum duration of another account's upload.
    private static let limit = Duration.seconds(1)
    /// Number of uploads, of twenty, that may take longer.
    ///
    /// Other load of the machine delays single requests; slow clients that occupy memory would delay all of them.
    private static let maxLate = 5

    /// How a slow client begins: the bytes that it sends at once, and the length that it announces.
    enum Beginning: CaseIterable {
        /// A hundred bytes of 200 kB.
        case little
        /// A third of a megabyte of 15 MB: 100 such clients exceed all of the memory.
        case much
        /// All but the last kilobyte of 400 kB: 50 such clients fill the memory.
        case almostAll

        var sent: Int {
            switch self {
            case .little: 100
            case .much: 333_000
            case .almostAll: 399_000
            }
        }

        var announced: Int {
            switch self {
            case .little: 200_000
            case .much: 15_000_000
            case .almostAll: 400_000
            }
        }
    }

    private static func untilCancelled() async {
        let (stream, source) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        source.finish()
    }

    @Test(
        "slow uploads: other uploads stay under 1 s",
        arguments: [2, 10, 50], Beginning.allCases)
    func leavesRoom(accounts: Int, beginning: Beginning) async throws {
        try await TestGateway.with { gateway in
            let honest = try await gateway.register(), jpeg = try SamplePhoto.jpeg.bytes()
            var slow: [Person] = []
            for _ in 0..<accounts { slow.append(try await gateway.register()) }
            let start = String(repeating: "x", count: beginning.sent)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for person in slow + slow {
                    group.addTask {
                        // Each client has its own connection, since a shared client pool would delay the honest
                        // requests.
                        try await RawConnection.with(port: gateway.client.port, reads: false) { connection in
                            // A slow client is disconnected while it sends, since others are waiting.
                            try? await connection.send(
                                """
                                POST /v1/photos HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer \(person.accessToken)\r
                                Content-Type: image/jpeg\r\nContent-Length: \(beginning.announced)\r\n\r\n\(start)
                                """)
                            await Self.untilCancelled()
                        }
                    }
                }
                var durations: [Duration] = []
                for _ in 0..<10 {
                    for path in ["/v1/photos", "/v1/label-scans"] {
                        let begin = ContinuousClock.now
                        let answer = try await honest.send("POST", path, photo: jpeg)
                        durations.append(ContinuousClock.now - begin)
                        #expect([201, 202].contains(answer.status), "\(answer.text)")
                    }
                }
                #expect(durations.count { $0 >= Self.limit } <= Self.maxLate, "\(durations)")
                group.cancelAll()
            }
        }
    }

    @Test("slow downloads: a slow reader is disconnected when others need memory")
    func slowReader() async throws {
        try await TestGateway.with({
            $0.photoMemory.grace = .milliseconds(100)
            $0.photoMemory.timeout = .seconds(60)
        }) { gateway in
            let reader = try await gateway.register(), sender = try await gateway.register()
            let photo = SamplePhoto.png(width: 4_000, height: 3_000, dataCount: 14_000_000, metadataCount: 0)
            let made = try await reader.send("POST", "/v1/photos", photo: photo, type: "image/png")
            let id = try #require(try made.json["id"]?.string)
            // The response is larger than the socket buffers, so that a part of it stays in the gateway.
            try await RawConnection.with(port: gateway.client.port, reads: false) { connection in
                try await connection.send(
                    "GET /v1/photos/\(id) HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer \(reader.accessToken)\r\n\r\n"
                )
                for _ in 0..<5 {
                    let answer = try await sender.send("POST", "/v1/photos", photo: photo, type: "image/png")
                    #expect(answer.status == 201, "\(answer.text)")
                }
            }
        }
    }

    @Test("slow bodies: 408 and a closed connection, not logged as errors")
    func slowBody() async throws {
        let logs = CapturedLogs()
        try await TestGateway.with(logger: logs.logger(), { $0.bodyTimeout = .milliseconds(300) }) { gateway in
            let answer = try await RawConnection.exchange(
                port: gateway.client.port,
                """
                POST /v1/sessions HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: \
                1000\r\n\r\n{
                """
            )
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.lowercased().contains("connection: close\r\n"))
            #expect(answer.contains("problems/too-slow"))
        }
        #expect(!logs.lines.contains { $0.level >= .error })
    }
}
