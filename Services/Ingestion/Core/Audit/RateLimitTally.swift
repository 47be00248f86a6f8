import EventContracts
import Postgres
import Synchronization

/// Sums up refusals of rate limits, so that a flood of requests causes only a few audit entries (GW-29).
package final class RateLimitTally: Sendable {
    /// The refused account or address.
    package enum Key: Hashable, Sendable {
        case account(AccountID)
        case address(ClientAddress)
    }

    /// Maximum number of accounts and addresses counted separately per round; the rest is one sum.
    private static let maxCounted = 1_000
    /// The interval for writing the sums.
    package static let interval = Duration.seconds(10)

    private struct Sums {
        var counts: [Key: Int32] = [:]
        var others: Int32 = 0
    }

    private let sums = Mutex(Sums())

    package init() {}

    /// Counts one refusal.
    package func count(_ key: Key) {
        sums.withLock { sums in
            if let known = sums.counts[key] {
                sums.counts[key] = known &+ 1
            } else if sums.counts.count < Self.maxCounted {
                sums.counts[key] = 1
            } else {
                sums.others &+= 1
            }
        }
    }

    /// Writes the refusals since the last call.
    package func flush(hashing index: AddressIndex, in database: some PostgresQuerying) async throws {
        let taken = sums.withLock { sums in
            defer { sums = Sums() }
            return sums
        }
        for (key, times) in taken.counts {
            var entry = AuditEntry(.rateLimited, of: nil, outcome: .refused)
            switch key {
            case .account(let account): entry.subject = account
            case .address(let address): entry.addressHash = index.hash(address)
            }
            entry.times = times
            try await Audit.record(entry, in: database)
        }
        guard taken.others > 0 else { return }
        var entry = AuditEntry(.rateLimited, of: nil, outcome: .refused)
        entry.times = taken.others
        try await Audit.record(entry, in: database)
    }
}
