import EventContracts

/// What all schemas together know about one accepted operation.
struct OperationFacts: Sendable, Equatable {
    /// Nil while it is pending.
    var ended: OperationStatus?
    /// Number of its commands in the gateway's outbox; 0 if pruned.
    var commands = 1
    /// Whether the reader of its command, and of what followed on the way to its end, has passed it.
    var isCommandTaken = true
    /// Whether its result is in the owner's table.
    var hasEffect = true
    /// How often an owner said that it succeeded or was rejected.
    var endings = 1
    /// Whether the gateway has passed everything an owner said about its end.
    var isEndTaken = true
    /// It, or what follows from it, lies among the dead letters.
    var isSetAside = false
    /// Its owner keeps it until something else arrives.
    var isWaiting = false
    /// Accepted so recently that its end may be on its way.
    var isYoung = false

    /// The verdict on the operation.
    var verdict: OperationVerdict {
        if commands > 1 { return .doubled(.commanded) }
        if endings > 1 { return .doubled(.ended) }
        if let ended { return ended == .succeeded && !hasEffect ? .lost(.result) : .ended(ended) }
        if isSetAside { return .setAside }
        if isWaiting || isYoung || !isCommandTaken || !isEndTaken { return .pending }
        if endings > 0 { return .lost(.end) }
        return .lost(hasEffect ? .saying : .command)
    }
}

/// How an accepted operation stands.
enum OperationVerdict: Sendable, Equatable {
    case ended(OperationStatus)
    /// On its way.
    case pending
    /// Waits for an operator.
    case setAside
    case lost(Loss)
    case doubled(Doubling)

    /// What is missing.
    enum Loss: String, Sendable {
        /// It succeeded, and its result is in no table.
        case result = "succeeded, but its result is missing"
        /// Its end was said and read, and it is pending all the same.
        case end = "its outcome was published and read, but not recorded"
        /// Its command was read, its result is there, and nobody said so.
        case saying = "its result exists, but its outcome was never published"
        /// Its command was read and did nothing.
        case command = "its command was read, but has no result"
    }

    /// What there is twice.
    enum Doubling: String, Sendable {
        case commanded = "its command was sent twice with two sequence numbers"
        case ended = "it has two outcomes"
    }
}
