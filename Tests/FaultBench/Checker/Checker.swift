import EventContracts
import Foundation
import Postgres
import TestPeers
import TestSupport
import UnitSupport

/// Checks the invariants of all schemas once the system is idle.
package struct Checker: Sendable {
    /// Violations that remain when the system should be idle.
    package struct Wrong: Error, CustomStringConvertible {
        package let findings: [Finding]
        package var description: String { findings.map(\.description).joined(separator: "\n") }
    }

    let stack: TestStack
    /// Names of findings that the fault is expected to cause.
    package var allowed: Set<String> = []

    package init(stack: TestStack) {
        self.stack = stack
    }

    /// Waits until every accepted request has one effect and no rule is violated.
    ///
    /// - Parameters:
    ///   - history: The requests of clients.
    ///   - limit: Maximum time until the services are idle.
    /// - Throws: `Wrong` with the remaining violations.
    package func settle(_ history: History, within limit: Duration = .seconds(120)) async throws {
        // Updates statistics, so that the server chooses plans that read many rows in one pass.
        try await stack.admin.execute("ANALYZE")
        do {
            try await eventually("the system is idle", within: limit) {
                let began = ContinuousClock.now
                if try await wrongs(history, atMost: 1).isEmpty { return true }
                // The check must not slow the services down.
                try await Task.sleep(for: max(.milliseconds(200), (ContinuousClock.now - began) * 2))
                return false
            }
        } catch is ConditionNotMet {
            let left = try await wrongs(history)
            if !left.isEmpty { throw Wrong(findings: left) }
        }
    }

    /// All violations of the final state.
    ///
    /// - Parameters:
    ///   - history: The requests of clients.
    ///   - count: Number of findings at which the check ends.
    /// - Returns: The findings.
    /// - Throws: `PostgresError`.
    package func wrongs(_ history: History, atMost count: Int = .max) async throws -> [Finding] {
        var wrongs: [Finding] = []
        for rule in Self.rules(for: stack.serviceNames) where !allowed.contains(rule.name) {
            if wrongs.count >= count { return wrongs }
            do {
                let rows = try await counted(SQL(trusted: "SELECT count(*) FROM (\(rule.wrong)) AS wrong"))
                if rows > 0 { wrongs.append(Finding(rule.kind, rule.name, count: rows)) }
            } catch let error as PostgresError where error.isRetryable {
                wrongs.append(Finding(.other, "no answer to: \(rule.name)"))
            }
        }
        return wrongs + Self.judge(history.entries, try await operations()).filter { !allowed.contains($0.name) }
    }

    /// Counts in one pass: without statistics of an event's fields the database would compare each row with every other
    /// row.
    private func counted(_ sql: SQL) async throws -> Int {
        try await stack.admin.withTransaction { transaction in
            try await transaction.execute("SET LOCAL enable_nestloop = off")
            return try await transaction.query(sql).first?.decode(Int.self) ?? 0
        }
    }

    /// An accepted operation as the gateway stores it.
    package struct Operation: Sendable {
        package let account: UUID
        package let status: String
        /// Whether the operation has an idempotency key.
        package let hasKey: Bool

        package init(account: UUID, status: String, hasKey: Bool) {
            self.account = account
            self.status = status
            self.hasKey = hasKey
        }
    }

    private func operations() async throws -> [UUID: Operation] {
        let rows = try await stack.admin.query(
            """
            SELECT operation_id, account_id, status, resource_kind IN ('label-scan', 'meal', 'receipt')
            FROM ingestion.operations
            """)
        return Dictionary(
            uniqueKeysWithValues: try rows.map { row in
                let (id, account, status, hasKey) = try row.decode(UUID.self, UUID.self, String.self, Bool.self)
                return (id, Operation(account: account, status: status, hasKey: hasKey))
            })
    }

    /// Compares the responses to clients with the operations: an accepted request has exactly one, a refused request
    /// none, an unclear one none or one.
    package static func judge(_ entries: [History.Entry], _ operations: [UUID: Operation]) -> [Finding] {
        var accepted = Set<UUID>(), unclear: [UUID: Int] = [:], counts: [Finding.Kind: [String: Int]] = [:]
        func find(_ kind: Finding.Kind, _ name: String, count: Int = 1) {
            counts[kind, default: [:]][name, default: 0] += count
        }
        for entry in entries {
            switch entry.outcome {
            case .ok(let id):
                if !accepted.insert(id).inserted { find(.lost, "two requests have one operation") }
                let operation = operations[id]
                if operation?.status != "succeeded" { find(.lost, "accepted, but \(operation?.status ?? "lost")") }
                if let operation, operation.account != entry.account {
                    find(.foreign, "an operation of another account")
                }
            case .info:
                if entry.kind.hasKey { unclear[entry.account, default: 0] += 1 }
            case .fail(let status):
                find(.other, "refused with \(status)")
            }
        }
        // A profile has no idempotency key, so a request without a response may have been accepted at each attempt.
        var unknown: [UUID: Int] = [:]
        for (id, operation) in operations where operation.hasKey && !accepted.contains(id) {
            unknown[operation.account, default: 0] += 1
        }
        let known = Set(entries.map(\.account))
        for (account, count) in unknown where known.contains(account) {
            let excess = count - (unclear[account] ?? 0)
            if excess > 0 { find(.doubled, "operations that no client requested", count: excess) }
        }
        return counts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { kind, names in
            names.sorted { $0.key < $1.key }.map { Finding(kind, $0.key, count: $0.value) }
        }
    }
}
