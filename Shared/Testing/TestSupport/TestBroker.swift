import Foundation
import Logging
import Synchronization
import TestPeers
import UnitSupport

/// A broker for tests that stop it: a dev broker in its own process, which ends with the test process at the latest, or
/// named brokers.
///
/// The program is `dev-broker` beside the test bundle, or the file in `DEV_BROKER_PATH`.
package final class TestBroker: Sendable {
    /// The port is below the system's ports for outgoing connections, so that no connection takes it while the broker
    /// is down.
    private static let ports = 20_000..<32_000

    /// `host:port`; the same after a restart.
    package var brokers: String { named?.brokers ?? "127.0.0.1:\(port)" }
    /// The named brokers; nil for a dev broker.
    package let named: NamedBrokers?
    private let port: Int
    private let topics: [String: Int32]
    private let process: Mutex<Process?>

    /// Starts a broker on a free port, with all topics of the event contracts and the given ones.
    ///
    /// - Parameter topics: Partitions by name.
    /// - Returns: The broker, listening.
    /// - Throws: `TestKafka.Missing` if there is no program; `ConditionNotMet` if it does not start to listen.
    package static func start(topics: [String: Int32] = [:]) async throws -> TestBroker {
        try UnitRun.skipTest(needing: "a broker")
        return try await eventually("a dev broker finds a free port") {
            let port = Int.random(in: ports)
            return try await launch(port: port, topics: topics).map {
                TestBroker(process: $0, port: port, topics: topics)
            }
        }
    }

    /// Runs a broker while the body runs.
    package static func with<Value>(
        topics: [String: Int32] = [:], _ body: (TestBroker) async throws -> Value
    ) async throws -> Value {
        let broker = try await start(topics: topics)
        defer { broker.signal(SIGKILL) }
        return try await body(broker)
    }

    /// Lends the named brokers with new topics while the body runs; a dev broker if none are named.
    package static func with<Value>(
        named: NamedBrokers?, _ body: (TestBroker) async throws -> Value
    ) async throws -> Value {
        guard let named else { return try await with(body) }
        try await named.renewTopics()
        return try await body(TestBroker(named))
    }

    private init(_ named: NamedBrokers) {
        self.named = named
        port = 0
        topics = [:]
        process = Mutex(nil)
    }

    private init(process: Process, port: Int, topics: [String: Int32]) {
        named = nil
        self.port = port
        self.topics = topics
        self.process = Mutex(process)
    }

    deinit {
        signal(SIGKILL)
    }

    /// Access to the broker for tests.
    package var kafka: TestKafka { TestKafka(brokers: brokers) }

    /// Kills it as in a crash (kill -9); its data is lost.
    package func kill() async throws {
        if let named { return try await named.act("kill") }
        try await end(by: SIGKILL)
    }

    /// Stops the broker gracefully (SIGTERM).
    ///
    /// - Returns: Its exit status.
    @discardableResult
    package func stop() async throws -> Int32 {
        try await end(by: SIGTERM)
        return process.withLock { $0?.terminationStatus ?? 0 }
    }

    /// Starts the broker again on the same port after `kill` or `stop`, without its records.
    ///
    /// Named brokers come back with their logs.
    package func restart() async throws {
        if let named { return try await named.act("start") }
        let started = try await eventually("the dev broker has its port again") {
            try await Self.launch(port: port, topics: topics)
        }
        process.withLock { $0 = started }
    }

    private func signal(_ number: Int32) {
        process.withLock { process in
            if let process, process.isRunning { _ = Foundation.kill(process.processIdentifier, number) }
        }
    }

    private func end(by number: Int32) async throws {
        signal(number)
        try await eventually("the broker has ended") { process.withLock { $0?.isRunning != true } }
    }

    /// - Returns: The process once it listens; nil if it ended, as it does if the port is not free.
    private static func launch(port: Int, topics: [String: Int32]) async throws -> Process? {
        let file = FileManager.default.temporaryDirectory.appending(path: "broker-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = try program()
        process.arguments = [
            "--port", "\(port)", "--bootstrap-file", file.path, "--end-with-input",
            "--topics", topics.map { "\($0.key):\($0.value)" }.joined(separator: ","),
        ]
        // The pipe's other end closes when this process ends, for any reason.
        process.standardInput = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let isListening = try await eventually("the dev broker listens or ends") { () -> Bool? in
            guard process.isRunning else { return false }
            return FileManager.default.fileExists(atPath: file.path) ? true : nil
        }
        return isListening ? process : nil
    }

    private static func program() throws -> URL {
        let named = ProcessInfo.processInfo.environment["DEV_BROKER_PATH"].map { URL(fileURLWithPath: $0) }
        let program = named ?? programDirectory.appending(path: "dev-broker")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw TestKafka.Missing(description: "no dev-broker at \(program.path): build it, or set DEV_BROKER_PATH")
        }
        return program
    }
}
