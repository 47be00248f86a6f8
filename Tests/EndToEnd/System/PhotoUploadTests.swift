import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Kafka
import Logging
import Messaging
import Photos
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    @Suite("Photo uploads with real processes", .timeLimit(.minutes(10)))
    struct PhotoUploadTests {
        /// A release build on an idle machine takes 10 ms; this is a debug build beside other tests.
        private static let limit = Duration.milliseconds(40)

        @Test("VIS-09: photo: its command is published with the response")
        func orderIsPrompt() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                let jpeg = try SamplePhoto.jpeg.bytes()
                let topic = Topic.visionLabelCommands
                let partitions = (0..<topic.partitions).map { TopicPartition(topic: topic.name, partition: $0) }
                let reader = try KafkaReader(
                    stack.broker.kafka.configuration,
                    partitions: Dictionary(uniqueKeysWithValues: partitions.map { ($0, .beginning) }),
                    logger: Logger(label: "test"))
                var ended: Set<TopicPartition> = []
                try await eventually("the earlier commands are read") {
                    let batch = await reader.read(waiting: .milliseconds(200))
                    ended.formUnion(batch.ended)
                    return ended.count == partitions.count && batch.records.isEmpty
                }
                // The first command creates the topic's partition for all clients.
                _ = try await person.http.send("POST", "/v1/label-scans", headers: Self.jpeg, body: jpeg)
                _ = try await Self.next(reader)
                var lateness: [Duration] = [], whole: [Duration] = []
                // The best ten consecutive uploads count: those least delayed by other load of the machine.
                func p80(_ times: [Duration]) -> Duration? {
                    stride(from: 0, to: times.count, by: 10).map { times[$0..<$0 + 10].sorted()[8] }.min()
                }
                while lateness.count < 90 {
                    if lateness.count.isMultiple(of: 10), let best = p80(lateness), best <= Self.limit { break }
                    let start = ContinuousClock.now
                    async let seen = Self.next(reader)
                    let answer = try await person.http.send("POST", "/v1/label-scans", headers: Self.jpeg, body: jpeg)
                    let answered = ContinuousClock.now
                    #expect(answer.status == 202)
                    let arrival = try await seen
                    lateness.append(max(arrival - answered, .zero))
                    whole.append(arrival - start)
                }
                let best = try #require(p80(lateness)), all = try #require(p80(whole))
                print(
                    """
                    photo: order on its topic after the answer p80 \(best); upload begun to order on its topic \
                    p80 \(all)
                    """
                )
                #expect(best <= Self.limit)
            }
        }

        @Test("photo upload: a crash before the command leaves an orphan for removal")
        func orphan() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                let gateway = stack.service(IngestionService.name)
                try await gateway.restart(with: ProcessingStage.stored.failPoint(at: 1))
                try await gateway.waitUntilReady()
                let jpeg = try SamplePhoto.jpeg.bytes()
                // The first request may use a connection that the restart has closed.
                for _ in 0..<3 where gateway.isRunning {
                    _ = try? await person.http.send("POST", "/v1/label-scans", headers: Self.jpeg, body: jpeg)
                }
                #expect(try await gateway.ending(within: .seconds(60)) == .killed(by: SIGKILL))
                try await gateway.start()
                try await gateway.waitUntilReady()
                #expect(
                    try await stack.count(
                        "SELECT count(*) FROM ingestion.photos WHERE account_id = \(person.id) AND state = 'arriving'")
                        == 1)
                #expect(
                    try await stack.count("SELECT count(*) FROM ingestion.operations WHERE account_id = \(person.id)")
                        == 0)
                let directory = "\(stack.photoRoot)/\(person.id.uuidString.lowercased())"
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 1)
                try await stack.admin.execute(
                    "UPDATE ingestion.photos SET since = since - interval '61 minutes' WHERE account_id = \(person.id)")
                // The gateway's housekeeping runs once at the start.
                try await gateway.restart()
                try await gateway.waitUntilReady()
                try await eventually("the orphan is gone") {
                    try await stack.count("SELECT count(*) FROM ingestion.photos WHERE account_id = \(person.id)") == 0
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
            }
        }

        @Test("photo upload: eight parallel ones of 15 MB keep memory bounded")
        func memory() async throws {
            try await withBackbone { stack in
                let gateway = stack.service(IngestionService.name)
                // Restarts the gateway, so that memory of earlier tests does not hide that of the uploads.
                try await gateway.restart()
                try await gateway.waitUntilReady()
                var people: [TestPerson] = []
                for _ in 0..<4 { people.append(try await stack.gateway.register()) }
                let photo = SamplePhoto.png(width: 4_000, height: 3_000, dataCount: 15_000_000, metadataCount: 200_000)
                let health = TestHTTPClient(port: gateway.healthPort)
                let before = try await Self.residentMegabytes(health)
                var peak = 0.0, answers: [Int: Int] = [:]
                try await withThrowingTaskGroup(of: Int?.self) { group in
                    for person in people + people {
                        group.addTask {
                            let headers = ["content-type": "image/png"]
                            return try await person.http.send("POST", "/v1/photos", headers: headers, body: photo)
                                .status
                        }
                    }
                    group.addTask {
                        try await Task.sleep(for: .milliseconds(20))
                        return nil
                    }
                    while let status = try await group.next(), answers.values.reduce(0, +) < 8 {
                        if let status {
                            answers[status, default: 0] += 1
                        } else {
                            peak = max(peak, try await Self.residentMegabytes(health))
                            group.addTask {
                                try await Task.sleep(for: .milliseconds(20))
                                return nil
                            }
                        }
                    }
                }
                print(
                    """
                    photo: gateway's memory \(before) MB before, at most \(peak) MB during 8 uploads of 15 MB: \
                    \(answers)
                    """
                )
                #expect(Set(answers.keys).isSubset(of: [201, 503]) && answers[201, default: 0] >= 2)
                #expect(peak - before < Self.maxGrowth)
            }
        }

        private static let jpeg = ["content-type": "image/jpeg"]
        /// Maximum memory for photos, in megabytes.
        ///
        /// Admitted photos have at most 20 MB in total, each held up to four times (received, stripped, sealed, in
        /// transit), and the allocator keeps some; without a limit eight photos would take 480 MB.
        private static let maxGrowth = 180.0

        private static func next(_ reader: KafkaReader) async throws -> ContinuousClock.Instant {
            try await eventually("a command on the topic") { () -> ContinuousClock.Instant? in
                await reader.read(waiting: .milliseconds(500)).records.isEmpty ? nil : .now
            }
        }

        private static func residentMegabytes(_ health: TestHTTPClient) async throws -> Double {
            let line = try await health.get("/metrics").text.split(separator: "\n").first {
                $0.hasPrefix("process_resident_memory_bytes ")
            }
            return (line?.split(separator: " ").last.flatMap { Double($0) } ?? 0) / 1_000_000
        }
    }
}
