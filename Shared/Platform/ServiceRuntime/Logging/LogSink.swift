import Logging

/// The destination of log lines.
package struct LogSink: Sendable {
    /// Receives one complete line, newline included, with its level.
    let write: @Sendable (_ line: [UInt8], _ level: Logger.Level) -> Void

    /// A custom sink.
    package init(write: @escaping @Sendable (_ line: [UInt8], _ level: Logger.Level) -> Void) {
        self.write = write
    }

    /// Standard output of the process: warnings and worse at once, other lines within `BufferedOutput.delay`.
    package static let standardOutput = LogSink { line, level in
        BufferedOutput.standard.write(line, isUrgent: level >= .warning)
    }
}
