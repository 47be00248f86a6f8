import CLibpq
import Dispatch

/// The state of a wait for results: its end conditions, and whether the server was asked to stop.
struct ResultWait {
    let interruption: Interruption
    /// Why the server was asked to stop, if it was.
    fileprivate(set) var stopped: Interruption.Cause?
    /// When to stop waiting for the server to react.
    fileprivate var graceEnd: ContinuousClock.Instant?
    /// Signalled when the request to stop has been delivered.
    fileprivate var delivery: DispatchSemaphore?

    init(_ interruption: Interruption) {
        self.interruption = interruption
    }
}

/// A cancel request, passed to the queue that sends and frees it.
private struct CancelRequest: @unchecked Sendable {
    let pointer: OpaquePointer
}

extension LibpqConnection {
    /// How long a server may take to react to a cancellation before the connection is closed.
    private static let cancelGrace: Duration = .seconds(2)
    /// PQcancel opens its own connection and blocks, so it runs on another thread than the waiting one.
    private static let cancelQueue = DispatchQueue(label: "postgres.cancel", attributes: .concurrent)

    /// Sends all data and waits until PQgetResult does not block.
    ///
    /// - Throws: `.connection` if the connection is lost; `.timeout` or `.cancelled` if the server neither answers nor
    ///   reacts.
    func waitForResult(_ wait: inout ResultWait) throws(PostgresError) {
        while true {
            let flushed = PQflush(handle)
            guard PQisBusy(handle) == 1 else { return }
            if wait.stopped == nil, let cause = wait.interruption.cause {
                wait.stopped = cause
                wait.graceEnd = .now + Self.cancelGrace
                wait.delivery = cancelOnServer()
            }
            if let stopped = wait.stopped, let graceEnd = wait.graceEnd, graceEnd <= .now {
                isAbandoned = true
                throw stopped.error
            }
            let deadline = wait.graceEnd ?? wait.interruption.deadline
            if self.wait(for: flushed == 1 ? POLLIN | POLLOUT : POLLIN, until: deadline) {
                // A failure shows as a broken connection, whose last message can still be read.
                PQconsumeInput(handle)
            }
        }
    }

    private func cancelOnServer() -> DispatchSemaphore {
        let delivered = DispatchSemaphore(value: 0)
        guard let pointer = PQgetCancel(handle) else { return delivered }
        let request = CancelRequest(pointer: pointer)
        Self.cancelQueue.async {
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(request.pointer, &message, Int32(message.count))
            PQfreeCancel(request.pointer)
            delivered.signal()
        }
        return delivered
    }

    /// Ensures that a pending cancellation cannot affect the next statement.
    func settle(_ wait: ResultWait) throws(PostgresError) {
        guard let delivery = wait.delivery, let stopped = wait.stopped else { return }
        if delivery.wait(timeout: .now() + .seconds(2)) == .timedOut {
            isAbandoned = true
            throw stopped.error
        }
    }

    /// The error for a connection that ended without an answer.
    func lost() -> PostgresError {
        isAbandoned = true
        return PostgresError(
            .connection, "the connection was lost",
            privateDetails: PQerrorMessage(handle).map { String(cString: $0) })
    }

    /// Closes the connection because of an unexpected answer.
    func abandon(_ reason: String) -> PostgresError {
        isAbandoned = true
        return PostgresError(.protocolViolation, reason)
    }

    /// The error in a result.
    ///
    /// If this client asked the server to stop (`stopped` is the reason), "canceled" is the expected answer.
    func serverError(_ result: OpaquePointer, _ stopped: Interruption.Cause?) -> PostgresError {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        let state = field("C")
        let details = PQresultErrorMessage(result).map { String(cString: $0) }
        if state == "57014" {
            if let stopped { return stopped.error }
            return PostgresError(.timeout, "the server stopped the statement", sqlState: state, privateDetails: details)
        }
        let severity = field("V")
        if severity == "FATAL" || severity == "PANIC" || PQstatus(handle) != CONNECTION_OK {
            isAbandoned = true
            return PostgresError(
                .connection, "the server ended the connection", sqlState: state, privateDetails: details)
        }
        let isStale =
            state == PostgresError.unknownStatement || (state == "0A000" && field("R") == "RevalidateCachedQuery")
        let table = field("t").map { " on table \($0)" } ?? ""
        return PostgresError(
            .server, isStale ? PostgresError.stalePlan : "the server refused a statement\(table)", sqlState: state,
            constraint: field("n"), privateDetails: details, isRetryable: isStale ? true : nil)
    }
}

extension PostgresError {
    fileprivate static let unknownStatement = "26000"
    fileprivate static let stalePlan = "a prepared statement is out of date"

    /// Whether the server does not know a statement that was prepared.
    var isUnknownStatement: Bool { sqlState == Self.unknownStatement }

    /// Whether the statement must be prepared again.
    var isStalePlan: Bool { summary == Self.stalePlan }
}
