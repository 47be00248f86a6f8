import EventContracts
import Postgres
import Synchronization

/// Sums up what rate limits refused, so that a flood becomes a few entries of the audit log and not a flood of them (GW-29).
package final class RateLimitTally: Sendable {
    /// Whom a limit refused.
    package enum Key: Hashable, Sendable {
        case account(AccountID)
        case address(ClientAddress)
    }

    /// Most accounts and addresses told apart between two rounds; the rest is one sum.
    private static let most = 1_000
    /// How often the sums become entries.
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
            } else if sums.counts.count < Self.most {
                sums.counts[key] = 1
            } else {
                sums.others &+= 1
            }
        }
    }

    /// Writes down what was refused since the last time.
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
