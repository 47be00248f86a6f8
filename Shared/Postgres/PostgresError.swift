/// What went wrong between us and PostgreSQL, safe to print: the description never holds a value of the database.
package struct PostgresError: Error, Sendable {
    /// The kind of failure a caller may choose by.
    package enum Code: String, Sendable {
        /// The server could not be reached, or the connection was lost.
        case connection
        /// A statement or transaction passed its deadline.
        case timeout
        /// The surrounding task was cancelled.
        case cancelled
        /// No connection became free in time, or too many callers wait already.
        case poolExhausted
        /// The server refused a statement; `sqlState` says why.
        case server
        /// A column does not hold what the caller asked for.
        case decoding
        /// The transaction is over, or was lost, when a statement was to run in it.
        case transactionEnded
        /// The connection broke while COMMIT was under way: the transaction may have happened or not.
        case commitUnknown
        /// The server or libpq answered in a way that we do not understand.
        case protocolViolation
        /// A setting is wrong, e.g. a URL that does not parse.
        case configuration
        /// The migrations at hand and those applied contradict each other.
        case migration
    }

    package let code: Code
    /// The five characters PostgreSQL files the error under, if it answered at all.
    package let sqlState: String?
    /// The constraint that was violated, if one was.
    package let constraint: String?
    /// What happened in our words or in names of the schema; holds no values.
    package let summary: String
    /// What the server or libpq said.
    ///
    /// It may hold values: show it to nobody but an operator who asked.
    package let privateDetails: String?
    /// Whether the same work may succeed when it is tried again later.
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

    /// Class 08 connection, 40001 and 40P01 lost races, 53 resources, 55P03 lock, 57014 cancelled, 57P0x shut-down.
    private static let retryableStates = ["08", "40001", "40P01", "53", "55P03", "57014", "57P0"]
    /// Sign-in refused, and no such database: waiting does not help until somebody changes something.
    private static let lastingConnectFailures = ["28", "3D000"]

    /// Whether the server refused the statement for its data: the same statement never passes.
    ///
    /// Class 22 data exception, class 23 integrity constraint violation; but for keys that another row may bring or take
    /// away in the meantime (23503, 23505) and exclusions (23P01).
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

    /// Leaves the private details out of `dump` and of test reports.
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
