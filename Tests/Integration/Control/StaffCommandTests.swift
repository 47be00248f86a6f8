@testable import ControlService
import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance
import IngestionService
import Postgres
import TestSupport
import Testing

@Suite("Staff roles and audit log commands", .timeLimit(.minutes(10)))
struct StaffCommandTests {
    @Test(
        "GW-24, GW-28: the first administrator's creation is audited")
    func firstAdministrator() async throws {
        try await MigratedDatabase.with { migrated in
            let account = AccountID.random()
            try await migrated.execute(
                """
                INSERT INTO ingestion.accounts (account_id, email_sealed, email_index, password_hash, locale, time_zone,
                    accepted_terms, terms_accepted_at, created_at, updated_at)
                VALUES (\(account.uuid), 'x', sha256('x'), '$argon2id$x', 'en', 'UTC', '1', now(), now(), now())
                """)
            let orders = StaffRoleTable(database: migrated.database)
            let granted = GrantedRole.given(
                .administrator, clearedOn: nil, rulesSignedOn: nil, trainedOn: nil, provisionalDays: 30, at: Date())
            try await orders.grant(granted, to: account)
            #expect(
                try await migrated.count(
                    """
                    SELECT count(*) FROM ingestion.staff_roles
                    WHERE role = 'administrator' AND ends_at > now() AND revoked_at IS NULL
                    """) == 1)
            #expect(try await orders.revoke(nil, of: account) == [.administrator])
            #expect(try await orders.revoke(nil, of: account).isEmpty)
            let failure = await #expect(throws: ControlFailure.self) { try await orders.grant(granted, to: .random()) }
            #expect(failure?.description.contains("no active account") == true)
            #expect(
                try await migrated.count(
                    "SELECT count(*) FROM ingestion.audit_entries WHERE actor_role = 'operator'") == 2)
            #expect(
                try await migrated.count(
                    "SELECT count(*) FROM control.audit_log WHERE action IN ('grant-role', 'revoke-roles')") == 4)
            let sealed = try await migrated.database.withSchema("ingestion") { pool in
                try await AuditSealer(database: pool, logger: ControlLog.logger).sealBatch()
            }
            #expect(sealed?.count == 2)
            let found = try await AuditVerifyCommand.verification(of: migrated.database, remembering: nil)
            #expect(found.fault == nil && found.entries == 2)
            try await migrated.execute(
                "ALTER TABLE ingestion.audit_entries DISABLE TRIGGER ALL",
                "DELETE FROM ingestion.audit_entries WHERE action = 'role-granted'")
            let broken = try await AuditVerifyCommand.verification(of: migrated.database, remembering: found.head)
            #expect(broken.fault?.description == "entry 1 of seal 1 is missing")
        }
    }
}
