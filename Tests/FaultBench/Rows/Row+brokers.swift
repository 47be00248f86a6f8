import Foundation
import TestSupport
import UnitSupport

extension Row {
    /// Faults: a broker fails or cannot be reached.
    static let brokers = [
        Row(
            7, "broker kill -9, away for a while", fault: "kill -9 of the broker; it comes back empty",
            protection: .messaging(
                "epochDetect,report,lookBack,seek,jump,gap", "epochs: another log is sent everything"),
            needs: .stoppable,
            during: { bench in
                try await bench.pause(bench.duration / 5)
                try await bench.stack.broker.kill()
                let accepted = bench.history.accepted(.scan)
                try await bench.pause(bench.duration / 2)
                if bench.history.accepted(.scan) < accepted + 5 {
                    bench.report(Finding(.other, "no commands accepted without a broker"))
                }
                bench.reportServerErrors("without a broker")
                try await bench.stack.broker.restart()
                try await bench.measureRecovery()
            }),
        Row(
            8, "broker restarted repeatedly", fault: "kill -9 of the broker, several times",
            protection: .messaging(
                "epochDetect,report,lookBack,seek,jump,gap", "epochs: another log is sent everything"),
            needs: .stoppable,
            during: { bench in
                var count = 0
                repeat {
                    try await bench.pause(max(.seconds(3), bench.duration / 5))
                    try await bench.stack.broker.kill()
                    try await bench.stack.broker.restart()
                    count += 1
                } while !bench.isTimeUp
                bench.note("\(count) restarts")
                try await bench.measureRecovery()
            }),
        Row(
            13, "connections to the broker half open", fault: "existing connections drop all data, new ones work",
            protection: .setting(
                "KAFKA_SOCKET_TIMEOUT_SECONDS", "300", "a connection that does not answer is given up"),
            during: { bench in
                try await bench.pause(bench.duration / 4)
                let begin = ContinuousClock.now
                for proxy in bench.brokerProxies { proxy.strand() }
                let limit = noticeLimit * bench.leniency
                let isNoticed = try await isSoon("half open connections are given up", within: limit) {
                    bench.brokerProxies.allSatisfy { $0.givenUp.count > 0 }
                }
                if isNoticed {
                    bench.note(String(format: "noticed after %.1f s", (ContinuousClock.now - begin) / .seconds(1)))
                } else {
                    bench.report(Finding(.other, "half-open connections not noticed within \(limit)"))
                }
                try await bench.measureRecovery()
            }),
        Row(
            15, "a slow network before broker and database", fault: "200 ms ± 100 ms",
            protection: .setting("DATABASE_POOL_SIZE", "1", "connections enough for what is under way"),
            // A command takes four round trips of 0.2 s, so at 40 per second 32 are in progress.
            settings: ["DATABASE_POOL_SIZE": "40"],
            during: { bench in
                for dependency in ProxyWiring.Dependency.allCases {
                    bench.networks.set(
                        NetworkConditions(delay: .milliseconds(200), jitter: .milliseconds(100)), of: bench.busyNames,
                        before: dependency)
                }
                try await bench.pause(bench.duration)
                bench.clearNetworks()
                try await bench.measureRecovery()
            },
            afterwards: { bench in
                let entries = bench.history.entries
                let ratio = Double(entries.reduce(0) { $0 + $1.attempts }) / Double(max(1, entries.count))
                bench.note(String(format: "%.2f attempts a request", ratio))
                if ratio > 1.5 { bench.report(Finding(.other, "too many retries")) }
            }),
        Row(
            16, "resets and small pieces",
            fault: "first bytes sent one by one, connections reset at random",
            protection: .keys,
            during: { bench in
                bench.networks.set(
                    NetworkConditions(slice: 1, resetShare: 0.01), of: bench.busyNames, before: .database)
                bench.networks.set(
                    NetworkConditions(slice: 1, resetShare: 0.001), of: bench.busyNames, before: .broker)
                try await bench.pause(bench.duration)
                bench.clearNetworks()
                try await bench.measureRecovery()
            }),
    ]

    /// Maximum time until a silent connection is detected.
    private static let noticeLimit = Duration.seconds(15)

    /// Whether a condition becomes true within a limit.
    static func isSoon(
        _ description: String, within limit: Duration, _ condition: () async throws -> Bool
    ) async throws -> Bool {
        do {
            try await eventually(description, within: limit, condition)
            return true
        } catch is ConditionNotMet {
            return false
        }
    }
}

extension Bench {
    /// The proxies between the busy services and the broker.
    var brokerProxies: [TCPProxy] { networks.proxies(of: busyNames, before: .broker) }

    /// Restores all networks.
    func clearNetworks() {
        for dependency in ProxyWiring.Dependency.allCases {
            networks.set(.clear, of: stack.services.map(\.name), before: dependency)
        }
    }

    /// Reports responses of 500 and above as findings.
    func reportServerErrors(_ when: String) {
        let count = history.statuses.filter { $0.key >= 500 }.values.reduce(0, +)
        if count > 0 { report(Finding(.other, "5xx \(when)", count: count)) }
    }
}
