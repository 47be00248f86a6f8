import EventContracts
import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Retention of outbox rows", .timeLimit(.minutes(10)))
struct RetentionTests {
    @Test("outbox retention: old rows go in order, never the newest of a key")
    func outbox() async throws {
        let quiet = AccountID.random(), talkative = AccountID.random()
        try await ServicePair.with(change: Self.often) { pair in
            let owner = pair.owner
            try await pair.order(5, accounts: [quiet])
            try await pair.order(5, accounts: [talkative])
            try await owner.running {
                try await eventually("all is sent") {
                    try await owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
                try await owner.pool.execute(
                    """
                    UPDATE outbox SET created_at = now() - interval '8 days' + sequence * interval '1 second'
                    WHERE key = \(quiet.description) OR sequence <= 3
                    """)
                try await eventually("the old ones are gone") {
                    try await owner.count("SELECT count(*) FROM outbox") == 3
                }
                #expect(try await Self.kept(quiet, owner) == [5])
                #expect(try await Self.kept(talkative, owner) == [4, 5])
                // The newest row of a key is removed after the next one.
                try await pair.order(1, accounts: [quiet])
                try await owner.pool.execute(
                    "UPDATE outbox SET created_at = now() - interval '7 days 1 hour' WHERE key = \(quiet.description)")
                try await eventually("the row before the newest is gone") {
                    try await Self.kept(quiet, owner) == [6]
                }
            }
            try await pair.running {
                try await eventually("the kept event is processed") {
                    let quiet = try await pair.effects(of: quiet)
                    let talkative = try await pair.effects(of: talkative)
                    return quiet >= 1 && talkative == 5
                }
            }
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("outbox retention: rows of one transaction go together")
    func ages() async throws {
        struct NotWritten: Error {}
        let accounts = (0..<5).map { _ in AccountID.random() }, busy = accounts[0]
        try await ServicePair.with(change: Self.often) { pair in
            let owner = pair.owner
            try await pair.order(25, accounts: accounts)
            try await owner.running {
                try await eventually("all is sent") {
                    try await owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
                do {
                    try await owner.pool.withTransaction { writer in
                        try await writer.execute(
                            "UPDATE outbox_keys SET last_sequence = last_sequence WHERE key = \(busy.description)")
                        try await owner.pool.execute(
                            "UPDATE outbox SET created_at = now() - interval '8 days' WHERE sequence < 5")
                        try await eventually("the others' old ones are gone", within: .seconds(10)) {
                            try await owner.count("SELECT count(*) FROM outbox") == 9
                        }
                        #expect(try await Self.kept(busy, owner) == [1, 2, 3, 4, 5])
                        // No further row of the key reaches the retention period.
                        throw NotWritten()
                    }
                } catch is NotWritten {}
                try await eventually("the events of the busy one are gone") {
                    try await Self.kept(busy, owner) == [5]
                }
                #expect(try await owner.count("SELECT count(*) FROM outbox_keys WHERE first_sequence <> 5") == 0)
            }
        }
    }

    @Test("outbox retention: rows stay until the newest epoch is sent")
    func epochs() async throws {
        let account = AccountID.random()
        try await ServicePair.with(change: Self.often) { pair in
            let owner = pair.owner
            try await pair.order(5, accounts: [account])
            try await owner.running {
                try await eventually("all is sent") {
                    try await owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
                try await owner.pool.withTransaction { beginning in
                    try await beginning.execute("UPDATE relay_state SET epoch = epoch + 1")
                    try await owner.pool.execute("UPDATE outbox SET created_at = now() - interval '8 days'")
                    // Several rounds of retention remove nothing.
                    try await Task.sleep(for: .milliseconds(500))
                    // Writers are not blocked.
                    try await pair.order(1, accounts: [account])
                    #expect(try await Self.kept(account, owner) == [1, 2, 3, 4, 5, 6])
                }
                try await Task.sleep(for: .milliseconds(500))
                #expect(try await Self.kept(account, owner) == [1, 2, 3, 4, 5, 6], "nor do further rounds")
            }
        }
    }

    @Test("outbox retention: retained rows cost one read per key")
    func reading() async throws {
        let account = AccountID.random()
        try await ServicePair.with(change: Self.often) { pair in
            let owner = pair.owner
            try await pair.order(1, accounts: [account])
            try await owner.running {
                try await eventually("it is sent") {
                    try await owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
            }
            let (young, old) = (20_000, 10)
            try await owner.pool.execute("UPDATE outbox SET created_at = now() - interval '8 days'")
            try await owner.pool.execute(
                """
                WITH numbers AS (UPDATE outbox_keys SET last_sequence = last_sequence + \(young + old))
                INSERT INTO outbox
                    (topic, partition, key, sequence, event_id, type, headers, body, created_at, sent_epoch,
                        sent_offset)
                SELECT topic, partition, key, sequence + number, gen_random_uuid(), type, headers, body,
                    CASE WHEN number <= \(old) THEN now() - interval '8 days' ELSE now() END, sent_epoch, number
                FROM outbox, generate_series(1, \(young + old)) AS number
                """)
            let before = try await Self.rowsRead(owner)
            try await owner.running {
                try await eventually("the old ones are gone") {
                    try await owner.pool.query("SELECT first_sequence FROM outbox_keys").first?.decode(Int.self)
                        == old + 2
                }
                // Sessions report the number of rows read at most once a second, and when they are used again.
                try await eventually("the readings are counted") {
                    try await Self.rowsRead(owner) - before > old
                }
                // Later reads are reported by then.
                try await Task.sleep(for: .seconds(2))
                let read = try await Self.rowsRead(owner) - before
                #expect(read < young / 10, "\(read) rows read for \(old + 1) that went")
            }
        }
    }

    @Test("dead letter: removed after 91 days, with its parked events")
    func deadLetters() async throws {
        try await ServicePair.with(change: Self.often) { pair in
            let reader = pair.reader
            for (resource, ages) in [("old", [100, 91]), ("mixed", [100, 10]), ("new", [1])] {
                for age in ages {
                    try await reader.pool.execute(
                        """
                        INSERT INTO dead_letters (topic, resource, state, partition, log_offset, headers, failed_at)
                        VALUES ('t', \(resource), 'dead', 0, 1, '', now() - \(age) * interval '1 day')
                        """)
                }
            }
            try await reader.running {
                try await eventually("the old ones are gone") {
                    try await reader.count("SELECT count(*) FROM dead_letters WHERE resource = 'old'") == 0
                }
            }
            #expect(try await reader.count("SELECT count(*) FROM dead_letters") == 3)
        }
    }

    /// Number of outbox rows that statements have read so far, by index or sequentially.
    private static func rowsRead(_ owner: TestMessaging) async throws -> Int {
        try await owner.count(
            """
            SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables
            WHERE schemaname = current_schema() AND relname = 'outbox'
            """)
    }

    private static func often(_ parts: inout MessagingStack.Parts) {
        parts.retention.interval = .milliseconds(100)
        parts.retention.batch = 2
        parts.retention.batchOfKey = 3
    }

    private static func kept(_ account: AccountID, _ owner: TestMessaging) async throws -> [Int64] {
        try await owner.pool.query(
            "SELECT sequence FROM outbox WHERE key = \(account.description) ORDER BY sequence"
        ).map { try $0.decode(Int64.self) }
    }
}
