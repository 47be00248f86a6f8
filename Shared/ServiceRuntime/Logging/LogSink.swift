import Foundation
import Synchronization

/// Where finished log lines go.
package struct LogSink: Sendable {
    /// Takes one whole line, newline included.
    let write: @Sendable ([UInt8]) -> Void

    /// A sink of the caller's own.
    package init(write: @escaping @Sendable (_ line: [UInt8]) -> Void) {
        self.write = write
    }

    /// Standard output of the process; lines never mix, because each is written whole under one lock.
    package static let standardOutput: LogSink = {
        let lock = Mutex(())
        return LogSink { line in
            lock.withLock { _ in writeAll(line, to: STDOUT_FILENO) }
        }
    }()

    /// Writes until all is written; a closed or full device loses the line, because logging must not end a service.
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
