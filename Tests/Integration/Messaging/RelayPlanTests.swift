import EventContracts
import Foundation
import Messaging
import Postgres
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Cost of the relay", .timeLimit(.minutes(10)))
struct RelayPlanTests {
    @Test("relay: started on an empty outbox, it scans it once, not per event")
    func rowsAreFoundByIndex() async throws {
        try await ServicePair.with { pair in
            let accounts = (0..<12).map { _ in AccountID.random() }
            try await pair.running {
                for round in 1...100 {
                    try await pair.order(3, accounts: accounts)
                    try await eventually("their effects") {
                        try await pair.effects() == 3 * round
                    }
                }
            }
            // The relay's session has ended and reported the number of rows it read.
            try await eventually("the readings are counted") { try await Self.scans(of: pair.owner).index > 100 }
            #expect(try await Self.scans(of: pair.owner).whole < 30)
        }
    }

    /// Number of sequential and index scans of the outbox.
    private static func scans(of owner: TestMessaging) async throws -> (whole: Int, index: Int) {
        let here = "FROM pg_stat_user_tables WHERE relname = 'outbox' AND schemaname = current_schema()"
        return (
            try await owner.count("SELECT seq_scan \(raw: here)"), try await owner.count("SELECT idx_scan \(raw: here)")
        )
    }
}

@Suite("Plans of a batch", .timeLimit(.minutes(10)))
struct BatchPlanTests {
    @Test("query plan: a batch uses the key even while the table is small")
    func joinsByKey() async throws {
        try await TestBroker.with { broker in
            try await TestDatabase.with { database in
                let owner = try await TestMessaging(service: "ingestion", database: database, broker: broker.brokers)
                let planner = Planner()
                // With an index that covers every row, as on the gateway's operations.
                let table = try Migration(
                    file: "V0101__create_steps.sql",
                    bytes: Array(
                        """
                        CREATE TABLE steps (id uuid PRIMARY KEY, state text NOT NULL, at timestamptz NOT NULL);
                        CREATE INDEX steps_open ON steps (at) WHERE state = 'open';
                        CREATE INDEX steps_done ON steps (at) WHERE state <> 'open';
                        """.utf8))
                let reader = try await TestMessaging(
                    service: "notification", database: database, broker: broker.brokers,
                    subscriptions: [Subscription(planner)], extraMigrations: [table])
                let account = AccountID.random()
                try await owner.database.write(.request(correlationID: UUID())) { transaction in
                    try transaction.append(
                        ChangeNotice(accountID: account, noticeID: .random(), read: true), key: account,
                        subject: account)
                }
                try await owner.running {
                    try await reader.running {
                        let plan = try await eventually("the plan is known") {
                            planner.plan.withLock(\.self)
                        }
                        #expect(plan.contains("using steps_pkey"), "\(plan)")
                        #expect(!plan.contains("Bitmap") && !plan.contains("Seq Scan"), "\(plan)")
                    }
                }
                await owner.pool.close()
                await reader.pool.close()
            }
        }
    }
}

/// Returns the plan of an update of rows with given keys.
private final class Planner: EventHandler {
    let plan = Mutex<String?>(nil)

    func handle(_ event: Event<ChangeNotice>, in transaction: borrowing Transaction) async throws {
        let ids = Array(repeating: event.body.noticeID.uuid, count: 10)
        let rows = try await transaction.query(
            """
            EXPLAIN WITH changes AS MATERIALIZED (SELECT id FROM unnest(\(ids)) AS changes (id))
            UPDATE steps SET state = 'done' FROM changes
            WHERE steps.id = changes.id AND (steps.state = 'open' OR steps.state = 'failed')
            """)
        let lines = try rows.map { try $0.decode(String.self) as String }
        let text = lines.joined(separator: "\n")
        plan.withLock { $0 = text }
    }
}
