/// Command of a consumer group to a topic's owner: send missing events again; idempotent, unnumbered.
package struct RepublishRequested: EventBody {
    package static let type = EventType("foodmagic.control.republish-requested.v1")
    package static let topic = Topic.republish

    /// The group that misses events.
    package var consumer: String
    /// The topic with the missing events.
    package var missingTopic: String
    /// Events of one key from a sequence on, or a range of a partition's offsets.
    package var range: Range

    /// The missing range.
    package enum Range: Codable, Sendable, Equatable {
        /// Every event of `key` from `sequence` on.
        case sequences(key: String, from: Int64)
        /// Everything sent to `partition` at `from ..< upTo`, and the later events of the same keys.
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

/// Closes a consumer's gap: the owner has sent everything it keeps of a range again; written to the partition with the
/// gap.
package struct GapClosed: Codable, Sendable, Equatable {
    /// A control record on the owner's own topic, without a sequence number.
    package static let type = EventType("foodmagic.control.gap-closed.v1")

    /// The group that asked.
    package var consumer: String
    /// Closes every gap that ends at this offset or below.
    package var upTo: Int64

    package init(consumer: String, upTo: Int64) {
        self.consumer = consumer
        self.upTo = upTo
    }
}
