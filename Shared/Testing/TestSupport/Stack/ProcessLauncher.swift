import Foundation

/// Starts programs that the kernel ends when this process ends, for any reason.
///
/// The kernel watches the thread that started a program, not its process, so all are started by a single thread that
/// never ends.
final class ProcessLauncher: @unchecked Sendable {
    static let shared = ProcessLauncher()

    /// Part of util-linux, on every Debian and Ubuntu.
    private static let wrapper = "/usr/bin/setpriv"

    private let condition = NSCondition()
    /// Guarded by `condition`.
    private var waiting: [() -> Void] = []

    private init() {
        Thread.detachNewThread { [self] in
            while true {
                condition.lock()
                while waiting.isEmpty { condition.wait() }
                let work = waiting.removeFirst()
                condition.unlock()
                work()
            }
        }
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The executable file and its arguments.
    ///   - niceness: The nice value.
    ///   - environment: The complete environment.
    ///   - output: Receives standard output and standard error.
    /// - Returns: The program's process.
    /// - Throws: An error of Foundation if it does not start.
    func launch(
        _ command: [String], niceness: Int = 0, environment: [String: String], output: FileHandle
    ) async throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.wrapper)
        let nicely = niceness == 0 ? [] : ["/usr/bin/nice", "-n", "\(niceness)"]
        process.arguments = ["--pdeathsig", "KILL", "--"] + nicely + command
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let started = UncheckedProcess(process: process)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            condition.lock()
            waiting.append {
                continuation.resume(with: Result { try started.process.run() })
            }
            condition.signal()
            condition.unlock()
        }
        return process
    }

    /// Passes a process to the launching thread, which is its only user meanwhile.
    private struct UncheckedProcess: @unchecked Sendable {
        let process: Process
    }
}
