import EventContracts
import Foundation
import Postgres
import TestPeers
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
        line("2026-11-27 14:20:00.000 UTC", "person_anna", "a.1", "statement: /**/ select * from meals"),
        "no JSON",
        line("2026-11-27 15:00:00.000 UTC", "person_anna", "a.1", "statement: TABLE meals"),
    ].joined(separator: "\n")

    private static func reading(_ logs: String...) throws -> DatabaseAccessLog.Reading {
        var reading = DatabaseAccessLog.Reading()
        for log in logs { try reading.add(Array(log.utf8)) }
        return reading
    }

    @Test("GW-27: database access: sessions are counted by hour and kind")
    func sessions() throws {
        let reading = try Self.reading(Self.log)
        #expect(reading.unreadable == 1)
        #expect(
            reading.sessions.map(\.resource) == [
                "2026-11-27T14 a.1 person_anna SELECT 3 UPDATE 1", "2026-11-27T15 a.1 person_anna TABLE 1",
            ])
    }

    @Test(
        "database access: every statement has a kind",
        arguments: [
            ("statement: /* a /* b */ ; */ (SELECT 1)", "SELECT"), ("statement: \n-- a\n select 1;\n", "SELECT"),
            ("statement:SHOW all", "SHOW"), ("statement: SELECT 1; SELECT 2", "OTHER"), ("statement: /* a", "OTHER"),
            ("statement: ", "OTHER"), ("statement: select_all", "OTHER"), ("execute a:b: SELECT 1", "SELECT"),
            ("execute a: SELECT 1: DELETE FROM meals", "OTHER"), ("execute a", "OTHER"),
            ("connection authorized", nil), ("duration: 1 ms", nil),
        ] as [(String, String?)])
    func kinds(message: String, kind: String?) {
        #expect(LoggedStatement.kind(in: message) == kind)
    }

    @Test("database access: sessions span log files; unread lines are counted")
    func files() throws {
        let time = "2026-11-27 14:00:01.123 UTC"
        let long = Self.line(time, "person_anna", "a.1", "statement: SELECT " + String(repeating: "1", count: 1 << 20))
        let broken = String(Self.line(time, "person_anna", "a.1", "statement: SELECT 1").dropLast(2))
        let reading = try Self.reading(
            Self.line(time, "person_anna", "a.1", "statement: SELECT 1"), long + "\n" + broken,
            Self.line("2026-11-27 14:59:00.000 GMT", "person_anna", "a.1", "statement: SELECT 1"))
        #expect(reading.unreadable == 0)
        #expect(reading.sessions.map(\.resource) == ["2026-11-27T14 a.1 person_anna OTHER 2 SELECT 2"])
        #expect(throws: ControlFailure.self) {
            try Self.reading(Self.line("2026-11-27 14:00:00.000 CET", "person_anna", "a.1", "statement: SELECT 1"))
        }
    }

    @Test("database access: an hour is open until five minutes after its end")
    func openHour() throws {
        let end = try #require(EventTime.parse("2026-11-27T15:00:00.000Z"))
        #expect(DatabaseAccessLog.openHour(at: end.addingTimeInterval(299)) == "2026-11-27T14")
        #expect(DatabaseAccessLog.openHour(at: end.addingTimeInterval(300)) == "2026-11-27T15")
    }

    @Test("GW-27: database access: each session and hour is audited once")
    func recorded() async throws {
        try await MigratedDatabase.with { migrated in
            let log = DatabaseAccessLog(database: migrated.database)
            let sessions = try Self.reading(Self.log).sessions
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

    @Test("GW-27: database access: a role only reads, is logged, and is removed")
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
            _ = try await session.query("SELECT account_id, locale FROM ingestion.accounts")
            for table in ["accounts", "refresh_tokens", "shares"] {
                await #expect(throws: PostgresError.self) {
                    try await session.query("SELECT * FROM ingestion.\(identifier: table)")
                }
            }
            for (setting, expected) in [("log_statement", "all"), ("log_parameter_max_length", "0")] {
                let row = try #require(try await session.query("SHOW \(identifier: setting)").first)
                let value: String = try row.decode(setting)
                #expect(value == expected)
            }
            await #expect(throws: PostgresError.self) { try await session.execute("CREATE TEMPORARY TABLE x ()") }
            try await session.execute("SET default_transaction_read_only = off")
            await #expect(throws: PostgresError.self) { try await session.execute("DELETE FROM ingestion.sessions") }
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

    @Test("GW-27: database access: sessions of an expired role are ended")
    func expired() async throws {
        try await MigratedDatabase.with { migrated in
            let people = DatabasePeople(database: migrated.database)
            func session(_ name: String) async throws -> DedicatedSession {
                var person = migrated.test.admin
                person.user = DatabasePeople.prefix + name
                person.password = try await people.add(name, until: Date().addingTimeInterval(3_600))
                return try await DedicatedSession.open(person)
            }
            let names = ["e", "v"].map { $0 + RandomText.make(10) }
            let expired = try await session(names[0]), valid = try await session(names[1])
            #expect(try await people.endExpiredSessions() == 0)
            // The password's new end is in the past already.
            _ = try await people.add(names[0], until: Date().addingTimeInterval(-60))
            #expect(try await expired.query("SELECT 1").count == 1)
            #expect(try await people.endExpiredSessions() == 1)
            await #expect(throws: PostgresError.self) { try await expired.query("SELECT 1") }
            #expect(try await valid.query("SELECT 1").count == 1)
            expired.close()
            valid.close()
            for name in names { try await people.remove(name) }
        }
    }

    @Test("database access: names and lengths are checked", arguments: ["", "a", "Anna", "a-b", "1a", "person_x"])
    func names(name: String) {
        #expect(!DatabasePeople.isName(name))
        #expect(DatabasePeople.isName("anna2"))
    }
}
