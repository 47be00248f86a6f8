import Logging

/// Sets up logging for a process.
package enum ServiceLogging {
    /// Makes every logger of this process write JSON lines to standard output; called once, first thing in `main`.
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
    /// What may be logged of an error: its own description if its type wrote one, otherwise only the type's name.
    ///
    /// Swift's default description of an error prints its stored values, which may be a person's.
    package static func error(_ error: any Error) -> Self { .string(safeDescription(of: error)) }
}

/// The description that an error's type wrote for printing, otherwise the type's name; never its stored values.
package func safeDescription(of error: any Error) -> String {
    let type = type(of: error)
    return type is any CustomStringConvertible.Type ? String(describing: error) : String(reflecting: type)
}
