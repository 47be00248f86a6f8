import EventContracts
import Foundation
import Postgres
import TestSupport
import Testing

@testable import ControlService

@Suite("Restored databases", .timeLimit(.minutes(10)))
struct RestorationTests {
    @Test(
        "restore: all schemas get one new epoch and send their data again"
    )
    func epochs() async throws {
        try await MigratedDatabase.with { migrated in
            let future: Int64 = 9_000_000_000_000
            for service in Topic.services {
                try await migrated.execute(
                    """
                    INSERT INTO \(identifier: service).outbox
                        (topic, partition, key, sequence, event_id, type, headers, body, sent_epoch, sent_offset)
                    VALUES ('t', 0, 'k', 1, gen_random_uuid(), 'x', '', '', 1, 5)
                    """,
                    "INSERT INTO \(identifier: service).relay_partitions VALUES ('t', 0, 5)",
                    "UPDATE \(identifier: service).relay_state SET cluster_id = 'old'")
            }
            try await migrated.execute("UPDATE allergen.relay_state SET epoch = \(future)")
            let restoration = Restoration(database: migrated.database)
            #expect(try await restoration.connectedServices().isEmpty)
            let epoch = try await restoration.run(now: Date())
            #expect(epoch == future + 1)
            let later = try await restoration.run(now: Date(timeIntervalSince1970: 10_000_000_000))
            #expect(later == 10_000_000_000_000)
            for service in Topic.services {
                let good = try await migrated.count(
                    """
                    SELECT count(*) FROM \(identifier: service).relay_state, \(identifier: service).consumer_floor
                    WHERE relay_state.epoch = \(later) AND consumer_floor.epoch = \(later) AND cluster_id IS NULL
                        AND NOT EXISTS (SELECT FROM \(identifier: service).relay_partitions)
                        AND NOT EXISTS (
                            SELECT FROM \(identifier: service).outbox WHERE sent_epoch > 0 OR sent_offset IS NOT NULL)
                    """)
                #expect(good == 1, "\(service)")
            }
        }
    }
}
