import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Standings of accounts") struct StandingTests {
    private static func change(
        _ person: Person, to status: String, by administrator: Person
    ) async throws -> TestHTTPClient.Answer {
        try await administrator.send(
            "PATCH", "/v1/admin/accounts/\(person.account)", #"{"status":"\#(status)","reason":"sells reviews"}"#)
    }

    @Test("GW-31: suspension and reinstatement are each announced once")
    func announced() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), administrator = try await gateway.staff(.administrator)
            for status in ["active", "suspended", "suspended", "active", "active"] {
                #expect(try await Self.change(person, to: status, by: administrator).status == 200)
            }
            let published = try await gateway.database.events(AccountStandingChanged.self)
            #expect(
                published.map(\.body.standing) == [.suspended, .active] && published.map(\.body.version) == [1, 2])
            #expect(published.allSatisfy { $0.body.accountID == person.account && !$0.attributes.isSnapshot })
            #expect(published.allSatisfy { $0.attributes.key == person.account.description })
        }
    }

    /// The standings published in snapshots, by account.
    private static func snapshots(_ gateway: TestGateway) async throws -> [AccountID: AccountStandingChanged] {
        let before = try await gateway.database.events(AccountStandingChanged.self).count
        _ = try await gateway.database.write(.request(correlationID: UUID())) { transaction in
            try await AccountSnapshots(sealer: gateway.sealer).appendPage(after: nil, limit: 10, in: transaction)
        }
        let sent = try await gateway.database.events(AccountStandingChanged.self).dropFirst(before)
        #expect(sent.filter { !$0.attributes.isSnapshot }.isEmpty)
        return Dictionary(uniqueKeysWithValues: sent.map { ($0.body.accountID, $0.body) })
    }

    @Test("GW-31: a suspension remains after the erasure is cancelled")
    func erasing() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), administrator = try await gateway.staff(.administrator)
            let body = #"{"currentPassword":"\#(person.password)"}"#
            #expect(try await person.send("DELETE", "/v1/account", body).status == 202)
            for _ in 0..<2 {
                let changed = try await Self.change(person, to: "suspended", by: administrator)
                #expect(try changed.status == 200 && changed.json["status"]?.string == "erasing")
                #expect(try changed.json["suspendedAt"]?.string != nil)
            }
            var published = try await gateway.database.events(AccountStandingChanged.self).map(\.body)
            #expect(published.map(\.standing) == [.suspended] && published.map(\.version) == [1])
            #expect(try await Self.snapshots(gateway)[person.account]?.standing == .suspended)

            let back = try await gateway.signIn(person)
            let restored = try await back.client.send("POST", "/v1/account/restore")
            #expect(restored.status == 403 && restored.problem == "account-suspended")
            #expect(try restored.json["detail"]?.string == "sells reviews")
            #expect(try await back.client.get("/v1/account").status == 401)
            let reinstated = try await Self.change(person, to: "active", by: administrator)
            #expect(try reinstated.json["status"]?.string == "active" && reinstated.json["suspendedAt"] == nil)
            published = try await gateway.database.events(AccountStandingChanged.self).filter {
                !$0.attributes.isSnapshot
            }.map(\.body)
            #expect(published.map(\.standing) == [.suspended, .active] && published.map(\.version) == [1, 2])
        }
    }

    @Test("GW-31: a suspension survives a cancellation by the previous release", arguments: [true, false])
    func cancelledByOlderCopy(isSuspended: Bool) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), administrator = try await gateway.staff(.administrator)
            let body = #"{"currentPassword":"\#(person.password)"}"#
            #expect(try await person.send("DELETE", "/v1/account", body).status == 202)
            if isSuspended {
                #expect(try await Self.change(person, to: "suspended", by: administrator).status == 200)
            }
            // The statement of the release before.
            let rows = try await gateway.database.pool.query(
                """
                UPDATE accounts SET status = 'active', version = version + 1, updated_at = now()
                WHERE account_id = \(person.account.uuid) AND status = 'erasing'
                RETURNING status
                """)
            let statuses = try rows.map { try $0.decode(String.self) }
            #expect(statuses == [isSuspended ? "suspended" : "active"])
        }
    }

    @Test("GW-31: an account scheduled for erasure is reinstated and erased")
    func reinstatedWhileErasing() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), administrator = try await gateway.staff(.administrator)
            let body = #"{"currentPassword":"\#(person.password)"}"#
            #expect(try await person.send("DELETE", "/v1/account", body).status == 202)
            for status in ["suspended", "active"] {
                let changed = try await Self.change(person, to: status, by: administrator)
                #expect(try changed.status == 200 && changed.json["status"]?.string == "erasing")
            }
            #expect(try await Self.snapshots(gateway)[person.account]?.standing == .active)
            _ = try await Self.change(person, to: "suspended", by: administrator)
            gateway.clock.advance(by: .seconds(7 * 86_400 + 1))
            try await eventually("it is erased") {
                try await gateway.database.events(AccountErased.self).map(\.body.accountID) == [person.account]
            }
        }
    }

    @Test("snapshots: contain the standing of each account ever suspended")
    func snapshots() async throws {
        try await TestGateway.with { gateway in
            let back = try await gateway.register(), out = try await gateway.register()
            let administrator = try await gateway.staff(.administrator)
            for (person, status) in [(back, "suspended"), (back, "active"), (out, "suspended")] {
                _ = try await Self.change(person, to: status, by: administrator)
            }
            let standings = try await Self.snapshots(gateway)
            #expect(standings.count == 2)
            #expect(standings[back.account]?.standing == .active && standings[back.account]?.version == 2)
            #expect(standings[out.account]?.standing == .suspended && standings[out.account]?.version == 1)
        }
    }

    @Test("snapshots: contain a suspension by the previous release")
    func previousRelease() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for (status, version) in [("suspended", Int64(1)), ("active", 2)] {
                try await gateway.database.pool.execute(
                    "UPDATE accounts SET status = \(status) WHERE account_id = \(person.account.uuid)")
                #expect(try await Self.snapshots(gateway)[person.account]?.version == version)
            }
        }
    }
}
