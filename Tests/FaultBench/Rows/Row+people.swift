import Foundation
import TestSupport

extension Row {
    /// People, or programs, who ask for too much.
    static let people = [
        Row(
            29, "a flood of sign-ins", fault: "200 sign-ins a second with wrong passwords",
            protection: Protection(
                name: "few passwords are hashed at once, few wait",
                environment: ["HASHING_LANES": "64", "HASHING_QUEUE": "10000"]),
            during: { bench in
                let quiet = try await slowestOfMost(bench)
                let (refused, slow) = try await whileFlooding(bench) { try await slowestOfMost(bench) }
                let figures = [quiet, slow].map { String(format: "%.0f ms", $0 / .milliseconds(1)) }
                bench.note("\(refused) sign-ins sent away; reads p95 \(figures[0]) before, \(figures[1]) during")
                if refused == 0 { bench.report(Finding(.other, "no sign-in was sent away")) }
                if slow > max(quiet * 10, .seconds(1)) {
                    bench.report(Finding(.other, "people who are signed in wait for others to sign in"))
                }
                try await bench.measureRecovery()
            })
    ]

    /// The 95th percentile of reads of somebody who is signed in.
    private static func slowestOfMost(_ bench: Bench) async throws -> Duration {
        var times: [Duration] = []
        for _ in 0..<60 {
            let begin = ContinuousClock.now
            let answer = try await bench.probe.http.get("/v1/allergen-profile")
            if ![200, 404].contains(answer.status) {
                bench.report(Finding(.other, "a read answered \(answer.status)"))
            }
            times.append(.now - begin)
            try await bench.pause(.milliseconds(30))
        }
        return times.sorted()[57]
    }

    /// Signs in again and again as nobody in particular.
    ///
    /// - Returns: how often it was sent away with 429, and what the body returned.
    private static func whileFlooding<Value: Sendable>(
        _ bench: Bench, _ body: @Sendable () async throws -> Value
    ) async throws -> (Int, Value) {
        let http = bench.stack.gateway.http
        return try await withThrowingTaskGroup(of: Int?.self) { tasks in
            tasks.addTask {
                await withTaskGroup(of: Int.self) { requests in
                    let begin = ContinuousClock.now
                    var sent = 0
                    while !Task.isCancelled, sent < 20_000 {
                        try? await Task.sleep(until: begin + .milliseconds(5 * sent))
                        sent += 1
                        requests.addTask {
                            let answer = try? await http.send("POST", "/v1/sessions", json: Stranger())
                            return answer?.status == 429 ? 1 : 0
                        }
                    }
                    return await requests.reduce(0, +)
                }
            }
            try await bench.pause(.seconds(1))
            let result: Result<Value, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            tasks.cancelAll()
            var refused = 0
            for try await count in tasks { refused += count ?? 0 }
            return (refused, try result.get())
        }
    }

    /// Somebody whom nobody knows.
    private struct Stranger: Encodable {
        let email = "nobody-\(UUID().uuidString.lowercased())@example.org"
        let password = "wrong horse battery"
    }
}
