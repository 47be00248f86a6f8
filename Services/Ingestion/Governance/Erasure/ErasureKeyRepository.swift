import Crypto
import Foundation
import IngestionCore
import Postgres

/// The table `erasure_keys`: the public half of every key that has signed a receipt.
enum ErasureKeyRepository {
    /// Stores a key permanently; a known one is unchanged.
    static func keep(
        _ key: P256.Signing.PublicKey, since now: Date, in database: some PostgresQuerying
    ) async throws {
        try await database.execute(
            """
            INSERT INTO erasure_keys (key_id, public_key, since)
            VALUES (\(AccessTokens.keyID(of: key)), \(Array(key.x963Representation)), \(now))
            ON CONFLICT (key_id) DO NOTHING
            """)
    }

    /// All keys, the newest first.
    static func list(in database: some PostgresQuerying) async throws -> [P256.Signing.PublicKey] {
        try await database.query("SELECT public_key FROM erasure_keys ORDER BY since DESC, key_id").map { row in
            let bytes: [UInt8] = try row.decode([UInt8].self)
            return try P256.Signing.PublicKey(x963Representation: Data(bytes))
        }
    }
}
