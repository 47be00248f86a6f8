import EventContracts

/// Compares accepted operations with their results.
struct ReconcileReport: Encodable, Equatable {
    /// One kind of resource: the owner's table and the gateway's documents.
    struct Documents: Encodable, Equatable {
        let kind: String
        /// Number of resources that the owner has.
        let owned: Int64
        /// Number of documents of the kind that the gateway has.
        let projected: Int64
        let missing: Int64
        /// Number of documents of which the owner has a newer version.
        let older: Int64
        /// Number of documents that the owner lacks or has only in an older version.
        let surplus: Int64
        /// Hash of all ids and versions; equal on both sides if the rows are equal.
        let ownedHash: String
        let projectedHash: String

        var isEqual: Bool { ownedHash == projectedHash }
    }

    /// Counts of scans and their notices.
    struct Notices: Encodable, Equatable {
        var scans: Int64 = 0
        var notified: Int64 = 0
        /// Number of notices on their way or in the dead letters.
        var pending: Int64 = 0
        var lost: Int64 = 0
    }

    /// An operation that is lost, duplicated or a dead letter.
    struct Example: Encodable, Equatable {
        let operation: String
        let kind: String
        let problem: String
    }

    /// Maximum number of examples.
    static let maxExamples = 20

    private(set) var accepted = 0
    private(set) var succeeded = 0
    private(set) var rejected = 0
    private(set) var failed = 0
    private(set) var pending = 0
    private(set) var setAside = 0
    private(set) var lost = 0
    private(set) var doubled = 0
    /// Number of results without a command.
    var unordered: Int64 = 0
    var notices = Notices()
    var documents: [Documents] = []
    private(set) var examples: [Example] = []

    /// Counts the verdict on one operation.
    mutating func add(_ verdict: OperationVerdict, operation: String, kind: String) {
        accepted += 1
        switch verdict {
        case .ended(.succeeded): succeeded += 1
        case .ended(.rejected): rejected += 1
        case .ended(.failed): failed += 1
        case .pending: pending += 1
        case .setAside: setAside += 1
        case .lost(let loss):
            lost += 1
            note(loss.rawValue, operation, kind)
        case .doubled(let doubling):
            doubled += 1
            note(doubling.rawValue, operation, kind)
        }
    }

    private mutating func note(_ problem: String, _ operation: String, _ kind: String) {
        guard examples.count < Self.maxExamples else { return }
        examples.append(Example(operation: operation, kind: kind, problem: problem))
    }

    /// Whether anything is permanently lost or duplicated.
    var hasProblem: Bool { lost > 0 || doubled > 0 || unordered > 0 || notices.lost > 0 }
    /// Whether every document equals its resource at the owner.
    var documentsAreEqual: Bool { documents.allSatisfy(\.isEqual) }
    /// Whether nothing is pending.
    var isSettled: Bool { pending == 0 && notices.pending == 0 && documentsAreEqual }
}
