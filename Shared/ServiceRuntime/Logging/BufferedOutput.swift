import Foundation
import Synchronization

/// Gathers lines and writes them together: a busy service logs thousands a second, and each write is a system call that
/// whoever reads the log must answer with another.
///
/// Lines keep their order and never mix. A process that is killed loses what the last `delay` brought, never a warning.
package final class BufferedOutput: Sendable {
    /// Longest time that a line waits.
    package static let delay = Duration.milliseconds(50)
    /// Whoever adds to more bytes than these writes them himself: a slow reader of the log slows the service down then.
    private static let most = 256 * 1_024

    /// Standard output; what is left is written when the process exits.
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
    /// Held while what was taken out is written, so that nothing overtakes it.
    private let writing = Mutex(())

    /// Writes to a descriptor that stays open.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Takes whole lines; urgent ones are written, with all before them, when this returns.
    package func write(_ lines: [UInt8], isUrgent: Bool) {
        let (isDue, setsAlarm) = state.withLock { state in
            state.bytes.append(contentsOf: lines)
            guard !isUrgent, state.bytes.count < Self.most else { return (true, false) }
            defer { state.isAlarmSet = true }
            return (false, !state.isAlarmSet)
        }
        if isDue { flush() }
        if setsAlarm { _ = AlarmClock.shared.set(at: .now + Self.delay) { self.flush() } }
    }

    /// Writes everything that was taken so far.
    package func flush() {
        writing.withLock { _ in
            let bytes = state.withLock { state in
                defer { state = State() }
                return state.bytes
            }
            Self.writeAll(bytes, to: descriptor)
        }
    }

    /// Writes until all is written; a closed or full device loses the lines, because logging must not end a service.
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
