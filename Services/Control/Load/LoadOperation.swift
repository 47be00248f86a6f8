import ArgumentParser

/// The kind of operation in a load test.
enum LoadKind: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// Posts an ingredient list, then waits for its operation: measures acceptance and verdict.
    case scan
    /// Posts an ingredient list with `Prefer: wait`: one request until the verdict.
    case wait
    /// Posts an ingredient list without waiting for the result.
    case accept
    /// Reads a scan that has its verdict.
    case read

    /// Number of requests that one operation takes from the account's rate limit.
    var requests: Int { self == .scan ? 2 : 1 }
    /// Whether the operation creates a scan.
    var makesScan: Bool { self != .read }
}

/// One finished operation of a load.
struct LoadOperation: Sendable, Equatable {
    /// The outcome as known to the client.
    enum Outcome: String, Sendable, Encodable {
        /// Done, and confirmed by an answer.
        case ok
        /// Certainly not done.
        case fail
        /// Sent, but the outcome is unknown or pending.
        case info
    }

    let kind: LoadKind
    /// Identifies the account.
    let key: String
    let idempotencyKey: String?
    /// When the operation was due, relative to the start of the load.
    let begin: Duration
    /// When the outcome of the operation was known, relative to the start of the load.
    let end: Duration
    let outcome: Outcome
    /// The HTTP status; 0 when there was no answer.
    let status: Int
    /// Time from the due time to the answer `202`; nil without that answer.
    var accepted: Duration?
    /// Time from `202` (or from the due time without that answer) to the verdict.
    var readable: Duration?
    /// The id of the scan that the operation created.
    var scan: String?
    /// Whether the operation was not sent, because too many were in progress.
    var wasDropped = false

    /// The gateway's response in one word.
    var answer: String {
        switch status {
        case 0: "no answer"
        case 200..<300: "pending"
        default: String(status)
        }
    }
}

/// One line of a history file, in the format of history checkers; times in microseconds.
struct HistoryLine: Encodable, Equatable {
    let op: String
    let key: String
    let idem: String?
    let t0: Int64
    let t1: Int64
    let outcome: LoadOperation.Outcome
    let status: Int
    let id: String?

    init(_ operation: LoadOperation) {
        op = operation.kind.rawValue
        key = operation.key
        idem = operation.idempotencyKey
        t0 = Int64(operation.begin / .microseconds(1))
        t1 = Int64(operation.end / .microseconds(1))
        outcome = operation.outcome
        status = operation.status
        id = operation.scan
    }
}
