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
    ///   - output: takes what it writes; nil for nowhere.
    /// - Throws: an error of Foundation when it does not start.
    package init(_ command: [String], niceness: Int = 0, output: URL? = nil) async throws {
        var sink = FileHandle.nullDevice
        if let output {
            try Data().write(to: output)
            sink = try FileHandle(forWritingTo: output)
        }
        let started = try await ProcessLauncher.shared.launch(
            command, niceness: niceness, environment: ProcessInfo.processInfo.environment, output: sink)
        process.withLock { $0 = started }
    }

    deinit { end() }

    /// One of this repository's programs, as it is built beside this one.
    package static func path(of program: String) -> String {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return own.deletingLastPathComponent().appending(path: program).path
    }

    /// Ends it at once (kill -9).
    package func end() {
        process.withLock { process in
            guard let process, process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
        }
    }
}
