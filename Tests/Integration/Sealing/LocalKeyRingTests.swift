import Crypto
import Foundation
import Logging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite struct LocalKeyRingTests {
    private let account = UUID()
    private let newMaster = [UInt8](repeating: 9, count: MasterKeys.keyByteCount)

    @Test("GW-36: every process forgets an erased key within a minute")
    func erasureReachesOtherProcesses() async throws {
        try await KeyRingDatabase.with { database in
            let time = ManualTime()
            let owner = database.ring()
            let published = database.ring(database.reader)
            let stale = database.ring(database.reader, time: time)
            try await owner.createKey(for: account)
            _ = try await published.key(for: account)
            _ = try await stale.key(for: account)
            try await owner.destroyKey(for: account)

            published.forget(account)
            let erased = SealingError.erased(account: account)
            await #expect(throws: erased) { try await published.key(for: account) }
            time.advance(by: .seconds(59))
            _ = try await stale.key(for: account)
            time.advance(by: .seconds(1))
            await #expect(throws: erased) { try await stale.key(for: account) }
            let rows = try await database.admin.query("SELECT 1 FROM keyring.data_keys")
            #expect(rows.isEmpty)
        }
    }

    /// A process that read the key just before the erasure tries to add a generation just after it.
    @Test func aRenewalThatComesAfterTheErasureAddsNothing() async throws {
        try await KeyRingDatabase.with { database in
            let ring = database.ring()
            try await ring.createKey(for: account)
            try await ring.destroyKey(for: account)
            let wrapped = [UInt8](repeating: 0, count: 60)
            let rows = try await database.registrar.query(
                "SELECT keyring.add_generation(\(account), \(Int32(2)), \("1"), \(wrapped)) AS outcome")
            let outcomes = try rows.map { try $0.decode("outcome", as: String.self) }
            #expect(outcomes == ["erased"])
            let left = try await database.admin.query("SELECT 1 FROM keyring.data_keys")
            #expect(left.isEmpty)
        }
    }

    @Test func aKeyRenewedByAnotherProcessOpensHere() async throws {
        try await KeyRingDatabase.with { database in
            let here = database.ring(database.reader)
            let there = database.ring()
            let context = SealingContext(account: account, field: "f", resource: "r")
            try await there.createKey(for: account)
            let old = try await Sealer(keyRing: here).seal("old", context)
            try await there.renewKey(for: account)
            let new = try await Sealer(keyRing: there).seal("new", context)
            #expect(try await Sealer(keyRing: here).open(new, context) == "new")
            #expect(try await Sealer(keyRing: there).open(old, context) == "old")
        }
    }

    @Test func theDatabaseHoldsNoKeyInClear() async throws {
        try await KeyRingDatabase.with { database in
            let ring = database.ring()
            try await ring.createKey(for: account)
            let key = try await ring.key(for: account).sealingKey.withUnsafeBytes { Data($0) }
            let rows = try await database.admin.query("SELECT wrapped_key FROM keyring.data_keys")
            let wrapped = try rows[0].decode([UInt8].self)
            #expect(rows.count == 1)
            #expect(Data(wrapped).range(of: key) == nil)
        }
    }

    @Test("GW-36: a service accesses the key ring only through its functions")
    func rightsEndAtTheFunctions() async throws {
        try await KeyRingDatabase.with { database in
            try await database.ring().createKey(for: account)
            let unavailable = SealingError.keyRingUnavailable(isRetryable: true)
            let reader = database.ring(database.reader)
            _ = try await reader.key(for: account)
            await #expect(throws: unavailable) { try await reader.createKey(for: UUID()) }
            await #expect(throws: unavailable) { try await reader.destroyKey(for: account) }
            await #expect(throws: unavailable) { try await reader.renewKey(for: account) }
            await #expect(throws: unavailable) { try await database.ring(database.stranger).key(for: account) }
            await #expect(throws: unavailable) { try await database.ring().rewrapAll() }

            let forbidden: [SQL] = [
                "SELECT 1 FROM keyring.data_keys", "SELECT 1 FROM keyring.accounts", "DELETE FROM keyring.accounts",
                "UPDATE keyring.accounts SET erased_at = NULL", "CREATE TABLE keyring.mine (a int)",
            ]
            for pool in [database.registrar, database.reader, database.stranger] {
                for statement in forbidden {
                    let error = await #expect(throws: PostgresError.self) { try await pool.execute(statement) }
                    #expect(error?.sqlState == "42501")
                }
            }
        }
    }

    @Test func nobodySignsInAsTheRoleOfTheFunctions() async throws {
        try await KeyRingDatabase.with { database in
            let rows = try await database.admin.query(
                "SELECT rolcanlogin, rolsuper FROM pg_roles WHERE rolname = \(database.schema.role)")
            let (canLogIn, isSuperuser) = try rows[0].decode(Bool.self, Bool.self)
            #expect(!canLogIn && !isSuperuser)
            let owners = try await database.admin.query(
                """
                SELECT DISTINCT pg_get_userbyid(proowner)::text AS owner FROM pg_proc
                WHERE pronamespace = 'keyring'::regnamespace
                """)
            let names = try owners.map { try $0.decode("owner", as: String.self) }
            #expect(names == [database.schema.role])
        }
    }

    @Test func aTemporaryTableCannotStandInForARealOne() async throws {
        try await KeyRingDatabase.with { database in
            try await database.ring().createKey(for: account)
            try await database.admin.execute(
                "GRANT TEMPORARY ON DATABASE \(identifier: database.database.admin.database) TO PUBLIC")
            try await database.reader.withTransaction { transaction in
                try await transaction.execute(
                    "CREATE TEMPORARY TABLE accounts (account_id uuid, erased_at timestamptz)")
                try await transaction.execute("GRANT ALL ON accounts TO PUBLIC")
                let rows = try await transaction.query("SELECT is_erased FROM keyring.read_keys(\(account))")
                let isErased = try rows.map { try $0.decode("is_erased", as: Bool.self) }
                #expect(isErased == [false])
            }
        }
    }

    @Test func aNewMasterKeyWrapsEverythingAgain() async throws {
        try await KeyRingDatabase.with { database in
            let old = database.ring()
            let accounts = (0..<7).map { _ in UUID() }
            for account in accounts { try await old.createKey(for: account) }
            try await old.renewKey(for: accounts[0])
            let key = try await old.key(for: accounts[0])

            let both = KeyRingDatabase.masterKeys([("2", newMaster), ("1", KeyRingDatabase.masterKey)])
            let rotating = database.ring(masterKeys: both)
            #expect(try await rotating.key(for: accounts[0]).sealingKey == key.sealingKey)
            #expect(try await database.ring(database.admin, masterKeys: both).rewrapAll(batch: 3) == 8)
            #expect(try await database.ring(database.admin, masterKeys: both).rewrapAll() == 0)

            let new = database.ring(masterKeys: KeyRingDatabase.masterKeys([("2", newMaster)]))
            #expect(try await new.key(for: accounts[0]).sealingKey == key.sealingKey)
            for account in accounts { _ = try await new.key(for: account) }
            await #expect(throws: SealingError.keyRingUnavailable(isRetryable: true)) {
                try await database.ring().key(for: accounts[1])
            }
        }
    }

    @Test func aDamagedOrMovedKeyDoesNotOpen() async throws {
        try await KeyRingDatabase.with { database in
            let other = UUID()
            try await database.ring().createKey(for: account)
            try await database.ring().createKey(for: other)
            try await database.admin.execute(
                """
                UPDATE keyring.data_keys SET wrapped_key =
                    (SELECT wrapped_key FROM keyring.data_keys WHERE account_id = \(other))
                WHERE account_id = \(account)
                """)
            await #expect(throws: SealingError.keyRingUnavailable(isRetryable: false)) {
                try await database.ring().key(for: account)
            }
        }
    }

    @Test func aDatabaseThatIsGoneIsRetryableAndCachedKeysStillWork() async throws {
        try await KeyRingDatabase.with { database in
            let ring = database.ring(database.reader)
            try await database.ring().createKey(for: account)
            _ = try await ring.key(for: account)
            await database.reader.close()
            _ = try await ring.key(for: account)
            await #expect(throws: SealingError.keyRingUnavailable(isRetryable: true)) {
                try await ring.key(for: UUID())
            }
        }
    }

    @Test func migratingAgainChangesNothingAndKeepsTheRights() async throws {
        try await KeyRingDatabase.with { database in
            try await database.ring().createKey(for: account)
            let applied = try await database.schema.apply(
                admin: database.database.admin,
                grants: .init(
                    readers: [database.database.role("allergen").name],
                    registrars: [database.database.role("ingestion").name]),
                logger: quiet)
            #expect(applied.isEmpty)
            _ = try await database.ring(database.reader).key(for: account)
            _ = try await database.ring().createKey(for: UUID())
        }
    }
}
