import Foundation
import TestPeers
import TestSupport
import Testing

@testable import Postgres

/// Tests of migrations, and of a service role's permissions afterwards.
@Suite struct MigratorTests {
    private func migration(_ file: String, _ sql: String) throws -> Migration {
        try Migration(file: file, bytes: Array(sql.utf8))
    }

    private func accounts() throws -> [Migration] {
        [
            try migration(
                "V0101__create_accounts.sql",
                """
                CREATE TABLE accounts (account_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL);
                CREATE INDEX ON accounts (name);
                """),
            try migration("V0001__create_outbox.sql", "CREATE TABLE outbox (n serial)"),
        ]
    }

    private func apply(
        _ migrations: [Migration], to database: TestDatabase, service: String = "one"
    ) async throws -> [Migration] {
        let role = database.role(service)
        return try await Migrator(admin: database.admin, logger: quiet)
            .apply(migrations, schema: service, role: role.name, password: role.password)
    }

    private func pool(_ configuration: PostgresConfiguration) -> PostgresPool {
        PostgresPool(configuration: configuration, size: 2, logger: quiet)
    }

    @Test func appliesInTheOrderOfNumbersAndOnlyOnce() async throws {
        try await TestDatabase.with { database in
            let first = try await apply(accounts(), to: database)
            #expect(first.map(\.version) == [1, 101])
            let second = try await apply(accounts(), to: database)
            #expect(second.isEmpty)
            let late = try migration("V0002__add_inbox.sql", "CREATE TABLE inbox (n int)")
            let third = try await apply(accounts() + [late], to: database)
            #expect(third == [late], "shared numbers grow apart from a service's own")
            let service = pool(database.role("one").configuration)
            try await service.execute("INSERT INTO accounts (name) VALUES ('Zoë')")
            let rows = try await service.query("SELECT account_id, name FROM accounts")
            let (number, name) = try rows[0].decode(Int.self, String.self)
            #expect(number == 1 && name == "Zoë")
        }
    }

