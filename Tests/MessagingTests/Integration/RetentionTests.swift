import EventContracts
import Foundation
import Messaging
import Postgres
import Testing
import TestSupport

@Suite("What policy no longer keeps", .timeLimit(.minutes(10)))
struct RetentionTests {
    @Test("of each key the old rows go from the lowest up, never the newest, and a late reader skips them")
    func outbox() async throws {
        let quiet = AccountID.random(), talkative = AccountID.random()
        try await Neighbours.with(change: Self.often) { neighbours in
            let owner = neighbours.owner
            try await neighbours.order(5, accounts: [quiet])
            try await neighbours.order(5, accounts: [talkative])
            try await owner.running {
                try await eventually("all is sent", within: .seconds(30)) {
                    try await owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
                try await owner.pool.execute(
                    """
                    UPDATE outbox SET created_at = now() - interval '8 days' + sequence * interval '1 second'
                    WHERE key = \(quiet.description) OR sequence <= 3
                    """)
                try await eventually("the old ones are gone", within: .seconds(30)) {
                    try await owner.count("SELECT count(*) FROM outbox") == 3
                }
                #expect(try await Self.kept(quiet, owner) == [5])
                #expect(try await Self.kept(talkative, owner) == [4, 5])
                // The newest of a key goes with the next one.
                try await neighbours.order(1, accounts: [quiet])
                try await owner.pool.execute(
                    "UPDATE outbox SET created_at = now() - interval '7 days 1 hour' WHERE key = \(quiet.description)")
                try await eventually("the row before the newest is gone", within: .seconds(30)) {
                    try await Self.kept(quiet, owner) == [6]
                }
            }
            try await neighbours.running {
                try await eventually("what is kept is taken in", within: .seconds(30)) {
                    let quiet = try await neighbours.effects(of: quiet)
                    let talkative = try await neighbours.effects(of: talkative)
                    return quiet >= 1 && talkative == 5
                }
            }
            #expect(try await neighbours.wrongs() == (0, 0))
        }
    }

    @Test("a dead letter of 91 days goes with what is parked behind it, unless that is younger")
    func deadLetters() async throws {
        try await Neighbours.with(change: Self.often) { neighbours in
            let reader = neighbours.reader
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
                try await eventually("the old ones are gone", within: .seconds(30)) {
                    try await reader.count("SELECT count(*) FROM dead_letters WHERE resource = 'old'") == 0
                }
            }
            #expect(try await reader.count("SELECT count(*) FROM dead_letters") == 3)
        }
    }

    private static func often(_ parts: inout MessagingStack.Parts) {
        parts.retention.interval = .milliseconds(100)
        parts.retention.batch = 2
    }

    private static func kept(_ account: AccountID, _ owner: TestMessaging) async throws -> [Int64] {
        try await owner.pool.query(
            "SELECT sequence FROM outbox WHERE key = \(account.description) ORDER BY sequence"
        ).map { try $0.decode(Int64.self) }
    }
}
