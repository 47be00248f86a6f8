import EventContracts
import Foundation
import Postgres

/// The events that an operator wants to republish.
struct RepublishSelection: Sendable, Equatable {
    enum Range: Sendable, Equatable {
        /// All rows still in the outbox.
        case everything
        /// The events of one key, from a sequence number on.
        case key(String, from: Int64)
        /// All events since a time.
        case since(Date)
        /// The current state, even after pruning.
        case snapshots
    }

    /// The topics by the service that owns them.
    let topics: [String: [String]]
    let range: Range

    /// A request for named topics, and for all topics of named owners.
    ///
    /// - Throws: `ControlFailure.usage` if nothing or something unknown is named.
    init(topics names: [String], services: [String], range: Range) throws(ControlFailure) {
        var chosen = Set<Topic>()
        for name in names {
            guard let topic = Topic.all.first(where: { $0.name == name }) else {
                throw .usage("there is no topic \(name); see fmctl topics list")
            }
            guard topic.isNumbered else {
                throw .usage("\(name) cannot be republished: its owner does not store it")
            }
            chosen.insert(topic)
        }
        if !services.isEmpty {
            let owners = try ServiceSchema.names(services)
            chosen.formUnion(Topic.all.filter { owners.contains($0.owner) && $0.isNumbered })
        }
        guard !chosen.isEmpty else { throw .usage("pass --topic or --service") }
        self.topics = Dictionary(grouping: chosen.sorted(), by: \.owner).mapValues { $0.map(\.name) }
        self.range = range
    }

    /// A description for the audit log.
    var description: String {
        let names = topics.values.joined().sorted().joined(separator: ", ")
        return switch range {
        case .everything: "all of \(names)"
        case .key(let key, let from): "key \(key) from \(from) of \(names)"
        case .since(let date): "since \(EventTime.format(date)) of \(names)"
        case .snapshots: "snapshots of \(names)"
        }
    }
}

/// Writes republish requests into the owners' schemas, in the form of a consumer's request; the owner processes them.
struct RepublishRequests: Sendable {
    /// The consumer name of these requests in the owner's table.
    static let consumer = "fmctl"

    let database: OperatorDatabase

    /// - Returns: The number of requests written, by owner.
    /// - Throws: `PostgresError`.
    func place(_ command: RepublishSelection) async throws -> [String: Int] {
        var written: [String: Int] = [:]
        for (owner, topics) in command.topics {
            written[owner] = try await database.withSchema(owner) { pool in
                try await pool.execute(Self.statement(command.range, topics))
            }
        }
        return written
    }

    /// Waits until the owners have processed the requests and sent all events in their outboxes.
    ///
    /// - Returns: Whether that happened within the limit.
    func waitUntilSent(by owners: [String], within limit: Duration) async throws -> Bool {
        let end = ContinuousClock.now + limit
        for owner in owners {
            let isSent = try await database.withSchema(owner) { pool in
                while try await Self.isWaiting(on: pool) {
                    guard ContinuousClock.now < end else { return false }
                    try await Task.sleep(for: .milliseconds(100))
                }
                return true
            }
            guard isSent else { return false }
        }
        return true
    }

    private static func isWaiting(on pool: PostgresPool) async throws -> Bool {
        let rows = try await pool.query(
            """
            SELECT 1
            WHERE EXISTS (SELECT FROM republish_requests WHERE consumer = \(consumer))
                OR EXISTS (SELECT FROM outbox WHERE sent_epoch = 0)
            """)
        return !rows.isEmpty
    }

    private static func statement(_ range: RepublishSelection.Range, _ topics: [String]) -> SQL {
        switch range {
        case .everything:
            """
            INSERT INTO republish_requests (consumer, topic, kind, key, from_position)
            SELECT \(consumer), topic, 'sequences', key, 1 FROM outbox_keys WHERE topic = ANY (\(topics))
            ON CONFLICT DO NOTHING
            """
        case .key(let key, let from):
            """
            INSERT INTO republish_requests (consumer, topic, kind, key, from_position)
            SELECT \(consumer), topic, 'sequences', key, \(from) FROM outbox_keys
            WHERE topic = ANY (\(topics)) AND key = \(key) AND last_sequence >= \(from)
            ON CONFLICT DO NOTHING
            """
        case .since(let date):
            """
            INSERT INTO republish_requests (consumer, topic, kind, key, from_position)
            SELECT \(consumer), topic, 'sequences', key, min(sequence) FROM outbox
            WHERE topic = ANY (\(topics)) AND sequence IS NOT NULL AND created_at >= \(date)
            GROUP BY topic, key
            ON CONFLICT DO NOTHING
            """
        case .snapshots:
            """
            INSERT INTO republish_requests (consumer, topic, kind)
            SELECT \(consumer), topic, 'snapshots' FROM unnest(\(topics)) AS wanted (topic)
            ON CONFLICT DO NOTHING
            """
        }
    }
}