    @Test func stopsAtAFileThatHasChanged() async throws {
        try await TestDatabase.with { database in
            _ = try await apply(accounts(), to: database)
            let changed = [
                try migration("V0001__create_outbox.sql", "CREATE TABLE outbox (n bigserial)"),
                try migration("V0102__create_more.sql", "CREATE TABLE more (n int)"),
            ]
            let error = await postgresError { _ = try await apply(changed, to: database) }
            #expect(error?.code == .migration)
            #expect(error?.description.contains("migration 1 create_outbox of schema one was changed") == true)
            let status = try await Migrator(admin: database.admin, logger: quiet).status(of: changed, schema: "one")
            #expect(
                status == [
                    MigrationStatus(version: 1, name: "create_outbox", state: .changed),
                    MigrationStatus(version: 101, name: "create_accounts", state: .unknown),
                    MigrationStatus(version: 102, name: "create_more", state: .pending),
                ])
        }
    }

    @Test func refusesTwoFilesOfOneNumber() async throws {
        try await TestDatabase.with { database in
            let twice = try [migration("V0101__a.sql", "SELECT 1"), migration("V0101__b.sql", "SELECT 2")]
            let error = await postgresError { _ = try await apply(twice, to: database) }
            #expect(error?.description.contains("two migrations have number 101: a, b") == true)
        }
    }

    @Test(arguments: [
        "0101__a.sql", "V101__a.sql", "V0101_a.sql", "V0101__A.sql", "V0101__a.txt", "V0101__a b.sql", "",
    ])
    func refusesAFileOfAnotherName(file: String) async {
        let error = await postgresError { _ = try Migration(file: file, bytes: []) }
        #expect(error?.code == .migration)
    }

    @Test func leavesNothingOfAMigrationThatFails() async throws {
        try await TestDatabase.with { database in
            let broken = try migration("V0101__break.sql", "CREATE TABLE half (n int); SELECT 1/0;")
            let error = await postgresError { _ = try await apply([broken], to: database) }
            #expect(error?.sqlState == "22012")
            #expect(error?.description.contains("migration 101 break of schema one") == true)
            let ends = try migration("V0101__end.sql", "CREATE TABLE half (n int); ROLLBACK;")
            let ended = await postgresError { _ = try await apply([ends], to: database) }
            #expect(ended?.code == .transactionEnded)
            let fixed = try migration("V0101__mend.sql", "CREATE TABLE half (n int)")
            #expect(try await apply([fixed], to: database) == [fixed])
        }
    }

    @Test func doesNotCollideWithAnotherMigrator() async throws {
        try await TestDatabase.with { database in
            let applied = try await withThrowingTaskGroup(of: [Migration].self) { group in
                for number in 0..<6 {
                    group.addTask {
                        try await apply(accounts(), to: database, service: number % 2 == 0 ? "one" : "two")
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(applied.map(\.version).sorted() == [1, 1, 101, 101])
        }
    }

    @Test("service role: reads and writes its rows and nothing else")
    func keepsARoleWithinItsSchema() async throws {
        try await TestDatabase.with { database in
            _ = try await apply(accounts(), to: database)
            _ = try await apply(accounts(), to: database, service: "two")
            let service = pool(database.role("one").configuration)
            try await service.execute("INSERT INTO outbox DEFAULT VALUES")
            try await service.execute("UPDATE outbox SET n = 7")
            try await service.execute("DELETE FROM outbox")
            _ = try await service.query("SELECT version FROM migrations")
            let other = database.role("two").name
            let forbidden = [
                "SELECT n FROM two.outbox", "INSERT INTO two.outbox DEFAULT VALUES", "CREATE TABLE two.mine (n int)",
                "CREATE TABLE public.mine (n int)", "CREATE TABLE mine (n int)", "CREATE SCHEMA mine",
                "CREATE TEMPORARY TABLE mine (n int)", "ALTER TABLE accounts ADD COLUMN more text",
                "DROP TABLE accounts", "TRUNCATE accounts", "CREATE INDEX ON accounts (account_id)",
                "UPDATE migrations SET checksum = ''", "DELETE FROM migrations", "SET ROLE \(other)",
                "SET ROLE postgres",
                "CREATE ROLE mine", "ALTER ROLE \(other) PASSWORD 'x'",
                "COPY accounts TO '/tmp/stolen'", "SELECT pg_read_file('/etc/passwd')",
                "SELECT rolpassword FROM pg_authid", "ALTER SYSTEM SET work_mem = '1MB'",
            ]
            for statement in forbidden {
                let error = await postgresError { try await service.execute(SQL(trusted: statement)) }
                #expect(error?.sqlState == "42501", "\(statement): \(error.map { "\($0)" } ?? "went through")")
            }
        }
    }

    @Test func letsAMigrationTakeAPrivilegeAwayForGood() async throws {
        try await TestDatabase.with { database in
            let audit = try migration(
                "V0101__create_audit.sql",
                """
                CREATE TABLE audit (entry text);
                DO $$ BEGIN
                    EXECUTE format('REVOKE UPDATE, DELETE ON audit FROM %I', current_setting('migration.role'));
                END $$;
                """)
            _ = try await apply([audit], to: database)
            _ = try await apply([audit], to: database)
            let service = pool(database.role("one").configuration)
            try await service.execute("INSERT INTO audit (entry) VALUES ('a')")
            let error = await postgresError { try await service.execute("DELETE FROM audit") }
            #expect(error?.sqlState == "42501")
        }
    }

    @Test func givesEachRoleItsPassword() async throws {
        try await TestPostgresCluster.with { cluster in
            try await cluster.requirePasswords()
            try await TestDatabase.with(server: cluster.admin) { database in
                _ = try await apply(accounts(), to: database)
                var configuration = database.role("one").configuration
                let rows = try await pool(configuration).query("SELECT current_user::text")
                #expect(try rows[0].decode(String.self) == database.role("one").name)
                configuration.password = "wrong"
                let wrong = await postgresError { _ = try await pool(configuration).query("SELECT 1") }
                #expect(wrong?.sqlState == "28P01")
                let stored = try await pool(database.admin).query(
                    "SELECT rolpassword FROM pg_authid WHERE rolname = \(configuration.user)")
                #expect(try stored[0].decode(String.self).hasPrefix("SCRAM-SHA-256$"))
                var elsewhere = database.role("one").configuration
                elsewhere.database = "postgres"
                _ = try await pool(cluster.admin).execute("REVOKE CONNECT ON DATABASE postgres FROM PUBLIC")
                let refused = await postgresError { _ = try await pool(elsewhere).query("SELECT 1") }
                #expect(refused?.code == .connection)
            }
        }
    }
}
