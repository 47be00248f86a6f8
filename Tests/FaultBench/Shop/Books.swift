import BillingRules
import BillingService
import Foundation
import Logging
import Postgres
import SandboxBank
import TestPeers
import TestSupport
import UnitSupport

/// Compares `billing` with the bank: each fact charged once, refunded once, and both ledgers equal.
struct Books: Sendable {
    let stack: TestStack
    let bank: FaultyBank

    /// Waits until no work is left, and returns the faults.
    func findings(within limit: Duration) async throws -> [Finding] {
        var left: [Finding] = []
        do {
            try await eventually("both ledgers are equal", within: limit) {
                left = try await wrongs()
                if left.isEmpty { return true }
                try await Task.sleep(for: .milliseconds(300))
                return false
            }
        } catch is ConditionNotMet {
            return left
        }
        return []
    }

    /// Number of paid payments.
    func paid() async throws -> Int {
        try await stack.count("SELECT count(*) FROM billing.payments WHERE status IN ('paid', 'refunded')")
    }

    private struct Payment {
        let fact: String
        let status: String
        let total: Int64
        let isSettled: Bool
    }

    private func wrongs() async throws -> [Finding] {
        var counts: [String: (kind: Finding.Kind, count: Int)] = [:]
        func find(_ kind: Finding.Kind, _ name: String) { counts[name] = (kind, (counts[name]?.count ?? 0) + 1) }
        let waiting = try await stack.count("SELECT count(*) FROM billing.provider_calls WHERE kind <> 'look'")
        if waiting > 0 { find(.other, "calls to the provider that are under way") }
        let movements = bank.movements, payments = try await payments()
        var known = Set<String>()
        for payment in payments {
            known.insert(payment.fact)
            let moved = movements[payment.fact] ?? SandboxBank.Movement()
            if moved.charges > 1 { find(.doubled, "facts that were charged more than once") }
            if moved.refunds > 1 { find(.doubled, "facts that were given back more than once") }
            switch payment.status {
            case "paid":
                if moved.paid != payment.total || moved.refunded != 0 { find(.lost, "paid, and not so at the bank") }
            case "refunded":
                if moved.paid != payment.total { find(.lost, "given back, and never paid") }
                if !payment.isSettled || moved.refunded != payment.total { find(.lost, "not given back") }
            default:
                if moved.charges > 0 { find(.lost, "paid at the bank, and not known") }
            }
        }
        for fact in movements.keys where !known.contains(fact) { find(.foreign, "charged, and no fact of ours") }
        let pool = try pool()
        do {
            let ours = (try await LedgerRepository.balances(in: pool)["provider:sandbox"] ?? [:]).filter {
                $0.value != 0
            }
            let equal = Dictionary(uniqueKeysWithValues: ours.map { ($0.key.lowercased(), $0.value) })
            if equal != bank.balances.filter({ $0.value != 0 }) { find(.lost, "ledgers that are not equal") }
            _ = try await LedgerRepository.check(in: pool)
        } catch let fault as LedgerFault {
            find(.other, "the ledger is broken: \(fault)")
        }
        await pool.close()
        let numbers = try await stack.count(
            "SELECT count(*) FROM (SELECT year FROM billing.receipts GROUP BY year HAVING max(count) <> count(*)) AS y")
        if numbers > 0 { find(.gap, "numbers of receipts with a gap") }
        return counts.sorted { $0.key < $1.key }.map { Finding($0.value.kind, $0.key, count: $0.value.count) }
    }

    private func payments() async throws -> [Payment] {
        try await stack.admin.query(
            """
            SELECT charge_key, status, (body -> 'total' ->> 'minorUnits')::bigint, refund_settled_at IS NOT NULL
            FROM billing.payments
            """
        ).map { row in
            let (fact, status, total, isSettled) = try row.decode(String.self, String.self, Int64.self, Bool.self)
            return Payment(fact: fact, status: status, total: total, isSettled: isSettled)
        }
    }

    private func pool() throws -> PostgresPool {
        PostgresPool(
            configuration: stack.database.role(BillingService.name).configuration, size: 1,
            logger: Logger(label: "books"))
    }
}
