import Foundation
import Logging
import Postgres
import Sealing
import TestSupport
import UnitSupport

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// The key rings that must behave equally.
enum KeyRingKind: String, CaseIterable, Sendable {
    case memory, local

    /// Runs a body with an empty key ring of this kind.
    func with(_ body: (any KeyRing) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(MemoryKeyRing())
        case .local: try await KeyRingDatabase.with { try await body($0.ring()) }
        }
    }
}

/// A database with the key ring's schema and three roles: one that may create keys, one that may only read them, and
/// one without permissions.
struct KeyRingDatabase {
    let database: TestDatabase
    let schema: KeyRingSchema
    let registrar: PostgresPool
    let reader: PostgresPool
    let stranger: PostgresPool
    let admin: PostgresPool

    static let masterKey = [UInt8](repeating: 7, count: MasterKeys.keyByteCount)

    static func masterKeys(_ keys: [(id: String, key: [UInt8])] = [("1", masterKey)]) -> MasterKeys {
        guard let keys = MasterKeys(keys) else { preconditionFailure("a test's master keys have 32 bytes each") }
        return keys
    }

    static func with(_ body: (KeyRingDatabase) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            let roles = ["ingestion", "allergen", "stranger"].map { database.role($0) }
            let admin = PostgresPool(configuration: database.admin, size: 2, logger: quiet)
            for role in roles {
                _ = try await Migrator(admin: database.admin, logger: quiet).apply(
                    [], schema: role.name, role: role.name, password: role.password)
            }
            let schema = KeyRingSchema(schema: "keyring", role: database.role("keyring").name)
            _ = try await schema.apply(
                admin: database.admin, grants: .init(readers: [roles[1].name], registrars: [roles[0].name]),
                logger: quiet)
            let pools = roles.map { PostgresPool(configuration: $0.configuration, size: 4, logger: quiet) }
            try await body(
                KeyRingDatabase(
                    database: database, schema: schema, registrar: pools[0], reader: pools[1], stranger: pools[2],
                    admin: admin))
        }
    }

    /// A key ring as in another process: it shares only the database.
    func ring(
        _ pool: PostgresPool? = nil, masterKeys: MasterKeys = masterKeys(), wrapper: (any KeyWrapper)? = nil,
        capacity: Int = 100, time: ManualTime = ManualTime()
    ) -> LocalKeyRing {
        LocalKeyRing(
            database: pool ?? registrar, masterKeys: wrapper ?? masterKeys, schema: schema.schema,
            cacheCapacity: capacity,
            now: time.now)
    }
}
