import Crypto
import Foundation
import IngestionCore
import Postgres

/// Computes the hash chain of the audit log, for sealing and for verification.
package enum AuditChain {
    /// Length of a hash, in bytes.
    package static let hashLength = 32
    /// The predecessor of the first seal.
    package static let beginning = [UInt8](repeating: 0, count: hashLength)

    /// An entry in the form that is hashed.
    package struct Link: Sendable {
        package let id: Int64
        /// The bytes to hash: all columns in order, each after its length, so that no value can move to the next
        /// column.
        let bytes: [UInt8]
    }

    /// The hash of a seal over its entries, in the order of their ids.
    package static func hash(seal: Int64, of links: [Link], after previous: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(data: previous)
        digest.update(data: bigEndian(seal))
        digest.update(data: bigEndian(Int64(links.count)))
        for link in links {
            digest.update(data: bigEndian(Int64(link.bytes.count)))
            digest.update(data: link.bytes)
        }
        return Array(digest.finalize())
    }

    /// The entries with these ids, in the same order; missing ones are left out.
    package static func links(
        _ ids: [Int64], in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Link] {
        try await database.query(
            """
            SELECT entry_id, (extract(epoch FROM at) * 1000000)::bigint AS micros, category, action, actor_id::text,
                actor_role, subject_id::text, resource, outcome, reason_id::text, reason_sealed, request_id::text,
                address_hash, times
            FROM audit_entries WHERE entry_id = ANY (\(ids)) ORDER BY entry_id
            """
        ).map(link)
    }

    private static func link(_ row: PostgresRow) throws -> Link {
        let id: Int64 = try row.decode("entry_id"), micros: Int64 = try row.decode("micros")
        let times: Int32 = try row.decode("times")
        var bytes = bigEndian(id) + bigEndian(micros) + bigEndian(Int64(times))
        for column in [
            "category", "action", "actor_id", "actor_role", "subject_id", "resource", "outcome", "reason_id",
            "request_id",
        ] {
            let text = try row.decode(column, as: String?.self)
            append(text.map { Array($0.utf8) }, to: &bytes)
        }
        for column in ["reason_sealed", "address_hash"] {
            append(try row.decode(column, as: [UInt8]?.self), to: &bytes)
        }
        return Link(id: id, bytes: bytes)
    }

    /// Appends a value with its length; an absent value has a special length that differs from an empty one.
    private static func append(_ value: [UInt8]?, to bytes: inout [UInt8]) {
        bytes += bigEndian(Int64(value?.count ?? -1))
        if let value { bytes += value }
    }

    private static func bigEndian(_ value: Int64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
