import Crypto
import Foundation
import Postgres

/// Keys in PostgreSQL, wrapped by a master key that the database never sees and accessible through functions only.
///
/// A process caches a key for at most `cacheLifetime`; the key of an erased account is usable no longer than that, and
/// is dropped at once where `forget` is called.
package struct LocalKeyRing: KeyRing {
    /// Maximum time that a process may use a key without reading it again.
    package static let maxCacheLifetime = Duration.seconds(60)
    /// Number of keys that a process caches; one takes about 200 bytes.
    package static let cacheCapacity = 10_000

    private let database: PostgresPool
    private let masterKeys: any KeyWrapper
    private let schema: String
    private let cache: KeyCache

    /// A key ring that uses a service's own connections.
    ///
    /// - Parameters:
    ///   - database: Signs in as a role of `KeyRingSchema.Grants`.
    ///   - masterKeys: Wrap and unwrap the data keys.
    ///   - schema: The schema of the functions.
    ///   - cacheLifetime: At most `maxCacheLifetime`.
    ///   - cacheCapacity: Maximum number of cached keys; at least 1.
    ///   - now: The clock for the age of keys.
    package init(
        database: PostgresPool, masterKeys: any KeyWrapper, schema: String = KeyRingSchema.name,
        cacheLifetime: Duration = maxCacheLifetime, cacheCapacity: Int = cacheCapacity,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.database = database
        self.masterKeys = masterKeys
        self.schema = schema
        cache = KeyCache(
            capacity: max(1, cacheCapacity), lifetime: min(cacheLifetime, Self.maxCacheLifetime), now: now)
    }

    package func createKey(for account: UUID) async throws(SealingError) {
        let wrapped = try await newKey(account, generation: DataKey.firstGeneration)
        let outcome = try await outcome(
            "SELECT \(identifier: schema).create_key(\(account), \(wrapped.masterKeyID), \(wrapped.bytes))")
        if outcome == .erased { throw .erased(account: account) }
    }

    package func key(for account: UUID) async throws(SealingError) -> DataKey {
        let (cached, ticket) = cache.lookUp(account)
        if let cached { return cached }
        let key = try await read(account)
        cache.store(key, for: account, ticket)
        return key
    }

    package func renewKey(for account: UUID) async throws(SealingError) {
        let newest = try await read(account).current
        let wrapped = try await newKey(account, generation: newest + 1)
        let outcome = try await outcome(
            """
            SELECT \(identifier: schema).add_generation(
                \(account), \(Int32(bitPattern: wrapped.generation)), \(wrapped.masterKeyID), \(wrapped.bytes))
            """)
        cache.forget(account)
        if outcome == .erased { throw .erased(account: account) }
    }

    package func destroyKey(for account: UUID) async throws(SealingError) {
        _ = try await query("SELECT \(identifier: schema).destroy_key(\(account))")
        cache.forget(account)
    }

    package func forget(_ account: UUID) {
        cache.forget(account)
    }

    /// Rewraps every data key that another master key wraps with the current one; needs the administrator's sign-in.
    ///
    /// - Parameter batch: Keys per round trip.
    /// - Returns: The number of rewrapped keys.
    /// - Throws: `SealingError.keyRingUnavailable`, not retryable if the master key of one is unknown.
    package func rewrapAll(batch: Int32 = 500) async throws(SealingError) -> Int {
        var count = 0
        while true {
            let rows = try await query(
                """
                SELECT account_id, generation, master_key_id, wrapped_key
                FROM \(identifier: schema).read_keys_not_under(\(masterKeys.currentID), \(batch))
                """)
            if rows.isEmpty { return count }
            let old = try rows.map { row throws(SealingError) in
                let (account, generation, masterKeyID, bytes) = try Self.reading {
                    try row.decode(UUID.self, Int32.self, String.self, [UInt8].self)
                }
                return (
                    account,
                    WrappedKey(generation: UInt32(bitPattern: generation), masterKeyID: masterKeyID, bytes: bytes)
                )
            }
            count += try await rewrap(old)
        }
    }

    /// Keys rewrapped in parallel, since a remote master key answers with a delay.
    private static let rewrapsAtOnce = 8

    private func rewrap(_ old: [(account: UUID, key: WrappedKey)]) async throws(SealingError) -> Int {
        let outcome: Result<Int, SealingError> = await withTaskGroup(of: Result<Bool, SealingError>.self) { group in
            var waiting = old[...], count = 0
            func add() {
                guard let (account, key) = waiting.popFirst() else { return }
                group.addTask {
                    do throws(SealingError) {
                        return .success(try await rewrap(key, account))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            for _ in 0..<Self.rewrapsAtOnce { add() }
            while let result = await group.next() {
                switch result {
                case .success(let isDone): count += isDone ? 1 : 0
                case .failure(let error):
                    group.cancelAll()
                    return .failure(error)
                }
                add()
            }
            return .success(count)
        }
        return try outcome.get()
    }

    private func rewrap(_ old: WrappedKey, _ account: UUID) async throws(SealingError) -> Bool {
        let key = try await masterKeys.unwrap(old, account: account)
        let new = try await masterKeys.wrap(key, account: account, generation: old.generation)
        let rows = try await query(
            """
            SELECT \(identifier: schema).rewrap_key(
                \(account), \(Int32(bitPattern: old.generation)), \(old.masterKeyID), \(new.masterKeyID), \(new.bytes))
            """)
        return try Self.reading { try rows.contains { try $0.decode(Bool.self) } }
    }

    /// Results of the writing functions.
    private enum Outcome: String {
        case done, present, erased
    }

    private func newKey(_ account: UUID, generation: UInt32) async throws(SealingError) -> WrappedKey {
        try await masterKeys.wrap(SymmetricKey(size: .bits256), account: account, generation: generation)
    }

    private func read(_ account: UUID) async throws(SealingError) -> DataKey {
        let rows = try await query(
            """
            SELECT is_erased, generation, master_key_id, wrapped_key FROM \(identifier: schema).read_keys(\(account))
            """)
        var generations: [UInt32: SymmetricKey] = [:]
        for row in rows {
            let (isErased, generation, masterKeyID, bytes) = try Self.reading {
                try row.decode(Bool.self, Int32?.self, String?.self, [UInt8]?.self)
            }
            if isErased { throw .erased(account: account) }
            guard let generation, let masterKeyID, let bytes else { continue }
            let wrapped = WrappedKey(
                generation: UInt32(bitPattern: generation), masterKeyID: masterKeyID, bytes: bytes)
            generations[wrapped.generation] = try await masterKeys.unwrap(wrapped, account: account)
        }
        guard let key = DataKey(generations: generations) else { throw .unknownAccount(account) }
        return key
    }

    private func outcome(_ sql: SQL) async throws(SealingError) -> Outcome {
        let rows = try await query(sql)
        let outcomes = try Self.reading { try rows.map { Outcome(rawValue: try $0.decode(String.self)) } }
        guard let outcome = outcomes.first ?? nil else { throw .keyRingUnavailable(isRetryable: false) }
        return outcome
    }

    private func query(_ sql: SQL) async throws(SealingError) -> [PostgresRow] {
        do {
            return try await database.query(sql)
        } catch {
            // A cancelled task and a missing permission are reported in the same way, since neither is a fault of the
            // work that needs the key.
            throw .keyRingUnavailable(isRetryable: true)
        }
    }

    /// Turns a result of an unexpected shape into a permanent error.
    private static func reading<Value>(_ body: () throws -> Value) throws(SealingError) -> Value {
        do {
            return try body()
        } catch {
            throw .keyRingUnavailable(isRetryable: false)
        }
    }
}
