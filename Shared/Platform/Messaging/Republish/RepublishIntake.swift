import EventContracts
import Postgres

/// Collects requests to send events again: merges them in a table, for the next round.
struct RepublishIntake: EventHandler {
    /// The service that answers; requests to others are ignored.
    let service: String

    func handle(_ event: Event<RepublishRequested>, in transaction: borrowing Transaction) async throws {
        guard event.attributes.key == service else { return }
        let request = event.body
        let (kind, key, partition, from, upTo): (String, String, Int32, Int64, Int64) =
            switch request.range {
            case .sequences(let key, let from): ("sequences", key, -1, from, 0)
            case .offsets(let partition, let from, let upTo): ("offsets", "", partition, from, upTo)
            case .snapshots: ("snapshots", "", -1, 0, 0)
            }
        try await transaction.execute(
            """
            INSERT INTO republish_requests (consumer, topic, kind, key, partition, from_position, up_to)
            VALUES (
                \(request.consumer), \(request.missingTopic), \(kind), \(key), \(partition), \(from), \(upTo))
            ON CONFLICT DO NOTHING
            """)
    }
}
