import EventContracts
import Foundation
import Postgres
import TestSupport
import Testing

@testable import ControlService

@Suite("Access of people to the database", .timeLimit(.minutes(10))) struct DatabaseAccessTests {
    private static func line(_ time: String, _ user: String, _ session: String, _ message: String) -> String {
        #"{"timestamp":"\#(time)","user":"\#(user)","session_id":"\#(session)","message":"\#(message)"}"#
    }

    private static let log = [
        line("2026-11-27 14:00:01.123 UTC", "person_anna", "a.1", "statement: select * from meals"),
        line("2026-11-27 14:59:59.000 UTC", "person_anna", "a.1", "statement: SELECT 1"),
        line("2026-11-27 14:10:00.000 UTC", "ingestion", "b.2", "statement: SELECT 2"),
        line("2026-11-27 14:10:01.000 UTC", "person_anna", "a.1", "execute <unnamed>: update meals set x = 1"),
        line("2026-11-27 14:10:02.000 UTC", "person_anna", "a.1", "connection authorized"),
        "no JSON",
        line("2026-11-27 15:00:00.000 UTC", "person_anna", "a.1", "statement: TABLE meals"),
    ].joined(separator: "\n")

    @Test("GW-27: sessions in a log are counted by hour and kind of statement, for people only")
    func sessions() {
        let found = DatabaseAccessLog.sessions(in: Array(Self.log.utf8))
        #expect(
            found.map(\.resource) == [
                "2026-11-27T14 a.1 person_anna SELECT 2 UPDATE 1", "2026-11-27T15 a.1 person_anna TABLE 1",
            ])
    }

    @Test("GW-27: each session and hour is one entry of the audit log, once the hour is over")
    func recorded() async throws {
        try await MigratedDatabase.with { migrated in
            let log = DatabaseAccessLog(database: migrated.database)
            let sessions = DatabaseAccessLog.sessions(in: Array(Self.log.utf8))
            #expect(try await log.record(sessions, before: "2026-11-27T15") == 1)
            #expect(try await log.record(sessions, before: "2026-11-27T15") == 0)
            #expect(try await log.record(sessions, before: "2026-11-27T16") == 1)
            #expect(
                try await migrated.count(
                    """
                    SELECT count(*) FROM ingestion.audit_entries
                    WHERE action = 'database-access' AND category = 'access' AND actor_role = 'operator'
                    """) == 2)
        }
    }

    @Test("GW-27: a person's role reads, changes nothing, is logged, ends, and is removed")
    func people() async throws {
        try await MigratedDatabase.with { migrated in
            let people = DatabasePeople(database: migrated.database)
            let name = "t" + RandomText.make(10), role = DatabasePeople.prefix + name
            let password = try await people.add(name, until: Date().addingTimeInterval(3_600))
            #expect(try await people.add(name, until: Date().addingTimeInterval(7_200)) != password)
            var person = migrated.test.admin
            (person.user, person.password) = (role, password)
            let session = try await DedicatedSession.open(person)
            #expect(try await session.query("SELECT count(*) FROM ingestion.accounts").count == 1)
            #expect(try await session.query("SHOW log_statement").first?.decode(String.self) == "all")
            #expect(try await session.query("SHOW log_parameter_max_length").first?.decode(String.self) == "0")
            await #expect(throws: PostgresError.self) {
                try await session.execute("SET default_transaction_read_only = off; DELETE FROM ingestion.sessions")
            }
            await #expect(throws: PostgresError.self) { try await session.query("SELECT * FROM keyring.data_keys") }
            session.close()
            try await people.remove(name)
            #expect(try await migrated.count("SELECT count(*) FROM pg_roles WHERE rolname = \(role)") == 0)
            await #expect(throws: ControlFailure.self) { try await people.remove(name) }
            #expect(
                try await migrated.count(
                    "SELECT count(*) FROM control.audit_log WHERE action LIKE '%-database-person'") == 4)
        }
    }

    @Test("database access: names and lengths are checked", arguments: ["", "a", "Anna", "a-b", "1a", "person_x"])
    func names(name: String) {
        #expect(!DatabasePeople.isName(name))
        #expect(DatabasePeople.isName("anna2"))
    }
}
