import EventContracts
import Foundation
import Kafka
import Messaging
import Postgres
import TestPeers

extension MessagingDatabase {
    /// The events of one type that the service has emitted, in order.
    ///
    /// - Returns: The events in the outbox.
    /// - Throws: A `PostgresError`, or a decoding error.
    package func events<Body: EventBody>(_ type: Body.Type = Body.self) async throws -> [Event<Body>] {
        try await pool.query("SELECT key, headers, body FROM outbox WHERE type = \(Body.type.name) ORDER BY id")
            .map { row in
                let event = try Self.encodedEvent(row)
                return Event(
                    attributes: event.attributes, body: try EventCoding.decode(Body.self, from: event.body))
            }
    }

    /// The events of every type that the service has emitted, in order, with their data as sent.
    ///
    /// - Throws: A `PostgresError`, or a decoding error.
    package func everythingSaid() async throws -> [(attributes: EventAttributes, body: [UInt8])] {
        try await pool.query("SELECT key, headers, body FROM outbox ORDER BY id").map(Self.encodedEvent)
    }

    private static func encodedEvent(_ row: PostgresRow) throws -> (attributes: EventAttributes, body: [UInt8]) {
        let (key, headers, body) = try row.decode(String.self, [UInt8].self, [UInt8].self)
        let fields = (RecordHeaders(bytes: headers)?.headers ?? []).map { (name: $0.name, value: $0.value) }
        return (try EventHeaders.decode(fields, key: key), body)
    }

    /// A single number from the service's schema.
    ///
    /// - Throws: A `PostgresError`.
    package func count(_ sql: SQL) async throws -> Int {
        try await pool.query(sql).first?.decode(Int.self) ?? 0
    }
}
