import EventContracts
import Foundation
import IngestionCore
import IngestionPhotos
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Expected waiting time of a photo") struct ExpectationTests {
    private static let moment = Date(timeIntervalSince1970: 1_768_478_400)

    private static func capacity(
        workers: Int = 2, seconds: Double = 0.9, at moment: Date = moment
    ) -> CapacityMeasured {
        CapacityMeasured(
            measuredAt: moment, workers: workers,
            lanes: [.init(lane: .label, secondsPerPhoto: seconds, waiting: 0, running: 0)])
    }

    @Test(
        "GW-40: waiting time: earlier photos are divided among the workers",
        arguments: [
            (0, 2, 0.9, 1), (0, 4, 2, 2), (1, 2, 0.9, 2), (2, 2, 0.9, 2), (9, 4, 2, 7), (10, 4, 2, 7), (99, 1, 0.01, 1),
        ])
    func estimates(before: Int, workers: Int, seconds: Double, expected: Int) {
        let expectation = PhotoExpectation(
            photosBefore: before, in: .label, Self.capacity(workers: workers, seconds: seconds), at: Self.moment)
        #expect(expectation?.position == before + 1)
        #expect(expectation?.seconds == expected)
    }

    @Test("waiting time: none without a current measurement, workers or lane")
    func unknown() {
        func expectation(
            _ capacity: CapacityMeasured?, lane: PhotoLane = .label, age: Double = 0
        ) -> PhotoExpectation? {
            PhotoExpectation(photosBefore: 0, in: lane, capacity, at: Self.moment.addingTimeInterval(age))
        }
        #expect(expectation(nil) == nil)
        #expect(expectation(Self.capacity(workers: 0)) == nil)
        #expect(expectation(Self.capacity(), lane: .pro) == nil)
        #expect(expectation(Self.capacity(), age: 30) != nil)
        #expect(expectation(Self.capacity(), age: 30.1) == nil)
    }

    private func publish(_ capacity: CapacityMeasured, to gateway: TestGateway) async throws {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/vision", type: CapacityMeasured.type, time: capacity.measuredAt,
            subject: nil, key: "vision", correlationID: UUID())
        try await gateway.database.write(.event(attributes, consumer: "ingestion")) { transaction in
            try await CapacityProjection().handle(Event(attributes: attributes, body: capacity), in: transaction)
        }
    }

    @Test("GW-40: a pending operation shows its queue place and expected time")
    func tells() async throws {
        try await TestGateway.with { gateway in
            gateway.neighbors.set(.silent)
            let person = try await gateway.register(), other = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes()
            let first = try await person.send("POST", "/v1/label-scans", photo: jpeg)
            #expect(first.status == 202 && first.header("retry-after") == "10")
            #expect(try first.json["delayed"] == .bool(true) && first.json["expected"] == nil)

            let now = gateway.clock.now()
            try await publish(Self.capacity(workers: 1, seconds: 4, at: now), to: gateway)
            try await publish(Self.capacity(workers: 9, seconds: 1, at: now.addingTimeInterval(-1)), to: gateway)
            gateway.clock.advance(by: .milliseconds(1))
            let second = try await other.send("POST", "/v1/label-scans", photo: jpeg)
            #expect(try second.json["expected"]?["position"]?.number == 2)
            #expect(try second.json["expected"]?["seconds"]?.number == 8, "the newer measurement counts")
            #expect(second.header("retry-after") == "8")
            #expect(try second.json["delayed"] == nil)
            let path = try #require(first.header("location"))
            #expect(try await person.client.get(path).json["expected"]?["position"]?.number == 1)

            let text = try await person.send("POST", "/v1/label-scans", #"{"text":"milk"}"#)
            #expect(text.status == 202 && text.header("retry-after") == nil)
            #expect(try text.json["expected"] == nil && text.json["delayed"] == nil)

            gateway.neighbors.set(.answering)
            try await eventually("the first one is answered") {
                try await person.client.get(path).json["status"]?.string == "succeeded"
            }
            let ended = try await person.client.get(path).json
            #expect(ended["expected"] == nil && ended["delayed"] == nil)
        }
    }

    @Test("waiting time: earlier photos are counted by an index")
    func plan() async throws {
        try await TestGateway.with { gateway in
            let lines: [String] = try await gateway.database.pool.withTransaction { transaction in
                try await transaction.execute("SET LOCAL enable_seqscan = off")
                let rows = try await transaction.query(
                    """
                    EXPLAIN SELECT count(*) FROM operations
                    WHERE status = 'pending' AND lane = 'label'
                        AND (created_at, operation_id) < (now(), '00000000-0000-4000-8000-000000000000')
                    """)
                return try rows.map { try $0.decode(String.self) }
            }
            #expect(lines.contains { $0.contains("operations_pending_photos") }, "\(lines)")
        }
    }
}
