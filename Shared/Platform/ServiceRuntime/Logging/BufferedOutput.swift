import Foundation
import Synchronization

/// Collects log lines and writes them together, since a busy service logs thousands of lines a second.
///
/// Each write costs a system call here and one in the reader of the log. Lines keep their order and never mix. A killed
/// process loses the lines of the last `delay`, but never a warning.
package final class BufferedOutput: Sendable {
    /// Maximum delay of a line.
    package static let delay = Duration.milliseconds(50)
    /// Callers that exceed this number of buffered bytes write the buffer themselves, so a slow reader of the log slows
    /// the service down.
    private static let maxBuffered = 256 * 1_024

    /// Standard output; buffered lines are written when the process exits.
    static let standard: BufferedOutput = {
        atexit { BufferedOutput.standard.flush() }
        return BufferedOutput(descriptor: STDOUT_FILENO)
    }()

    private struct State {
        var bytes: [UInt8] = []
        var isAlarmSet = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    /// Held while lines are being written, to keep their order.
    private let writing = Mutex(())

    /// Writes to a descriptor that stays open.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Adds complete lines; urgent ones, and all before them, are written before this returns.
    package func write(_ lines: [UInt8], isUrgent: Bool) {
        let (isDue, setsAlarm) = state.withLock { state in
            state.bytes.append(contentsOf: lines)
            guard !isUrgent, state.bytes.count < Self.maxBuffered else { return (true, false) }
            defer { state.isAlarmSet = true }
            return (false, !state.isAlarmSet)
        }
        if isDue { flush() }
        if setsAlarm { _ = AlarmClock.shared.set(at: .now + Self.delay) { self.flush() } }
    }

    /// Writes all buffered lines.
    package func flush() {
        writing.withLock { _ in
            let bytes = state.withLock { state in
                defer { state = State() }
                return state.bytes
            }
            Self.writeAll(bytes, to: descriptor)
        }
    }

    /// Writes all bytes; if the device is closed or full the lines are lost, since logging must not end a service.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
