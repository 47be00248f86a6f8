import EventContracts
import Postgres

extension Transaction {
    /// Waits for other transactions that count the same rows of an account.
    ///
    /// Held until the transaction ends, so that no row is added between counting and adding.
    package func lockCount(of rows: String, _ account: AccountID) async throws {
        _ = try await query("SELECT pg_advisory_xact_lock(hashtextextended(\("\(rows)/\(account)"), 0))::text")
    }
}
