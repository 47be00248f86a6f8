import EventContracts
import Foundation
import Kafka
import Logging
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import ControlService

@Suite("Topics and tail with a broker", .timeLimit(.minutes(10)))
struct BrokerTests {
    private func broker(_ test: TestBroker) -> OperatorBroker {
        OperatorBroker(KafkaConfiguration(brokers: test.brokers, clientID: "test"))
    }

    private func send(_ count: Int, to topic: Topic, on test: TestBroker, from start: Int = 0) async throws {
        let producer = try KafkaProducer(
            KafkaConfiguration(brokers: test.brokers, clientID: "test"), logger: Logger(label: "test"))
        for number in start..<(start + count) {
            let record = OutgoingRecord(
                topic: topic.name, partition: 2, key: Array("key-\(number)".utf8), value: [1],
                headers: [])
            for result in await producer.send([record]) { _ = try result.get() }
        }
        await producer.flushAndClose(within: .seconds(2))
    }

    @Test("fmctl topics: missing ones are created, undeclared ones listed")
    func topics() async throws {
        try await TestBroker.with(topics: ["allergen.old.v1": 2]) { test in
            let checks = try await TopicApplication(admin: broker(test).admin(), replication: nil).run().checks
            #expect(checks.filter { $0.state == .present }.map(\.topic) == Topic.all.map(\.name))
            #expect(checks.filter { $0.state == .unknown }.map(\.topic) == ["allergen.old.v1"])
            #expect(checks.filter(\.isProblem).isEmpty)
        }
    }

    @Test("fmctl tail: shows all or the newest records, then ends")
    func extent() async throws {
        try await TestBroker.with { test in
            try await send(9, to: .allergenScan, on: test)
            func keys(_ extent: Tail.Extent) async throws -> [String] {
                let tail = Tail(
                    broker: broker(test), topics: [Topic.allergenScan.name], extent: extent, follows: false)
                var keys: [String] = []
                try await tail.run { keys.append(String(decoding: $0.key ?? [], as: UTF8.self)) }
                return keys
            }
            #expect(try await Set(keys(.all)) == Set((0..<9).map { "key-\($0)" }))
            #expect(try await keys(.last(4)) == ["key-5", "key-6", "key-7", "key-8"])
            #expect(try await keys(.new) == [])
        }
    }

    @Test("fmctl tail: following shows new records")
    func follow() async throws {
        try await TestBroker.with { test in
            try await send(3, to: .allergenScan, on: test)
            let seen = CapturedConsole()
            let tail = Tail(
                broker: broker(test), topics: [Topic.allergenScan.name], extent: .last(1), follows: true)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await tail.run { record in
                        seen.console.line(String(decoding: record.key ?? [], as: UTF8.self))
                    }
                }
                try await eventually("the backlog is shown") { !seen.lines.isEmpty }
                try await send(2, to: .allergenScan, on: test, from: 3)
                try await eventually("the received events are shown") { seen.lines.count == 3 }
                group.cancelAll()
            }
            #expect(seen.lines == ["key-2", "key-3", "key-4"])
        }
    }

    @Test("fmctl tail: an unknown topic is reported at once")
    func unknown() async throws {
        try await TestBroker.with { test in
            let tail = Tail(broker: broker(test), topics: ["allergen.scna.v1"], extent: .all, follows: false)
            let failure = await #expect(throws: ControlFailure.self) { try await tail.run { _ in } }
            #expect(failure?.description.contains("allergen.scna.v1") == true)
        }
    }
}
