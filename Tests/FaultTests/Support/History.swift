import Foundation
import Synchronization

/// What clients did to the gateway and how each thing came out for them.
final class History: Sendable {
    /// What a request asks for.
    enum Kind: Sendable {
        case scan, profile
    }

    /// How a request came out for its client.
    enum Outcome: Sendable, Equatable {
        /// Accepted: must have its one effect.
        case ok(operation: UUID)
        /// Refused: must have none.
        case fail(status: Int)
        /// Nobody told: may have one effect, never two.
        case info
    }

    /// One request, however often it had to be sent.
    struct Entry: Sendable {
        let account: UUID
        let kind: Kind
        let outcome: Outcome
    }

    private struct State {
        var entries: [Entry] = []
        var statuses: [Int: Int] = [:]
        var isOver = false
    }

    private let state = Mutex(State())

    var entries: [Entry] { state.withLock { $0.entries } }

    /// Answers by status, every attempt counted.
    var statuses: [Int: Int] { state.withLock { $0.statuses } }

    /// Requests that the gateway accepted, by kind.
    func accepted(_ kind: Kind) -> Int {
        entries.count { entry in
            guard entry.kind == kind, case .ok = entry.outcome else { return false }
            return true
        }
    }

    /// Whether nobody is to begin another request.
    var isOver: Bool { state.withLock { $0.isOver } }

    func end() { state.withLock { $0.isOver = true } }

    func add(_ entry: Entry) { state.withLock { $0.entries.append(entry) } }

    func answered(_ status: Int) { state.withLock { $0.statuses[status, default: 0] += 1 } }
}
