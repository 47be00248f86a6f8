import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
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
            let told = try await gateway.database.said(AccountStandingChanged.self)
            #expect(told.map(\.body.standing) == [.suspended, .active] && told.map(\.body.version) == [1, 2])
            #expect(told.allSatisfy { $0.body.accountID == person.account && !$0.attributes.isSnapshot })
            #expect(told.allSatisfy { $0.attributes.key == person.account.description })
        }
    }

    @Test("snapshots contain the standing of each account ever suspended")
    func snapshots() async throws {
        try await TestGateway.with { gateway in
            let back = try await gateway.register(), out = try await gateway.register()
            let administrator = try await gateway.staff(.administrator)
            for (person, status) in [(back, "suspended"), (back, "active"), (out, "suspended")] {
                _ = try await Self.change(person, to: status, by: administrator)
            }
            let before = try await gateway.database.said(AccountStandingChanged.self).count
            _ = try await gateway.database.write(.request(correlationID: UUID())) { transaction in
                try await AccountSnapshots(sealer: gateway.sealer).appendPage(after: nil, limit: 10, in: transaction)
            }
            let sent = try await gateway.database.said(AccountStandingChanged.self).dropFirst(before)
            let standings = Dictionary(uniqueKeysWithValues: sent.map { ($0.body.accountID, $0.body) })
            #expect(standings.count == 2 && sent.allSatisfy(\.attributes.isSnapshot))
            #expect(standings[back.account]?.standing == .active && standings[back.account]?.version == 2)
            #expect(standings[out.account]?.standing == .suspended && standings[out.account]?.version == 1)
        }
    }
}
