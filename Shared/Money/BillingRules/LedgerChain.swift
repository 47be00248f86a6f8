import Crypto
import EventContracts
import Foundation
import Quantities

/// The hash chain of the ledger: each entry's hash includes all before it, so that later changes, omissions and
/// insertions are detected.
package struct LedgerChain: Sendable, Equatable {
    /// Number of the last entry; 0 before the first.
    package private(set) var sequence: Int64
    /// SHA-256 of the last entry together with the previous hash.
    package private(set) var hash: [UInt8]

    /// A chain that continues after an entry.
    package init(sequence: Int64 = 0, hash: [UInt8] = [UInt8](repeating: 0, count: SHA256Digest.byteCount)) {
        self.sequence = sequence
        self.hash = hash
    }

    /// Appends an entry to the chain.
    package mutating func append(_ entry: LedgerEntry) {
        sequence += 1
        hash = Array(SHA256.hash(data: hash + Self.bytes(of: entry, sequence)))
    }

    /// Checks entries against the stored hashes.
    ///
    /// - Parameter entries: All entries after the chain's last, in order.
    /// - Throws: `LedgerFault.broken` with the number of the first wrong entry.
    package mutating func check(
        _ entries: some Sequence<(sequence: Int64, entry: LedgerEntry, hash: [UInt8])>
    ) throws(LedgerFault) {
        for (stored, entry, hash) in entries {
            append(entry)
            guard stored == sequence, hash == self.hash else { throw .broken(sequence) }
        }
    }

    /// The hashed form of an entry: each text is preceded by its length, so that different entries have different
    /// bytes.
    private static func bytes(of entry: LedgerEntry, _ sequence: Int64) -> [UInt8] {
        let postings = entry.postings.flatMap {
            [$0.account.description, String($0.amount.minorUnits), $0.amount.currency.code]
        }
        return ([String(sequence), entry.fact, EventTime.format(entry.at)] + postings).flatMap {
            Array("\($0.utf8.count):\($0)".utf8)
        }
    }
}
