import EventContracts
import Foundation
import Kafka
import Logging
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import UnitSupport

/// Two services with a broker and a database of their own: `ingestion` sends commands, `notification` handles and
/// records them.
struct ServicePair {
    let broker: TestBroker
    let owner: TestMessaging
    let reader: TestMessaging

    /// Further effects of a command in the consumer.
    typealias Behavior = @Sendable (Event<ChangeNotice>) throws -> Void
    /// A statement that the consumer runs before a command; nil for none.
    typealias Statement = @Sendable (Event<ChangeNotice>) -> SQL?

    static func with<Value: Sendable>(
        rules: WeakenedRules = .all, operations: any OperationEnder = SilentOperations(),
        behavior: @escaping Behavior = { _ in }, statement: @escaping Statement = { _ in nil },
        change: (inout MessagingStack.Parts) -> Void = { _ in },
        _ body: (ServicePair) async throws -> Value
    ) async throws -> Value {
        try await TestBroker.with { broker in
            try await TestDatabase.with { database in
                let owner = try await TestMessaging(
                    service: "ingestion", database: database, broker: broker.brokers, rules: rules, change: change)
                let effects = try Migration(
                    file: "V0101__create_effects.sql",
                    bytes: Array(
                        """
                        CREATE TABLE effects (
                            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                            event_id uuid NOT NULL, key text NOT NULL, sequence bigint NOT NULL
                        );
                        """.utf8))
                let reader = try await TestMessaging(
                    service: "notification", database: database, broker: broker.brokers,
                    subscriptions: [Subscription(WriteDown(behavior: behavior, statement: statement))],
                    operations: operations, rules: rules,
                    extraMigrations: [effects], change: change)
                let pair = ServicePair(broker: broker, owner: owner, reader: reader)
                let result: Result<Value, any Error>
                do {
                    result = .success(try await body(pair))
                } catch {
                    result = .failure(error)
                }
                await owner.pool.close()
                await reader.pool.close()
                return try result.get()
            }
        }
    }

    /// Runs both while the body runs.
    func running<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await owner.running { try await reader.running(body) }
    }

    /// Sends `count` commands for some accounts, each in its own transaction.
    @discardableResult
    func order(_ count: Int, accounts: [AccountID], operation: OperationID? = nil) async throws -> [NoticeID] {
        var ids: [NoticeID] = []
        for index in 0..<count {
            let account = accounts[index % accounts.count], notice = NoticeID.random()
            ids.append(notice)
            try await owner.database.write(.request(correlationID: UUID())) { transaction in
                try transaction.append(
                    ChangeNotice(accountID: account, noticeID: notice, read: true), key: account, subject: notice,
                    operation: operation)
            }
        }
        return ids
    }

    /// Marks all rows as unsent after the relay has marked all as sent, which may be later than their effects.
    func forgetSent() async throws {
        try await eventually("all rows are marked as sent") {
            try await owner.count("SELECT count(*) FROM outbox, relay_state WHERE sent_epoch IS DISTINCT FROM epoch")
                == 0
        }
        try await owner.pool.execute("UPDATE outbox SET sent_epoch = 0")
    }

    /// Number of effects.
    func effects() async throws -> Int { try await reader.count("SELECT count(*) FROM effects") }

    /// Number of effects of an account's commands.
    func effects(of account: AccountID) async throws -> Int {
        try await reader.count("SELECT count(*) FROM effects WHERE key = \(account.description)")
    }

    /// An account whose events are in the same partition as another account's, or in a different one.
    func account(sharing isShared: Bool, partitionOf other: AccountID) -> AccountID {
        func partition(_ account: AccountID) -> Int32 {
            KafkaPartitioner.partition(key: Array(account.description.utf8), count: Topic.standardPartitions)
        }
        while true {
            let account = AccountID.random()
            if (partition(account) == partition(other)) == isShared { return account }
        }
    }

    /// Number of events that the consumer ignored as duplicates.
    var duplicates: UInt64 { reader.registry.counter("foodmagic_inbox_duplicates_total", help: "").value }

    /// The number of effects written more than once, and of effects out of order within a key.
    func wrongs() async throws -> (doubled: Int, disordered: Int) {
        let doubled = try await reader.count(
            "SELECT count(*) FROM (SELECT event_id FROM effects GROUP BY event_id HAVING count(*) > 1) AS twice")
        let disordered = try await reader.count(
            """
            SELECT count(*) FROM (
                SELECT sequence, lag(sequence) OVER (PARTITION BY key ORDER BY id) AS before FROM effects
            ) AS pairs WHERE sequence <= before
            """)
        return (doubled, disordered)
    }
}

/// Records the effect of a command after `behavior` has run.
struct WriteDown: EventHandler {
    let behavior: ServicePair.Behavior
    var statement: ServicePair.Statement = { _ in nil }

    func handle(_ event: Event<ChangeNotice>, in transaction: borrowing Transaction) async throws {
        try behavior(event)
        if let statement = statement(event) { _ = try await transaction.query(statement) }
        try await transaction.execute(
            """
            INSERT INTO effects (event_id, key, sequence)
            VALUES (\(event.attributes.id), \(event.attributes.key), \(event.attributes.sequence))
            """)
    }
}
