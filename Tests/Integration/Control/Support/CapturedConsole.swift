import Synchronization

@testable import ControlService

/// Records the output of a command.
final class CapturedConsole: Sendable {
    private let said = Mutex<(lines: [String], remarks: [String])>(([], []))

    var console: Console {
        Console(
            output: { line in self.said.withLock { $0.lines.append(line) } },
            errors: { line in self.said.withLock { $0.remarks.append(line) } })
    }

    var lines: [String] { said.withLock(\.lines) }
    var remarks: [String] { said.withLock(\.remarks) }
    var text: String { lines.joined(separator: "\n") }
}
