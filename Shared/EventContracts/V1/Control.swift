/// Order of any consumer group to a topic's owner: send again what I miss; idempotent, unnumbered.
package struct RepublishRequested: EventBody {
    package static let type = EventType("foodmagic.control.republish-requested.v1")
    package static let topic = Topic.republish

    /// The group that misses something.
    package var consumer: String
    /// The topic it misses it on.
    package var missingTopic: String
    /// Events of one key from a sequence on, or a range of a partition's offsets.
    package var range: Range

    /// What is missing.
    package enum Range: Codable, Sendable, Equatable {
        /// Every event of `key` from `sequence` on.
        case sequences(key: String, from: Int64)
        /// Everything sent to `partition` at `from ..< upTo`, and what follows it per key.
        case offsets(partition: Int32, from: Int64, upTo: Int64)
        /// The current state of every resource on the topic, as snapshots.
        case snapshots
    }

    package init(consumer: String, missingTopic: String, range: Range) {
        self.consumer = consumer
        self.missingTopic = missingTopic
        self.range = range
    }
}

/// The owner has sent again all it keeps of a range, which closes the gap of a consumer; goes to the partition it is about.
package struct GapClosed: Codable, Sendable, Equatable {
    /// A control record on the owner's own topic, outside its numbering.
    package static let type = EventType("foodmagic.control.gap-closed.v1")

    /// The group that asked.
    package var consumer: String
    /// The gap's end: closes every gap that ends at or below.
    package var upTo: Int64

    package init(consumer: String, upTo: Int64) {
        self.consumer = consumer
        self.upTo = upTo
    }
}
