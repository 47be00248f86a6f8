import AllergenService
import EventContracts
import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing

@testable import ControlService

@Suite("Recall commands", .timeLimit(.minutes(10)))
struct RecallCommandTests {
    private func recall(_ lot: String? = "L42") throws -> Recall {
        Recall(
            recallID: .random(), gtin: try #require(GTIN("4006381333931")), lot: lot, reason: "Peanuts.",
            issuedAt: Date(timeIntervalSince1970: 1_790_000_000))
    }

    private func scan(of account: UUID, _ migrated: MigratedDatabase) async throws {
        try await migrated.execute(
            """
            INSERT INTO allergen.scans (
                scan_id, account_id, version, verdict, complete, gtin, contains, may_contain, other_matches,
                profile_version, profile_empty, profile_pending, scanned_at, assessed_at)
            VALUES (gen_random_uuid(), \(account), 1, 'notDetected', true, '4006381333931', '{}', '{}', 0, 0, true,
                false, now(), now())
            """)
    }

    @Test("recall command: lists affected accounts; withdrawable; audited")
    func wholeLife() async throws {
        try await MigratedDatabase.with { migrated in
            let orders = RecallTable(database: migrated.database), recall = try recall(), account = UUID()
            for person in [account, account, UUID()] { try await scan(of: person, migrated) }
            #expect(try await orders.add(recall, isDryRun: true) == 2)
            #expect(try await orders.list().isEmpty)
            #expect(try await migrated.count("SELECT count(*) FROM control.audit_log") == 0)
            #expect(try await orders.add(recall, isDryRun: false) == 2)
            let entry = try #require(try await orders.list().first)
            #expect((entry.id, entry.gtin, entry.lot, entry.notified) == (recall.recallID, recall.gtin, "L42", 0))
            #expect(entry.withdrawnAt == nil && !entry.isNotified)
            try await orders.withdraw(recall.recallID)
            #expect(try await orders.list().first?.withdrawnAt != nil)
            await #expect(throws: ControlFailure.self) { try await orders.withdraw(recall.recallID) }
            await #expect(throws: ControlFailure.self) { try await orders.withdraw(.random()) }
            let actions = try await migrated.count(
                "SELECT count(*) FROM control.audit_log WHERE action IN ('recall', 'withdraw-recall')")
            #expect(actions == 4)
        }
    }

    @Test("recall list: shows active and withdrawn recalls")
    func table() throws {
        let recall = try recall(nil)
        func entry(withdrawn: Date?, isNotified: Bool) -> RecallTable.Entry {
            .init(
                id: recall.recallID, gtin: recall.gtin, lot: recall.lot, reason: recall.reason,
                issuedAt: recall.issuedAt, withdrawnAt: withdrawn, isNotified: isNotified, notified: 3)
        }
        let table = RecallListCommand.table([
            entry(withdrawn: nil, isNotified: false), entry(withdrawn: recall.issuedAt, isNotified: true),
        ])
        let lines = table.lines(Paint(isOn: false))
        #expect(lines.count == 3)
        #expect(
            lines[1].contains("04006381333931") && lines[1].contains("every") && lines[1].contains("stands, notifying"))
        #expect(lines[2].contains("withdrawn  ") && lines[2].contains("2026-09-21T14:13:20Z"))
    }
}
