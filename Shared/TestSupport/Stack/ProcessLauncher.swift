import Foundation

/// Starts programs that the kernel ends when this process does, however it does.
///
/// The kernel watches the thread that started a program, not its process, so that all are started by one that never ends.
final class ProcessLauncher: @unchecked Sendable {
    static let shared = ProcessLauncher()

    /// From util-linux, on every Debian and Ubuntu.
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
    ///   - command: the executable file, and its arguments.
    ///   - niceness: how far it lets others go first.
    ///   - environment: all it gets.
    ///   - output: takes what it writes to both of its outputs.
    /// - Returns: the program's process.
    /// - Throws: an error of Foundation when it does not start.
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

    /// Carries a process to the launching thread; nobody else touches it meanwhile.
    private struct UncheckedProcess: @unchecked Sendable {
        let process: Process
    }
}
