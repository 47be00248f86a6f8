import EventContracts
import Postgres

extension Transaction {
    /// Locks the counting of an account's rows, and waits for other transactions that hold this lock.
    ///
    /// Held until the transaction ends, so that no row is added between counting and adding.
    package func lockCount(of rows: String, _ account: AccountID) async throws {
        _ = try await query("SELECT pg_advisory_xact_lock(hashtextextended(\("\(rows)/\(account)"), 0))::text")
    }
}
