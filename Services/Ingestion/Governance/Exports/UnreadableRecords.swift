import IngestionCore
import Logging
import Postgres
import Sealing
import ServiceRuntime

/// Logs and counts records that an export replaces by a note because they cannot be read (GW-22).
package struct UnreadableRecords: Sendable {
    private let counter: Counter
    private let logger: Logger

    package init(_ registry: MetricsRegistry, logger: Logger) {
        counter = registry.counter(
            "foodmagic_gateway_unreadable_records_total",
            help: "Records that an export listed as unreadable.")
        self.logger = logger
    }

    /// Records an unreadable record.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - place: The kind of record or the table.
    /// - Throws: The error, if it does not concern this record only.
    func note(_ error: any Error, in place: String) throws {
        guard Self.isOfOneRecord(error) else { throw error }
        counter.increment()
        logger.error("record omitted from an export", metadata: ["error": .error(error), "records": "\(place)"])
    }

    /// Whether the error affects only this record, and retrying would not help.
    private static func isOfOneRecord(_ error: any Error) -> Bool {
        switch error {
        case let error as SealingError: error == .tampered || error == .malformed
        case let error as PostgresError: error.code == .decoding
        case is DecodingError, is EncodingError, is JSONReader.Malformed, is UnknownStoredValue: true
        default: false
        }
    }
}
