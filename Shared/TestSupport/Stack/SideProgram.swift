import Foundation
import Synchronization

/// A program that runs beside a stack for a while: what asks for too much, or takes processors away.
package final class SideProgram: Sendable {
    private let process = Mutex<Process?>(nil)

    /// Starts it; the kernel ends it when this process does.
    ///
    /// - Parameters:
    ///   - command: the executable file, and its arguments.
    ///   - niceness: how far it lets others go first.
    ///   - environment: what it gets besides ours, or instead.
    ///   - output: takes what it writes; nil for nowhere.
    /// - Throws: an error of Foundation when it does not start.
    package init(
        _ command: [String], niceness: Int = 0, environment: [String: String] = [:], output: URL? = nil
    ) async throws {
        var sink = FileHandle.nullDevice
        if let output {
            try Data().write(to: output)
            sink = try FileHandle(forWritingTo: output)
        }
        let started = try await ProcessLauncher.shared.launch(
            command, niceness: niceness,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, output: sink)
        process.withLock { $0 = started }
    }

    deinit { end() }

    /// One of this repository's programs, as it is built beside this one.
    package static func path(of program: String) -> String {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return own.deletingLastPathComponent().appending(path: program).path
    }

    /// Waits until it has ended by itself.
    ///
    /// - Returns: its status.
    /// - Throws: `ConditionNotMet` when it has not ended within the limit.
    package func status(within limit: Duration) async throws -> Int32 {
        try await eventually("the program has ended", within: limit) { () -> Int32? in
            process.withLock { process in
                guard let process, !process.isRunning else { return nil }
                return process.terminationStatus
            }
        }
    }

    /// Ends it at once (kill -9).
    package func end() {
        process.withLock { process in
            guard let process, process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
        }
    }
}
