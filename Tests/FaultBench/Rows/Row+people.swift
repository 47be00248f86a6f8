import Foundation
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Faults: clients overload the gateway.
    static let people = [
        Row(
            29, "a flood of sign-ins", fault: "200 sign-ins a second with wrong passwords",
            protection: Protection(
                name: "few passwords are hashed at once, few wait",
                environment: ["HASHING_LANES": "64", "HASHING_QUEUE": "10000"]),
            during: { bench in
                let quiet = try await bench.readTimes()
                let (flood, during) = try await whileFlooding(bench) { try await bench.readTimes() }
                bench.note("\(flood.refused) of \(flood.sent) sign-ins refused")
                bench.compare(quiet, during, "people who are signed in wait for others to sign in")
                if flood.refused == 0 { bench.report(Finding(.other, "no sign-in was refused")) }
                try await bench.measureRecovery()
            })
    ]

    /// How long a flood runs before anything is measured.
    private static let onset = Duration.seconds(3)

    /// Runs a flood of sign-ins in another program with the lowest priority, so that its cost does not affect the
    /// measurement.
    ///
    /// - Returns: The results of the program and of the body.
    private static func whileFlooding<Value: Sendable>(
        _ bench: Bench, _ body: @Sendable () async throws -> Value
    ) async throws -> (SignInFlood, Value) {
        try await withTemporaryDirectory { directory in
            let output = directory.appending(path: "flood.json")
            let flood = try await SideProgram(
                [SideProgram.path(of: "fault-bench"), "flood", "--port", "\(bench.stack.gatewayPort)"], niceness: 19,
                output: output)
            defer { flood.end() }
            try await bench.pause(onset)
            let value = try await body()
            flood.end()
            return (try SignInFlood(lines: String(contentsOf: output, encoding: .utf8)), value)
        }
    }
}
