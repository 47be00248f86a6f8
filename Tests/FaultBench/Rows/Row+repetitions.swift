import EventContracts
import Foundation
import Kafka
import Logging
import Postgres
import TestSupport
import UnitSupport

extension Row {
    /// Repeated and meaningless input.
    static let repetitions = [
        Row(
            17, "answers lost after the commit, sent again with the same key",
            fault: "the client's connection is reset",
            protection: .keys, losesAnswers: 0.3,
            during: { bench in
                try await bench.pause(bench.duration)
                try await bench.measureRecovery()
            },
            afterwards: { bench in
                bench.note("\(bench.history.broken) answers lost")
                if bench.history.broken == 0 { bench.report(Finding(.other, "no answer was lost")) }
            }),
        Row(
            18, "every topic again, from its beginning", fault: "the outboxes are sent again",
            protection: .messaging("consumed", "numbers taken in are known"),
            during: { bench in try await bench.pause(bench.duration) },
            afterwards: everythingAgain),
        Row(
            20, "invalid records in every topic", fault: "bytes, wrong JSON, unknown versions, 1 MB, deep nesting",
            protection: .messaging("setAside", "what can never work is set aside"),
            allowed: Set(
                TestStack.benchServices.map { "\($0): dead letters" } + ["records without an event in an outbox"]),
            during: { bench in
                try await bench.pause(bench.duration / 4)
                let count = try await Poison.produce(to: bench.stack.broker.brokers)
                bench.note("\(count) invalid records")
                try await bench.measureRecovery()
            },
            afterwards: { bench in
                let dead = try await bench.stack.count(
                    """
                    SELECT (SELECT count(*) FROM allergen.dead_letters) + (SELECT count(*)
                        FROM notification.dead_letters)
                        + (SELECT count(*) FROM ingestion.dead_letters)
                    """)
                bench.note("\(dead) set aside")
                if dead == 0 { bench.report(Finding(.other, "nothing was set aside")) }
                for service in bench.stack.services where !service.isRunning {
                    bench.report(Finding(.other, "\(service.name) ended"))
                }
            }),
    ]

    private static func everythingAgain(_ bench: Bench) async throws {
        let before = try await StateHash.all(of: bench.stack), taken = try await positions(bench.stack)
        var again = 0
        for service in TestStack.benchServices {
            again += try await bench.stack.admin.execute("UPDATE \(raw: service).outbox SET sent_epoch = 0")
        }
        bench.note("\(again) records repeated")
        do {
            try await eventually("all of it has been read again", within: Bench.timeout) {
                try await positions(bench.stack) >= taken + again
            }
        } catch let error as ConditionNotMet {
            bench.report(Finding(.other, error.description))
        }
        try await bench.measureRecovery()
        let after = try await StateHash.all(of: bench.stack)
        // The only new scan is that of the probe.
        let changed = before.filter { $0.value != after[$0.key] }.count
        bench.note("\(changed) tables changed by the probe")
    }

    /// The sum of all consumer positions.
    private static func positions(_ stack: TestStack) async throws -> Int {
        var sum = 0
        for service in TestStack.benchServices {
            sum += try await stack.count(
                "SELECT coalesce(sum(next_offset), 0)::bigint FROM \(raw: service).consumer_offsets")
        }
        return sum
    }
}
