import EventContracts
import Foundation
import Kafka
import Logging
import TestSupport
import UnitSupport

extension Row {
    /// Faults: brokers of a cluster fail, and retention deletes records.
    static let clusters = [
        Row(
            36, "each broker of a cluster killed in turn", fault: "kill -9 of each leader; it comes back",
            protection: outbox, needs: .cluster,
            during: { bench in
                for node in bench.nodes {
                    try await bench.pause(bench.duration / 8)
                    try await bench.act("kill", node)
                    try await bench.pause(bench.duration / 8)
                    try await bench.act("start", node)
                }
                bench.reportServerErrors("with a broker away")
                try await bench.measureRecovery()
            }),
        Row(
            37, "a broker lost permanently",
            fault: "kill -9 of a broker, its log deleted; it comes back empty afterwards",
            protection: outbox, needs: .cluster,
            during: { bench in
                try await bench.pause(bench.duration / 4)
                try await bench.act("lose", 2)
                bench.reportServerErrors("with a broker lost")
                try await bench.measureRecovery()
            },
            afterwards: { bench in
                try await bench.act("start", 2)
                try await bench.measureRecovery()
            }),
        Row(
            38, "a broker that hangs", fault: "SIGSTOP of one broker for longer than its own session, SIGCONT",
            protection: outbox, needs: .cluster,
            during: { bench in
                try await bench.pause(bench.duration / 4)
                try await bench.act("freeze", 3)
                try await bench.pause(max(.seconds(15), bench.duration / 3))
                try await bench.act("thaw", 3)
                bench.reportServerErrors("with a broker that hangs")
                try await bench.measureRecovery()
            }),
        Row(
            39, "a slow broker", fault: "400 ms ± 200 ms before one broker of a cluster",
            protection: outbox, needs: .cluster,
            during: { bench in
                bench.networks.set(
                    NetworkConditions(delay: .milliseconds(400), jitter: .milliseconds(200)), of: bench.busyNames,
                    beforeBroker: 1)
                try await bench.pause(bench.duration)
                bench.clearNetworks()
                try await bench.measureRecovery()
            }),
        Row(
            40, "one broker out of the services' reach",
            fault: "connections to one broker are cut; brokers reach each other",
            protection: outbox, needs: .cluster,
            during: { bench in
                try await bench.pause(bench.duration / 4)
                bench.networks.set(.cut, of: bench.busyNames, beforeBroker: 1)
                try await bench.pause(bench.duration / 2)
                bench.clearNetworks()
                bench.reportServerErrors("with a broker out of reach")
                try await bench.measureRecovery()
            }),
        Row(
            41, "no space on a broker's disk", fault: "the disk is full until the broker ends; space, and a start",
            protection: outbox, needs: .cluster,
            during: { bench in
                try await bench.pause(bench.duration / 4)
                try await bench.act("fill", 1)
                try await bench.pause(bench.duration / 2)
                try await bench.act("free", 1)
                try await bench.act("start", 1)
                bench.reportServerErrors("with a full disk")
                try await bench.measureRecovery()
            }),
        Row(
            42, "retention passes a sleeping consumer",
            fault: "its service is stopped; the records it has not read are deleted",
            protection: .messaging("jump,gap", "skipped offsets and numbers are gaps, and asked for"),
            // The events were sent and then deleted.
            allowed: ["events that are in no topic"],
            during: { bench in
                let sleeper = bench.stack.service("allergen")
                try await bench.pause(bench.duration / 4)
                _ = try await sleeper.terminate(within: .seconds(15))
                try await bench.pause(bench.duration / 2)
                let count = try await bench.deleteRecords(of: [.allergenCommands, .account, .nutritionMeal])
                bench.note("\(count) records deleted")
                if count == 0 { bench.report(Finding(.other, "no record was deleted")) }
                try await sleeper.start()
                try await sleeper.waitUntilReady()
                try await bench.measureRecovery()
            }),
    ]

    /// The relay lacks the protection too, so that unsent events are not detected either.
    private static let outbox = Protection.messaging(
        "jump,gap,epochDetect,report,lookBack", "the outbox, numbers without gaps, and epochs of the log")
}

extension Bench {
    /// The numbers of the cluster's brokers, from 1.
    var nodes: ClosedRange<Int> { 1...max(1, stack.broker.named?.count ?? 1) }

    /// Calls the control program for a broker.
    func act(_ action: String, _ node: Int) async throws {
        try await stack.broker.named?.act(action, node: node)
    }

    /// Deletes all current records of topics, as retention does.
    ///
    /// - Returns: The number of deleted records.
    func deleteRecords(of topics: [Topic]) async throws -> Int64 {
        let limit = Duration.seconds(20)
        let admin = KafkaAdmin(stack.broker.kafka.configuration, logger: Logger(label: "bench"))
        var ends: [TopicPartition: Int64] = [:], count: Int64 = 0
        for topic in topics {
            for partition in 0..<topic.partitions {
                let place = TopicPartition(topic: topic.name, partition: partition)
                let (low, high) = try await admin.watermarks(place, timeout: limit)
                ends[place] = high
                count += high - low
            }
        }
        try await admin.deleteRecords(before: ends, timeout: limit)
        return count
    }
}
