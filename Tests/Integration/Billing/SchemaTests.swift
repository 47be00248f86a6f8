import EventContracts
import Foundation
import Messaging
import Postgres
import TestSupport
import Testing

@testable import BillingService

@Suite("Database constraints of billing")
struct SchemaTests {
    private func refused(_ sql: SQL, in bench: HandlerBench) async -> Bool {
        do {
            _ = try await bench.database.pool.execute(sql)
            return false
        } catch {
            return true
        }
    }

    @Test("BIL-09: booked entries are immutable and must balance")
    func ledger() async throws {
        try await HandlerBench.with(service: "billing", migrations: try BillingMigrations.all()) { bench in
            try await bench.database.pool.withTransaction { transaction in
                try await transaction.execute(
                    "INSERT INTO ledger_entries VALUES (1, 'a', now(), decode(repeat('00', 32), 'hex'))")
                try await transaction.execute("INSERT INTO ledger_postings VALUES (1, 0, 'provider:x', 5, 'CAD')")
                try await transaction.execute("INSERT INTO ledger_postings VALUES (1, 1, 'revenue:x', -5, 'CAD')")
            }
            #expect(await refused("UPDATE ledger_entries SET fact = 'b'", in: bench))
            #expect(await refused("DELETE FROM ledger_postings", in: bench))
            #expect(await refused("TRUNCATE ledger_postings", in: bench))
            #expect(await refused("INSERT INTO ledger_postings VALUES (1, 2, 'tax:CA', 1, 'CAD')", in: bench))
            #expect(
                await refused(
                    "INSERT INTO ledger_entries VALUES (2, 'b', now(), decode(repeat('00', 32), 'hex'))", in: bench))
            #expect(
                await refused(
                    "INSERT INTO ledger_entries VALUES (2, 'a', now(), decode(repeat('00', 32), 'hex'))", in: bench))
        }
    }

    @Test("BIL-03: an account has one subscription in force")
    func oneInForce() async throws {
        try await HandlerBench.with(service: "billing", migrations: try BillingMigrations.all()) { bench in
            let account = UUID()
            func insert(_ status: String) -> SQL {
                """
                INSERT INTO subscriptions (subscription_id, account_id, version, status, state, checkout_id, changed_at)
                VALUES (gen_random_uuid(), \(account), 1, \(status), '{}', gen_random_uuid(), now())
                """
            }
            #expect(await !refused(insert("active"), in: bench))
            #expect(await !refused(insert("ended"), in: bench))
            #expect(await refused(insert("past_due"), in: bench))
        }
    }
}
