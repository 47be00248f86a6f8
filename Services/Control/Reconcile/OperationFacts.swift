import EventContracts

/// The facts in all schemas about one accepted operation.
struct OperationFacts: Sendable, Equatable {
    /// The final status; nil while the operation is pending.
    var ended: OperationStatus?
    /// Number of the operation's commands in the gateway's outbox; 0 if they were pruned.
    var commands = 1
    /// Whether the consumer of its command, and of the events caused by it, has processed them.
    var isCommandTaken = true
    /// Whether the operation's result is in the owner's table.
    var hasEffect = true
    /// Number of times that an owner published the operation's success or rejection.
    var endings = 1
    /// Whether the gateway has processed all events about its end.
    var isEndTaken = true
    /// Whether the operation's command, or an event caused by it, is a dead letter.
    var isSetAside = false
    /// Whether the owning service keeps the command until other data arrives, such as a profile.
    var isWaiting = false
    /// Whether the operation was accepted so recently that its result may still be on its way.
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

/// The consistency of an accepted operation.
enum OperationVerdict: Sendable, Equatable {
    case ended(OperationStatus)
    /// The result may still be on its way.
    case pending
    /// The command or an event caused by it is a dead letter and needs an operator.
    case setAside
    case lost(Loss)
    case doubled(Doubling)

    /// The missing part.
    enum Loss: String, Sendable {
        /// The operation succeeded, but its result is in no table.
        case result = "succeeded, but its result is missing"
        /// The outcome was published and processed, but the operation is still pending.
        case end = "its outcome was published and read, but not recorded"
        /// The command was processed and its result exists, but the outcome was never published.
        case saying = "its result exists, but its outcome was never published"
        /// The command was processed without effect.
        case command = "its command was read, but has no result"
    }

    /// The duplicated part.
    enum Doubling: String, Sendable {
        case commanded = "its command was sent twice with two sequence numbers"
        case ended = "it has two outcomes"
    }
}
