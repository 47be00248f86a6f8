import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing

@testable import ControlService

@Suite("Breach register", .timeLimit(.minutes(10)))
struct BreachRegisterTests {
    private let happened = Date(timeIntervalSince1970: 1_790_000_000)

    @Test("OPS-14: a breach is listed as due until everyone has been informed")
    func due() async throws {
        try await MigratedDatabase.with { migrated in
            let register = BreachRegister(database: migrated.database)
            let number = try await register.enter(
                happenedAt: happened, foundAt: happened.addingTimeInterval(60), detail: "a disk was sold unwiped")
            func due() async throws -> [BreachRegister.Step] { try #require(try await register.list().first).due }
            #expect(try await due() == [.assessed])
            try await register.add(
                .assessed, .init(people: 120, isSignificant: true), detail: "health data, sealed", to: number)
            #expect(try await due() == [.commissionerNotified, .peopleNotified])
            try await register.add(.commissionerNotified, nil, detail: "by form", to: number)
            #expect(try await due() == [.peopleNotified])
            try await register.add(.peopleNotified, nil, detail: "by notice", to: number)
            try await register.add(.closed, nil, detail: "disks are wiped", to: number)
            let breach = try #require(try await register.list().first)
            #expect(breach.due.isEmpty && breach.isClosed)
            #expect(
                breach.steps.map(\.step) == [.described, .assessed, .commissionerNotified, .peopleNotified, .closed])
            let captured = CapturedConsole()
            BreachesListCommand.show(breach, on: captured.console)
            #expect(captured.text.contains("120 people, significant harm likely"))
        }
    }

    @Test("breach: without harm nothing more is due until a new assessment")
    func insignificant() async throws {
        try await MigratedDatabase.with { migrated in
            let register = BreachRegister(database: migrated.database)
            let number = try await register.enter(happenedAt: happened, foundAt: happened, detail: "a lost key card")
            try await register.add(.assessed, .init(people: 0, isSignificant: false), detail: "no data", to: number)
            #expect(try #require(try await register.list().first).due.isEmpty)
            try await register.add(.assessed, .init(people: 3, isSignificant: true), detail: "data", to: number)
            #expect(try #require(try await register.list().first).due == [.commissionerNotified, .peopleNotified])
        }
    }

    @Test("breach register: entries cannot be changed or removed")
    func appendOnly() async throws {
        try await MigratedDatabase.with { migrated in
            let register = BreachRegister(database: migrated.database)
            _ = try await register.enter(happenedAt: happened, foundAt: happened, detail: "something")
            for statement: SQL in [
                "UPDATE control.breach_steps SET detail = 'nothing'", "DELETE FROM control.breach_steps",
                "DELETE FROM control.breaches", "TRUNCATE control.breaches CASCADE",
                "UPDATE control.breaches SET found_at = now()",
            ] {
                await #expect(throws: PostgresError.self, "\(statement.text)") { try await migrated.execute(statement) }
            }
            #expect(try await register.list().map(\.steps.count) == [1])
        }
    }

    @Test("breach register: invalid entries are rejected with an explanation")
    func refused() async throws {
        try await MigratedDatabase.with { migrated in
            let register = BreachRegister(database: migrated.database)
            await #expect(throws: ControlFailure.self) {
                _ = try await register.enter(
                    happenedAt: happened, foundAt: happened.addingTimeInterval(-1), detail: "before it happened")
            }
            let number = try await register.enter(happenedAt: happened, foundAt: happened, detail: "something")
            await #expect(throws: ControlFailure.self) {
                try await register.add(.noted, nil, detail: "x", to: number + 1)
            }
            await #expect(throws: ControlFailure.self) {
                try await register.add(.assessed, nil, detail: "x", to: number)
            }
            await #expect(throws: ControlFailure.self) {
                try await register.add(.noted, .init(people: 1, isSignificant: true), detail: "x", to: number)
            }
            #expect(try await register.list().map(\.steps.count) == [1])
        }
    }
}
