import Foundation
import Synchronization

/// The requests of clients to the gateway and their results.
package final class History: Sendable {
    /// The kind of a request.
    package enum Kind: String, Sendable, Encodable {
        case scan, profile, meal, receipt
        /// A meal or a receipt, with its photo.
        case mealPhoto = "meal-photo"
        case receiptPhoto = "receipt-photo"

        /// Whether repetitions are detected by a key; setting a profile has none.
        var hasKey: Bool { self != .profile }
    }

    /// The outcome of a request for its client.
    package enum Outcome: Sendable, Equatable {
        /// Accepted: must have exactly one effect.
        case ok(operation: UUID)
        /// Refused: must have no effect.
        case fail(status: Int)
        /// No response: may have one effect, never two.
        case info
    }

    /// One request with all its attempts.
    package struct Entry: Sendable {
        package let account: UUID
        package let kind: Kind
        package let outcome: Outcome
        /// The idempotency key of the last attempt.
        package var key: String?
        /// From the first attempt to the last response, measured from the start of the history.
        package var time = Duration.zero...Duration.zero
        package var attempts = 1

        package init(account: UUID, kind: Kind, outcome: Outcome) {
            self.account = account
            self.kind = kind
            self.outcome = outcome
        }
    }

    private struct State {
        var entries: [Entry] = []
        var statuses: [Int: Int] = [:]
        var broken = 0
        var longest = Duration.zero
        var isOver = false
    }

    /// The start of the history.
    package let start = ContinuousClock.now
    private let state = Mutex(State())

    package init() {}

    package var entries: [Entry] { state.withLock { $0.entries } }

    /// Answers by status, every attempt counted.
    package var statuses: [Int: Int] { state.withLock { $0.statuses } }

    /// Attempts whose connection ended before the answer.
    package var broken: Int { state.withLock { $0.broken } }

    /// The longest time from a request to its answer.
    package var longest: Duration { state.withLock { $0.longest } }

    /// Requests that the gateway accepted, by kind.
    package func accepted(_ kind: Kind) -> Int {
        entries.count { entry in
            guard entry.kind == kind, case .ok = entry.outcome else { return false }
            return true
        }
    }

    /// Whether sending has ended.
    package var isOver: Bool { state.withLock { $0.isOver } }

    package func end() { state.withLock { $0.isOver = true } }

    package func add(_ entry: Entry) { state.withLock { $0.entries.append(entry) } }

    /// Records an answered attempt and its duration.
    func answered(_ status: Int, after time: Duration) {
        state.withLock { state in
            state.statuses[status, default: 0] += 1
            state.longest = max(state.longest, time)
        }
    }

    /// Records an attempt without an answer.
    func broke() { state.withLock { $0.broken += 1 } }

    /// Writes JSON lines in the format of history checkers; times in microseconds.
    package func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var lines = Data()
        for entry in entries {
            lines += try encoder.encode(Line(entry))
            lines.append(UInt8(ascii: "\n"))
        }
        try lines.write(to: file)
    }

    private struct Line: Encodable {
        let op: Kind
        let key: String
        let idem: String?
        let t0: Int64
        let t1: Int64
        let outcome: String
        let status: Int?
        let id: String?
        let attempts: Int

        init(_ entry: Entry) {
            op = entry.kind
            key = entry.account.uuidString.lowercased()
            idem = entry.key
            t0 = Int64(entry.time.lowerBound / .microseconds(1))
            t1 = Int64(entry.time.upperBound / .microseconds(1))
            attempts = entry.attempts
            switch entry.outcome {
            case .ok(let operation): (outcome, status, id) = ("ok", nil, operation.uuidString.lowercased())
            case .fail(let code): (outcome, status, id) = ("fail", code, nil)
            case .info: (outcome, status, id) = ("info", nil, nil)
            }
        }
    }
}
