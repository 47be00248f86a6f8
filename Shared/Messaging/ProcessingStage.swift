/// A stage that a process passes while it works; named for tests that end a process there.
package enum ProcessingStage: String, Sendable, CaseIterable {
    /// A transaction with outbox rows is committed, nothing is sent.
    case committed
    /// Records are delivered, their rows are not marked.
    case published
    /// Effects are committed, Kafka's offset is not.
    case applied
    /// A photo's bytes are stored, nothing refers to them.
    case stored
    /// A photo is decoded, its analysis is about to begin.
    case looking
}

/// Called as a process passes a stage; nil in services.
package typealias StageObserver = @Sendable (ProcessingStage) -> Void
