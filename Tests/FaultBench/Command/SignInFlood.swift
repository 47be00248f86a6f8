import ArgumentParser
import AsyncHTTPClient
import Foundation
import Synchronization
import TestPeers
import TestSupport

/// The results of sign-ins with an unknown address.
struct SignInFlood: Codable, Sendable {
    var sent = 0
    /// Number of responses with 429.
    var refused = 0
    /// Number of responses with 401, after the password was hashed.
    var checked = 0
    /// Number of other responses, and of requests without one.
    var others = 0

    init() {}

    /// Reads the last of several lines written by the program.
    init(lines: String) throws {
        guard let last = lines.split(separator: "\n").last(where: { $0.hasSuffix("}") }) else {
            self.init()
            return
        }
        self = try JSONDecoder().decode(SignInFlood.self, from: Data(last.utf8))
    }
}

/// Signs in repeatedly with an unknown address until cancelled, and prints a line of JSON with the results each second.
struct FloodCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flood", abstract: "Sign in again and again as nobody in particular.", shouldDisplay: false)

    @Option(help: "Of the gateway, on this machine.")
    var port: Int

    @Option(help: "Sign-ins a second.")
    var rate = 200

    /// An unknown person.
    private struct Stranger: Encodable {
        let email = "nobody-\(UUID().uuidString.lowercased())@example.org"
        let password = "wrong horse battery"
    }

    func run() async throws {
        var settings = HTTPClient.Configuration()
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 500
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        let http = TestHTTPClient(port: port, client: client), tally = Tally(), begin = ContinuousClock.now
        await withDiscardingTaskGroup { requests in
            requests.addTask { await report(tally) }
            var index = 0
            while !Task.isCancelled {
                let due = begin + .seconds(1) / rate * index
                if due > .now { try? await Task.sleep(until: due) }
                index += 1
                tally.state.withLock { $0.sent += 1 }
                requests.addTask {
                    let answer = try? await http.send("POST", "/v1/sessions", json: Stranger())
                    tally.add(answer?.status)
                }
            }
        }
        try await client.shutdown()
    }

    private func report(_ tally: Tally) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            let now = tally.state.withLock(\.self)
            guard let line = try? JSONEncoder().encode(now) else { continue }
            FileHandle.standardOutput.write(line + Data("\n".utf8))
        }
    }

    private final class Tally: Sendable {
        let state = Mutex(SignInFlood())

        func add(_ status: Int?) {
            state.withLock { state in
                switch status {
                case 429: state.refused += 1
                case 401: state.checked += 1
                default: state.others += 1
                }
            }
        }
    }
}
