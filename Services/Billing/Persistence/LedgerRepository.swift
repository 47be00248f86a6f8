import BillingRules
import EventContracts
import Foundation
import Postgres
import Quantities

/// Ledger entries about moved money, each chained to the previous one by hash; the database prevents changes.
package enum LedgerRepository {
    /// Number of entries checked per query.
    private static let pageSize = 500

    /// Appends an entry.
    static func append(_ entry: LedgerEntry, in transaction: borrowing Transaction) async throws {
        // The chain has one end, so writers wait for each other.
        _ = try await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended('billing/ledger', 0))::text")
        let last = try await transaction.query(
            "SELECT sequence, hash FROM ledger_entries ORDER BY sequence DESC LIMIT 1"
        ).first.map { row in
            let (sequence, hash) = try row.decode(Int64.self, [UInt8].self)
            return LedgerChain(sequence: sequence, hash: hash)
        }
        var chain = last ?? LedgerChain()
        chain.append(entry)
        try await transaction.execute(
            """
            INSERT INTO ledger_entries (sequence, fact, at, hash)
            VALUES (\(chain.sequence), \(entry.fact), \(entry.at), \(chain.hash))
            """)
        for (ordinal, posting) in entry.postings.enumerated() {
            try await transaction.execute(
                """
                INSERT INTO ledger_postings (sequence, ordinal, account, minor_units, currency)
                VALUES (
                    \(chain.sequence), \(ordinal), \(posting.account.description), \(posting.amount.minorUnits),
                    \(posting.amount.currency.code))
                """)
        }
    }

    /// Reads the whole ledger and checks its chain.
    ///
    /// - Parameter pool: The database.
    /// - Returns: The number of entries.
    /// - Throws: `LedgerFault` with the first invalid entry, or a `PostgresError`.
    package static func check(in pool: PostgresPool) async throws -> Int64 {
        var chain = LedgerChain()
        while true {
            let entries = try await entries(after: chain.sequence, in: pool)
            try chain.check(entries)
            if entries.count < Self.pageSize { return chain.sequence }
        }
    }

    private static func entries(
        after sequence: Int64, in pool: PostgresPool
    ) async throws -> [(sequence: Int64, entry: LedgerEntry, hash: [UInt8])] {
        let rows = try await pool.query(
            """
            SELECT e.sequence, e.fact, e.at, e.hash, array_agg(p.account ORDER BY p.ordinal),
                array_agg(p.minor_units ORDER BY p.ordinal), array_agg(p.currency ORDER BY p.ordinal)
            FROM (
                SELECT sequence, fact, at, hash FROM ledger_entries
                WHERE sequence > \(sequence) ORDER BY sequence LIMIT \(Self.pageSize)) AS e
            JOIN ledger_postings AS p USING (sequence)
            GROUP BY e.sequence, e.fact, e.at, e.hash ORDER BY e.sequence
            """)
        return try rows.map { row in
            let (sequence, fact, at, hash, accounts, units, currencies) = try row.decode(
                Int64.self, String.self, Date.self, [UInt8].self, [String].self, [Int64].self, [String].self)
            let postings = try zip(accounts, zip(units, currencies)).map { account, amount in
                guard let account = LedgerAccount(text: account), let currency = Currency(stored: amount.1) else {
                    throw LedgerFault.broken(sequence)
                }
                return LedgerPosting(account, Money(minorUnits: amount.0, currency: currency))
            }
            return (sequence, try LedgerEntry(fact: fact, at: at, postings: postings), hash)
        }
    }

    /// The balance of each ledger account, in minor units by currency; credits are negative.
    package static func balances(in pool: PostgresPool) async throws -> [String: [String: Int64]] {
        var balances: [String: [String: Int64]] = [:]
        let rows = try await pool.query(
            "SELECT account, currency, sum(minor_units)::bigint FROM ledger_postings GROUP BY account, currency")
        for row in rows {
            let (account, currency, sum) = try row.decode(String.self, String.self, Int64.self)
            balances[account, default: [:]][currency] = sum
        }
        return balances
    }

    /// Issues the next receipt number of the year to a payment.
    static func issueReceipt(
        for payment: PaymentID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> ReceiptNumber {
        let year = CalendarDay(now, in: .gmt).year
        let count = try await transaction.query(
            """
            INSERT INTO receipt_series AS series (year, last_count) VALUES (\(year), 1)
            ON CONFLICT (year) DO UPDATE SET last_count = series.last_count + 1
            RETURNING last_count
            """
        ).first.map { try $0.decode(Int64.self) }
        guard let count, let number = ReceiptNumber(year: year, count: count) else {
            throw UnknownStoredValue(column: "receipt_series.last_count")
        }
        try await transaction.execute(
            """
            INSERT INTO receipts (year, count, payment_id, issued_at)
            VALUES (\(year), \(number.count), \(payment.uuid), \(now))
            """)
        return number
    }
}
