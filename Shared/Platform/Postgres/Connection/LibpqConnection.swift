import CLibpq
import Glibc

/// One libpq connection in pipeline mode; created, used and freed on one thread.
///
/// Nothing here blocks forever: every wait is a `poll` that also ends at a deadline or on cancellation.
final class LibpqConnection {
    /// The server's transaction status between two statements.
    enum TransactionStatus: UInt8, Sendable {
        case idle
        case open
        case failed
        case unknown
    }

    let handle: OpaquePointer
    let wake: WakeDescriptor
    var statements = PreparedStatements(capacity: LibpqConnection.statementCapacity)
    /// Set when the connection is no longer trusted, whatever libpq reports.
    var isAbandoned = false

    /// Maximum number of prepared statements per connection; a service has fewer.
    private static let statementCapacity = 256

    /// Connects.
    ///
    /// - Throws: `.connection` or `.cancelled`.
    init(
        _ configuration: PostgresConfiguration, statementTimeout: Duration?, wake: WakeDescriptor,
        until interruption: Interruption
    ) throws(PostgresError) {
        let parameters = configuration.libpqParameters(statementTimeout: statementTimeout)
        let opened = withCStrings(parameters.map(\.key)) { keys in
            withCStrings(parameters.map(\.value)) { values in PQconnectStartParams(keys, values, 0) }
        }
        guard let opened else { throw PostgresError(.connection, "libpq is out of memory") }
        handle = opened
        self.wake = wake
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        try finishConnecting(until: interruption)
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else { throw connectFailure() }
    }

    deinit {
        PQfinish(handle)
    }

    var socket: Int32 { PQsocket(handle) }

    var isBroken: Bool { isAbandoned || PQstatus(handle) != CONNECTION_OK }

    var transactionStatus: TransactionStatus {
        switch PQtransactionStatus(handle) {
        case PQTRANS_IDLE: .idle
        case PQTRANS_INTRANS: .open
        case PQTRANS_INERROR: .failed
        default: .unknown
        }
    }

    /// The form in which the server stores a password (SCRAM-SHA-256); contains no quotes.
    func passwordVerifier(_ password: String, of role: String) throws(PostgresError) -> String {
        guard let verifier = PQencryptPasswordConn(handle, password, role, "scram-sha-256") else {
            throw PostgresError(.configuration, "the password cannot be stored")
        }
        defer { PQfreemem(verifier) }
        return String(cString: verifier)
    }

    private func finishConnecting(until interruption: Interruption) throws(PostgresError) {
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED, PQstatus(handle) != CONNECTION_BAD else { throw connectFailure() }
            switch interruption.cause {
            case .cancelled: throw Interruption.Cause.cancelled.error
            case .deadline: throw PostgresError(.connection, "the server did not take the connection in time")
            case nil: break
            }
            let events = state == PGRES_POLLING_WRITING ? POLLOUT : POLLIN
            if wait(for: events, until: interruption.deadline) { state = PQconnectPoll(handle) }
        }
    }

    private func connectFailure() -> PostgresError {
        let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        return PostgresError(
            .connection, "the server cannot be reached or refused to sign us in",
            sqlState: Self.sqlState(inVerbose: message), privateDetails: message)
    }

    /// Finds the SQLSTATE in `FATAL:  28P01: …`, the only place where libpq reports it before a connection is
    /// established.
    static func sqlState(inVerbose message: String) -> String? {
        for line in message.split(separator: "\n") {
            for part in line.split(separator: ":").map({ $0.drop { $0 == " " } }) where part.utf8.count == 5 {
                let isState = part.utf8.allSatisfy { byte in
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                }
                if isState, part.first?.isNumber == true { return String(part) }
            }
        }
        return nil
    }

    /// Waits until the socket is ready, the thread is woken or the deadline passes.
    ///
    /// - Returns: Whether the socket is ready (or broken, which its next use detects).
    func wait(for events: Int32, until deadline: ContinuousClock.Instant?) -> Bool {
        var descriptors = [
            pollfd(fd: socket, events: Int16(events), revents: 0),
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = deadline.map { ContinuousClock.now.duration(to: $0).pollMilliseconds } ?? -1
        let ready = poll(&descriptors, 2, timeout)
        guard ready > 0 else { return false }
        if descriptors[1].revents != 0 { wake.reset() }
        return descriptors[0].revents != 0
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, within the range of `poll`.
    fileprivate var pollMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
}

/// Passes an array of C strings that ends with a null pointer.
func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result?
) -> Result? {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in buffer.baseAddress.flatMap(body) }
}
