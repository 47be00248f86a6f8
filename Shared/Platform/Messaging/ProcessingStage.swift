/// A stage of processing; named for tests that end a process there.
package enum ProcessingStage: String, Sendable, CaseIterable {
    /// A transaction with outbox rows is committed, and nothing is sent yet.
    case committed
    /// Records are delivered, and their rows are not marked yet.
    case published
    /// Effects are committed, and Kafka's offset is not yet.
    case applied
    /// A photo's bytes are stored, and nothing refers to them yet.
    case stored
    /// A photo is decoded, and its analysis is about to begin.
    case analyzing
}

/// Called as a process passes a stage; nil in services.
package typealias StageObserver = @Sendable (ProcessingStage) -> Void
