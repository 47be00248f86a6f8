import EventContracts
import Foundation
import Messaging
import Postgres
import TestSupport
import Testing

@testable import ControlService

@Suite("Erasure list, separate from backups", .timeLimit(.minutes(10)))
struct ErasedListTests {
    @Test("GW-19, row 30: an old backup's erased keys are removed on restore")
    func replays() async throws {
        let accounts = (0..<3).map { index in
            ErasedAccount(
                account: .random(), erasure: .random(),
                erasedAt: EventTime.truncate(Date(timeIntervalSince1970: 1_790_000_000 + Double(index))))
        }
        let text = try await MigratedDatabase.with { migrated in
            for erased in accounts {
                try await migrated.execute(
                    """
                    INSERT INTO ingestion.erased_accounts (account_id, erasure_id, erased_at, applied_at)
                    VALUES (\(erased.account.uuid), \(erased.erasure.uuid), \(erased.erasedAt), now())
                    """)
            }
            let (text, count) = try await ErasedList(database: migrated.database).export()
            #expect(count == 3)
            return text
        }
        let read = try ErasedList.read(text)
        #expect(Set(read) == Set(accounts))
        // Another database, restored to a time after the first erasure and before the others.
        try await MigratedDatabase.with { migrated in
            for account in accounts.map(\.account.uuid) {
                try await migrated.execute(
                    "SELECT keyring.create_key(\(account), 'test', decode(repeat('00', 60), 'hex'))")
            }
            let known = accounts[0]
            for service in Topic.services {
                try await migrated.execute(
                    """
                    INSERT INTO \(identifier: service).erased_accounts (account_id, erasure_id, erased_at, applied_at)
                    VALUES (\(known.account.uuid), \(known.erasure.uuid), \(known.erasedAt), now())
                    """)
            }
            let list = ErasedList(database: migrated.database)
            #expect(try await list.replay(read) == 2)
            #expect(try await migrated.count("SELECT count(*) FROM keyring.data_keys") == 0)
            for service in Topic.services {
                let open = try await migrated.count(
                    """
                    SELECT count(*) FROM \(identifier: service).erased_accounts
                    WHERE applied_at IS NULL AND account_id <> \(known.account.uuid)
                    """)
                #expect(open == 2, "\(service)")
            }
            #expect(try await list.replay(read) == 0, "again does nothing")
        }
    }

    @Test("erasure list: an invalid file is rejected with its line, unchanged")
    func refuses() {
        #expect(throws: ControlFailure.self) { try ErasedList.read("{\"account\":\"x\"}") }
        #expect(throws: ControlFailure.self) { try ErasedList.read("not JSON") }
        #expect((try? ErasedList.read("")) == [])
    }
}
