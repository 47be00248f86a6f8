import Logging

/// Sets up logging for a process.
package enum ServiceLogging {
    /// Makes every logger of this process write JSON lines to standard output; call it once, first in `main`.
    ///
    /// - Parameters:
    ///   - service: Name of the service, in each line.
    ///   - level: Lines below are dropped.
    package static func bootstrap(service: String, level: Logger.Level = .info) {
        LoggingSystem.bootstrap { label in
            JSONLogHandler(service: service, label: label, level: level, sink: .standardOutput)
        }
    }
}

extension Logger.MetadataValue {
    /// The loggable text of an error: the description that its type provides, otherwise the type's name.
    ///
    /// Swift's default description of an error prints its stored values, which may be personal data.
    package static func error(_ error: any Error) -> Self { .string(safeDescription(of: error)) }
}

/// The description that an error's type provides, otherwise the type's name; never its stored values.
package func safeDescription(of error: any Error) -> String {
    let type = type(of: error)
    return type is any CustomStringConvertible.Type ? String(describing: error) : String(reflecting: type)
}
