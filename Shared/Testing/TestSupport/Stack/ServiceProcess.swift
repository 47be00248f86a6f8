import Foundation
import Synchronization
import TestPeers
import UnitSupport

/// One service as the real program, with its own log; it can be killed and started again.
package final class ServiceProcess: Sendable {
    /// How a program ended.
    package enum Ending: Sendable, Equatable {
        case exited(Int32)
        case killed(by: Int32)
    }

    package let name: String
    /// The output of all its runs.
    package let log: URL
    package let healthPort: Int
    private let program: Program
    private let environment: [String: String]
    private let directory: URL
    private let process = Mutex<Process?>(nil)
    private let hasMore = Mutex(false)

    /// A service's executable: its name in every build, and the default build.
    private struct Program: Sendable {
        let name: String
        let build: URL

        /// The command for the program of another build or of this one; with `isWeakened` it is the program without
        /// protections, which receives the service's name.
        func command(in other: URL?, isWeakened: Bool) throws -> [String] {
            guard isWeakened else { return [try file(name, in: other).path] }
            guard other == nil else {
                throw TestKafka.Missing(description: "there is no weakened \(name) of another build")
            }
            return [try file(Weakening.program, in: nil).path, name]
        }

        func file(_ name: String, in other: URL?) throws -> URL {
            let file = (other ?? build).appending(path: name)
            guard FileManager.default.isExecutableFile(atPath: file.path) else {
                throw TestKafka.Missing(description: "no \(name) at \(file.path): build it")
            }
            return file
        }
    }

    /// A service that is not started yet.
    ///
    /// - Throws: `TestKafka.Missing` if its program is not built.
    init(name: String, environment: [String: String], healthPort: Int, directory: URL) throws {
        self.name = name
        self.healthPort = healthPort
        self.environment = environment
        log = directory.appending(path: "\(name).log")
        self.directory = directory
        program = Program(name: name, build: programDirectory)
        _ = try program.file(name, in: nil)
        try Data().write(to: log)
    }

    private init(copying original: ServiceProcess, name: String, healthPort: Int, httpPort: Int) throws {
        self.name = name
        self.healthPort = healthPort
        environment = original.environment.merging(["HEALTH_PORT": "\(healthPort)", "HTTP_PORT": "\(httpPort)"]) { $1 }
        directory = original.directory
        log = directory.appending(path: "\(name).log")
        program = original.program
        try Data().write(to: log)
    }

    /// The port of a gateway.
    package var httpPort: Int? { environment["HTTP_PORT"].flatMap(Int.init) }

    /// Another instance of the same service on its own ports, not started; the caller stops it.
    package func copy(named name: String) throws -> ServiceProcess {
        try ServiceProcess(copying: self, name: name, healthPort: try freePort(), httpPort: try freePort())
    }

    /// Starts the service, which must not be running.
    ///
    /// - Parameters:
    ///   - extra: Additional environment, such as `FAILPOINT`.
    ///   - build: Directory of another release's program; nil for this build.
    /// - Throws: `TestKafka.Missing` if there is no program; an error of Foundation if it does not start.
    package func start(
        with extra: [String: String] = [:], from build: URL? = nil
    ) async throws {
        let environment = environment.merging(extra) { $1 }
        let command = try program.command(in: build, isWeakened: Weakening.isNeeded(by: environment))
        let output = try FileHandle(forWritingTo: log)
        defer { try? output.close() }
        try output.seekToEnd()
        let started = try await ProcessLauncher.shared.launch(
            command, environment: environment, output: output)
        process.withLock { $0 = started }
        hasMore.withLock { $0 = !extra.isEmpty }
    }

    /// Whether it runs with an additional environment.
    package var isStartedOtherwise: Bool { hasMore.withLock { $0 } }

    /// Id of the running process; nil if none runs.
    package var processID: Int32? {
        process.withLock { process in
            guard let process, process.ending == nil else { return nil }
            return process.processIdentifier
        }
    }

    package var isRunning: Bool { processID != nil }

    /// Kills the process as in a crash (kill -9), and waits until it has ended.
    package func kill() async throws {
        signal(SIGKILL)
        _ = try await ending(within: .seconds(60))
    }

    /// Asks the process to end (SIGTERM).
    ///
    /// - Throws: `ConditionNotMet` if it has not ended within the limit.
    package func terminate(within limit: Duration) async throws -> Ending {
        signal(SIGTERM)
        return try await ending(within: limit)
    }

    /// Suspends the process, as on a hung machine (SIGSTOP).
    package func freeze() { signal(SIGSTOP) }

    /// Resumes the process (SIGCONT).
    package func thaw() { signal(SIGCONT) }

    /// Kills the process as in a crash and starts it again.
    package func restart(with extra: [String: String] = [:]) async throws {
        try await kill()
        try await start(with: extra)
    }

    /// Waits until the process has ended for any reason.
    ///
    /// - Throws: `ConditionNotMet` if it has not ended within the limit.
    package func ending(within limit: Duration) async throws -> Ending {
        try await eventually("\(name) has ended", within: limit) { () -> Ending? in
            process.withLock { $0?.ending }
        }
    }

    /// Waits until `/health/ready` answers 200.
    package func waitUntilReady(within limit: Duration = .seconds(120)) async throws {
        let health = TestHTTPClient(port: healthPort)
        try await eventually("\(name) is ready", within: limit) {
            guard isRunning else {
                throw TestKafka.Missing(description: "\(name) ended while it started:\n\(lastLines())")
            }
            return (try? await health.get("/health/ready"))?.status == 200
        }
    }

    /// The end of the log, for a failure's description.
    package func lastLines(_ count: Int = 5) -> String {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(count).joined(separator: "\n")
    }

    func signal(_ number: Int32) {
        process.withLock { process in
            guard let process, process.ending == nil else { return }
            _ = Foundation.kill(process.processIdentifier, number)
        }
    }
}
