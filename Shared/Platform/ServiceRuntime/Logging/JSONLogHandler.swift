import Foundation
import Logging

/// Writes one JSON object a line: `time`, `level`, `service`, `logger`, `message`, `trace_id`, `correlation_id`,
/// `error`, and the metadata under `metadata` with dotted keys.
///
/// It never inspects values: a line contains only what the caller passed as text. For an error it writes only the
/// description that the error's type provides (`safeDescription(of:)`).
package struct JSONLogHandler: LogHandler {
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    private let service: String
    private let label: String
    private let clock: any WallClock
    private let sink: LogSink

    /// A handler for one logger.
    ///
    /// - Parameters:
    ///   - service: Name of the service.
    ///   - label: The logger's label.
    ///   - level: Lines below are dropped.
    ///   - clock: Gives the `time` of a line.
    ///   - sink: Receives the lines.
    package init(
        service: String, label: String, level: Logger.Level, clock: any WallClock = SystemClock(), sink: LogSink
    ) {
        self.service = service
        self.label = label
        self.logLevel = level
        self.clock = clock
        self.sink = sink
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var line = JSONLine()
        line.root { line in
            line.member("time", clock.now())
            line.member("level", event.level.rawValue)
            line.member("service", service)
            line.member("logger", label)
            line.member("message", event.message.description)
            if let trace = TraceContext.current {
                line.member("trace_id", trace.traceIDText)
                line.member("correlation_id", trace.correlationIDText)
            }
            if let error = event.error { line.member("error", safeDescription(of: error)) }
            let all = merged(with: event.metadata)
            if !all.isEmpty { line.object("metadata") { $0.metadata(all) } }
        }
        sink.write(line.bytes, event.level)
    }

    /// The line's own metadata takes precedence over the provider's, which takes precedence over the logger's.
    private func merged(with explicit: Logger.Metadata?) -> Logger.Metadata {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let explicit { all.merge(explicit) { $1 } }
        return all
    }
}
