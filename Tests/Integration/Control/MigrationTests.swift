import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing

@testable import ControlService

@Suite("Migrations", .timeLimit(.minutes(10)))
struct MigrationTests {
    @Test("migration: creates all schemas; a second run changes nothing")
    func twice() async throws {
        try await TestDatabase.with { test in
            let migrations = try MigratedDatabase.migrations(of: test)
            var first: [String: Int] = [:], second: [String: Int] = [:]
            #expect(try await migrations.status().allSatisfy { $0.migrations.allSatisfy { $0.state == .pending } })
            try await migrations.apply { first[$0] = $1.count }
            try await migrations.apply { second[$0] = $1.count }
            #expect(
                Set(first.keys) == [
                    "ingestion", "vision", "nutrition", "allergen", "notification", "spending", "billing", "keyring",
                    "control",
                ])
            #expect(first.values.allSatisfy { $0 > 0 })
            #expect(second.values.allSatisfy { $0 == 0 })
            #expect(try await migrations.status().allSatisfy { $0.migrations.allSatisfy { $0.state == .applied } })
        }
    }

    @Test("migration: a service role can access only its own schema")
    func roles() async throws {
        try await TestDatabase.with { test in
            try await MigratedDatabase.migrations(of: test).apply { _, _ in }
            var configuration = test.role("allergen").configuration
            configuration.password = "secret"
            let session = try await DedicatedSession.open(configuration)
            defer { session.close() }
            _ = try await session.query("SELECT count(*) FROM scans")
            for table in ["ingestion.accounts", "notification.notices", "keyring.data_keys", "control.audit_log"] {
                await #expect(throws: PostgresError.self, "\(table)") {
                    try await session.query("SELECT count(*) FROM \(raw: table)")
                }
            }
        }
    }

    @Test("migration: a missing database is created once")
    func creation() async throws {
        var target = try TestDatabase.environmentServer()
        target.database = "control_\(UUID().uuidString.prefix(8).lowercased())"
        #expect(try await DatabaseCreation(target: target).run())
        #expect(try await !DatabaseCreation(target: target).run())
        let server = try await DedicatedSession.open(try TestDatabase.environmentServer())
        defer { server.close() }
        try await server.execute("DROP DATABASE \(identifier: target.database) WITH (FORCE)")
    }

    @Test("migration: numbers are unique per schema")
    func numbers() throws {
        for schema in try ServiceSchema.all() { _ = try Migration.ordered(schema.migrations) }
        _ = try Migration.ordered(try Migrations.own())
    }

    @Test("fmctl: the audit log has every action; without it nothing runs")
    func audit() async throws {
        try await MigratedDatabase.with { migrated in
            try await AuditLog(database: migrated.database).record(.openSealed, "tail of a topic")
            #expect(
                try await migrated.count(
                    "SELECT count(*) FROM control.audit_log WHERE who <> '' AND action = 'open-sealed'") == 1)
        }
        try await TestDatabase.with { test in
            let failure = await #expect(throws: ControlFailure.self) {
                try await AuditLog(database: OperatorDatabase(test.admin)).record(.replay, "")
            }
            #expect(failure?.description.contains("fmctl migrate") == true)
        }
    }
}
