/// An error of the database client, safe to print: the description never contains a value of the database.
package struct PostgresError: Error, Sendable {
    /// The kind of failure, for callers to branch on.
    package enum Code: String, Sendable {
        /// The server could not be reached, or the connection was lost.
        case connection
        /// A statement or transaction exceeded its deadline.
        case timeout
        /// The surrounding task was cancelled.
        case cancelled
        /// No connection became free in time, or too many callers wait.
        case poolExhausted
        /// The server refused a statement; `sqlState` is the reason.
        case server
        /// A column does not contain a value of the requested type.
        case decoding
        /// A statement was to run in a transaction that has ended or was lost.
        case transactionEnded
        /// The connection broke during COMMIT: the transaction may or may not have happened.
        case commitUnknown
        /// The server or libpq gave an unexpected answer.
        case protocolViolation
        /// A setting is invalid, e.g. a URL.
        case configuration
        /// The migration files and the applied migrations contradict each other.
        case migration
    }

    package let code: Code
    /// PostgreSQL's five-character error code, if it answered at all.
    package let sqlState: String?
    /// The violated constraint, if any.
    package let constraint: String?
    /// A description in fixed words and names of the schema; contains no values.
    package let summary: String
    /// The message of the server or libpq.
    ///
    /// It may contain values: show it only to an operator who asked for it.
    package let privateDetails: String?
    /// Whether the same work may succeed when retried later.
    package let isRetryable: Bool

    init(
        _ code: Code, _ summary: String, sqlState: String? = nil, constraint: String? = nil,
        privateDetails: String? = nil, isRetryable: Bool? = nil
    ) {
        self.code = code
        self.summary = summary
        self.sqlState = sqlState
        self.constraint = constraint
        self.privateDetails = privateDetails
        self.isRetryable = isRetryable ?? Self.isRetryable(code, sqlState: sqlState)
    }

    /// Class 08 connection, 40001 and 40P01 lost races, 53 resources, 55P03 lock, 57014 cancelled, 57P0x shutdown.
    private static let retryableStates = ["08", "40001", "40P01", "53", "55P03", "57014", "57P0"]
    /// The sign-in was refused, or the database does not exist: retrying does not help until the configuration changes.
    private static let lastingConnectFailures = ["28", "3D000"]

    /// Whether the server refused the statement because of its data, so that it can never succeed.
    ///
    /// Class 22 data exception and class 23 integrity constraint violation, except for keys that another row may add or
    /// remove in the meantime (23503, 23505) and exclusions (23P01).
    package var isOfData: Bool {
        guard code == .server, let sqlState else { return false }
        if ["23503", "23505", "23P01"].contains(sqlState) { return false }
        return sqlState.hasPrefix("22") || sqlState.hasPrefix("23")
    }

    private static func isRetryable(_ code: Code, sqlState: String?) -> Bool {
        switch code {
        case .connection:
            guard let sqlState else { return true }
            return !lastingConnectFailures.contains(where: sqlState.hasPrefix)
        case .timeout, .poolExhausted, .commitUnknown:
            return true
        case .server:
            guard let sqlState else { return false }
            return retryableStates.contains(where: sqlState.hasPrefix)
        case .cancelled, .decoding, .transactionEnded, .protocolViolation, .configuration, .migration:
            return false
        }
    }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        var text = "PostgreSQL \(code.rawValue): \(summary)"
        if let sqlState { text += ", SQLSTATE \(sqlState)" }
        if let constraint { text += ", constraint \(constraint)" }
        return text
    }

    package var debugDescription: String { description }

    /// Hides the private details from `dump` and test reports.
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
