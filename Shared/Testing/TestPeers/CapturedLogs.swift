import Logging
import ServiceRuntime
import Synchronization

/// Captures everything that is logged through its logger, at all levels.
package final class CapturedLogs: Sendable {
    /// One line.
    package struct Line: Sendable {
        package let level: Logger.Level
        package let message: String
        /// The logger's metadata with the line's own.
        package let metadata: Logger.Metadata
        /// The text that a log handler would print for the line's error.
        package let error: String?

        /// The whole line as one text, for searching it.
        package var text: String {
            let metadata = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return ([level.rawValue, message] + metadata + [error ?? ""]).joined(separator: " ")
        }
    }

    private let captured = Mutex<[Line]>([])

    package init() {}

    /// The captured lines, in order.
    package var lines: [Line] { captured.withLock { $0 } }

    /// A logger that writes to this capture.
    package func logger(label: String = "test") -> Logger {
        Logger(label: label) { _ in Handler(logs: self) }
    }

    private struct Handler: LogHandler {
        let logs: CapturedLogs
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            var all = metadata
            if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
            if let own = event.metadata { all.merge(own) { $1 } }
            let line = Line(
                level: event.level, message: event.message.description, metadata: all,
                error: event.error.map { safeDescription(of: $0) })
            logs.captured.withLock { $0.append(line) }
        }
    }
}
