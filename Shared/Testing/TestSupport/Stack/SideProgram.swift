import Foundation
import Synchronization
import TestPeers
import UnitSupport

/// A program that runs beside a stack for a while, for example to cause load.
package final class SideProgram: Sendable {
    private let process = Mutex<Process?>(nil)

    /// Starts the program; the kernel ends it when this process ends.
    ///
    /// - Parameters:
    ///   - command: The executable file and its arguments.
    ///   - niceness: The nice value.
    ///   - environment: Added to this process's environment; takes precedence.
    ///   - output: Receives its output; nil discards it.
    /// - Throws: An error of Foundation if it does not start.
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

    /// The path of one of this repository's programs, built beside this one.
    package static func path(of program: String) -> String {
        programDirectory.appending(path: program).path
    }

    /// Waits until the program has ended by itself; programs that it started may still run.
    ///
    /// - Returns: Its exit status.
    /// - Throws: `ConditionNotMet` if it has not ended within the limit.
    package func status(within limit: Duration) async throws -> Int32 {
        try await eventually("the program has ended", within: limit) { () -> Int32? in
            process.withLock { process in
                process.flatMap(Self.exitStatus)
            }
        }
    }

    /// The exit status of a process that has ended, or the number of the signal that ended it; nil while it runs.
    ///
    /// Foundation counts a process as running until all programs that it started have ended too.
    private static func exitStatus(of process: Process) -> Int32? {
        guard process.isRunning else { return process.terminationStatus }
        var info = siginfo_t()
        let options = WEXITED | WNOHANG | WNOWAIT
        guard waitid(P_PID, id_t(process.processIdentifier), &info, options) == 0 else { return nil }
        let child = info._sifields._sigchld
        return child.si_pid == 0 ? nil : child.si_status
    }

    /// Kills the program (kill -9).
    package func end() {
        process.withLock { process in
            guard let process, process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
        }
    }
}
