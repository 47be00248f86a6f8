import EventContracts
import Foundation
import Postgres
import TestSupport

/// Looks for what must not be, over all schemas, once everything has come to rest.
struct Checker: Sendable {
    /// Wrongs that are left when everything should have come to rest.
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    let stack: TestStack

    /// Waits until every accepted request has its one effect and nothing is missing, doubled or out of order.
    ///
    /// - Parameters:
    ///   - history: what clients sent.
    ///   - limit: how long the services may take to come to rest.
    /// - Throws: `Wrong` with everything that is left.
    func settle(_ history: History, within limit: Duration = .seconds(45)) async throws {
        var left: [String] = []
        do {
            try await eventually("everything has come to rest", within: limit) {
                left = try await wrongs(history)
                if !left.isEmpty { try await Task.sleep(for: .milliseconds(200)) }
                return left.isEmpty
            }
        } catch is ConditionNotMet {
            throw Wrong(description: left.joined(separator: "\n"))
        }
    }

    /// Everything that is not as it must be in the end; a line each.
    func wrongs(_ history: History) async throws -> [String] {
        var wrongs: [String] = []
        for rule in Self.rules {
            let rows = try await stack.admin.query(SQL(trusted: "SELECT count(*) FROM (\(rule.wrong)) AS wrong"))
            let count = try rows.first?.decode(Int.self) ?? 0
            if count > 0 { wrongs.append("\(rule.name): \(count)") }
        }
        return wrongs + (try await Self.wrongs(history, operations()))
    }

    private struct Operation: Sendable {
        let account: UUID
        let status: String
        let isScan: Bool
    }

    private func operations() async throws -> [UUID: Operation] {
        let rows = try await stack.admin.query(
            "SELECT operation_id, account_id, status, resource_kind = 'label-scan' FROM ingestion.operations")
        return Dictionary(
            uniqueKeysWithValues: try rows.map { row in
                let (id, account, status, isScan) = try row.decode(UUID.self, UUID.self, String.self, Bool.self)
                return (id, Operation(account: account, status: status, isScan: isScan))
            })
    }

    /// Holds what clients were told against the operations that there are.
    private static func wrongs(_ history: History, _ operations: [UUID: Operation]) -> [String] {
        var wrongs: [String] = [], accepted = Set<UUID>(), unclear = 0
        for entry in history.entries {
            switch entry.outcome {
            case .ok(let id):
                if !accepted.insert(id).inserted { wrongs.append("two requests have one operation") }
                let operation = operations[id]
                if operation?.status != "succeeded" { wrongs.append("accepted, but \(operation?.status ?? "lost")") }
                if let operation, operation.account != entry.account {
                    wrongs.append("an operation of another account")
                }
            case .info:
                unclear += 1
            case .fail(let status):
                wrongs.append("refused with \(status)")
            }
        }
        // A profile has no idempotency key: what got no answer may have been accepted at each attempt.
        let scans = Set(operations.filter(\.value.isScan).keys)
        let acceptedScans = accepted.intersection(scans).count
        if !(acceptedScans...(acceptedScans + unclear)).contains(scans.count) {
            wrongs.append("\(scans.count) scans accepted, \(acceptedScans) known to clients, \(unclear) unclear")
        }
        return wrongs
    }
}
