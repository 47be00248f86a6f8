import Foundation
import Hexadecimal
import IngestionCore
import Postgres

/// Verifies the chain of the audit log from its beginning, or from the anchor of pruned seals.
package struct AuditVerification: Sendable, Equatable {
    /// The first fault found.
    package enum Fault: Sendable, Equatable {
        /// A gap in the numbers of the seals before this one.
        case missingSeal(before: Int64)
        /// An entry of the seal is missing.
        case missingEntry(Int64, seal: Int64)
        /// The entries of the seal, or its predecessor, differ from what was sealed.
        case changed(seal: Int64)
        /// An entry is in two seals.
        case repeated(Int64, seal: Int64)
        /// An entry was not added by the gateway.
        case unsealed(Int64)
        /// The seal recorded elsewhere is missing or different.
        case forgotten(seal: Int64)
        /// The seal recorded elsewhere was pruned, and its hash is unknown here.
        case pruned(seal: Int64)
        /// Entries were pruned before their minimum retention.
        case prunedEarly(seal: Int64)
    }

    /// A seal as recorded outside the database.
    package struct Head: Sendable, Equatable {
        package let seal: Int64
        package let hash: [UInt8]

        package init(seal: Int64, hash: [UInt8]) {
            self.seal = seal
            self.hash = hash
        }

        /// Parses `12:` and 64 hexadecimal digits; nil if invalid.
        package init?(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let seal = Int64(parts[0]), seal > 0,
                let hash = [UInt8](hexadecimal: parts[1]), hash.count == AuditChain.hashLength
            else { return nil }
            self.init(seal: seal, hash: hash)
        }

        /// The head in the form that `init(_:)` parses.
        package var text: String { "\(seal):\(hash.hexadecimal)" }
    }

    package private(set) var seals: Int64 = 0
    package private(set) var entries: Int64 = 0
    /// The last valid seal.
    package private(set) var head: Head?
    package private(set) var fault: Fault?
    /// The anchor of pruned seals before the first remaining one.
    package private(set) var anchor: AuditAnchor?

    /// Number of seals checked in one statement.
    private static let page: Int64 = 100
    /// Maximum normal delay between an entry and its seal.
    private static let timeout = "60 seconds"

    /// Verifies the whole log; starts again if entries are pruned during verification.
    ///
    /// - Parameters:
    ///   - remembered: A seal from an earlier run; without one, deleted newest seals are not detected.
    ///   - database: The database with the gateway's schema.
    /// - Returns: The result, up to the first fault.
    /// - Throws: `PostgresError`.
    package static func run(
        remembering remembered: Head? = nil, in database: some PostgresQuerying
    ) async throws -> AuditVerification {
        while true {
            let found = try await walk(remembering: remembered, in: database)
            if try await AuditAnchor.newest(in: database) == found.anchor { return found }
        }
    }

    private static func walk(
        remembering remembered: Head?, in database: some PostgresQuerying
    ) async throws -> AuditVerification {
        var found = AuditVerification()
        var seen: Set<Int64> = []
        found.anchor = try await AuditAnchor.newest(in: database)
        var previous = found.anchor?.head
        found.fault = try await fault(of: found.anchor, remembering: remembered, in: database)
        guard found.fault == nil else { return found }
        while true {
            let seals = try await database.query(
                """
                SELECT seal_id, entries, hash FROM audit_seals WHERE seal_id > \(previous?.seal ?? 0)
                ORDER BY seal_id LIMIT \(page)
                """)
            for row in seals {
                let (seal, ids, hash) = try row.decode(Int64.self, [Int64].self, [UInt8].self)
                let twice = ids.first { !seen.insert($0).inserted }
                found.fault =
                    if let twice { .repeated(twice, seal: seal) } else {
                        try await fault(of: seal, ids, hash, after: previous, in: database)
                    }
                guard found.fault == nil else { return found }
                if let remembered, remembered.seal == seal, remembered.hash != hash {
                    found.fault = .forgotten(seal: seal)
                    return found
                }
                previous = Head(seal: seal, hash: hash)
                found.seals += 1
                found.entries += Int64(ids.count)
                found.head = previous
            }
            if seals.count < page { break }
        }
        if let remembered, remembered.seal > previous?.seal ?? 0 {
            found.fault = .forgotten(seal: remembered.seal)
        } else {
            found.fault = try await strayEntry(in: database)
        }
        return found
    }

    /// The fault of pruned seals, as far as it can be determined.
    private static func fault(
        of anchor: AuditAnchor?, remembering remembered: Head?, in database: some PostgresQuerying
    ) async throws -> Fault? {
        guard let anchor else { return nil }
        let limit = Date().addingTimeInterval(-86_400 * Double(AuditPruner.minDays))
        guard anchor.newestAt <= limit else { return .prunedEarly(seal: anchor.head.seal) }
        guard let remembered, remembered.seal <= anchor.head.seal else { return nil }
        guard let hash = try await AuditAnchor.hash(of: remembered.seal, in: database) else {
            return .pruned(seal: remembered.seal)
        }
        return hash == remembered.hash ? nil : .forgotten(seal: remembered.seal)
    }

    /// The fault of one seal.
    static func fault(
        of seal: Int64, _ ids: [Int64], _ hash: [UInt8], after previous: Head?,
        in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Fault? {
        guard seal == (previous?.seal ?? 0) + 1 else { return .missingSeal(before: seal) }
        let links = try await AuditChain.links(ids, in: database)
        let there = Set(links.map(\.id))
        if let gone = ids.first(where: { !there.contains($0) }) { return .missingEntry(gone, seal: seal) }
        let right = AuditChain.hash(seal: seal, of: links, after: previous?.hash ?? AuditChain.beginning)
        return right == hash ? nil : .changed(seal: seal)
    }

    private static func strayEntry(in database: some PostgresQuerying) async throws -> Fault? {
        try await database.query(
            """
            SELECT entry_id FROM audit_entries WHERE at < now() - \(timeout)::interval
            EXCEPT SELECT unnest(entries) FROM audit_seals ORDER BY entry_id LIMIT 1
            """
        ).first.map { .unsealed(try $0.decode(Int64.self)) }
    }
}

extension AuditVerification.Fault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missingSeal(let seal): "a seal before seal \(seal) is missing"
        case .missingEntry(let entry, let seal): "entry \(entry) of seal \(seal) is missing"
        case .changed(let seal): "seal \(seal) does not match its entries and the previous seal"
        case .repeated(let entry, let seal): "entry \(entry) is in seal \(seal) a second time"
        case .unsealed(let entry): "entry \(entry) is in no seal"
        case .forgotten(let seal): "seal \(seal) differs from the remembered seal"
        case .pruned(let seal): "the remembered seal \(seal) has been pruned: pass a newer one"
        case .prunedEarly(let seal): "entries up to seal \(seal) were pruned before \(AuditPruner.minDays) days"
        }
    }
}
