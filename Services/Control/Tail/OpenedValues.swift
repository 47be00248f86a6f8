import Foundation
import Logging
import Postgres
import Sealing
import ServiceRuntime

/// Opens sealed values for an operator, who is told so and remembered.
///
/// | key | type | default |
/// |---|---|---|
/// | `KEYRING_MASTER_KEYS` | `<id>:<32 bytes in base64>`, several separated by commas, secret | required |
/// | `ADMIN_DATABASE_URL` | see `OperatorDatabase` | required |
struct OpenedValues: Sendable {
    let sealer: Sealer

    /// Lends the means to open values, after an entry in the audit log.
    ///
    /// The detail says what is looked at: ids and settings, nothing personal.
    ///
    /// - Throws: `ConfigurationError`, `ControlFailure`, `PostgresError`, or what `body` throws.
    static func with<Result>(
        _ detail: String, from environment: EnvironmentReader, _ console: Console,
        _ body: (OpenedValues) async throws -> Result
    ) async throws -> Result {
        let database = try OperatorDatabase(from: environment)
        var environment = environment
        let text = environment.required("KEYRING_MASTER_KEYS", as: .string, secret: true)
        try environment.finish()
        guard let keys = MasterKeys(text: text) else {
            throw ControlFailure.usage("KEYRING_MASTER_KEYS must be id:base64 of 32 bytes, several separated by commas")
        }
        try await AuditLog(database: database).record(.openSealed, detail)
        console.remark("showing what people wrote; this was noted in the audit log")
        let pool = PostgresPool(configuration: database.configuration, size: 2, logger: ControlLog.logger)
        do {
            let result = try await body(
                OpenedValues(sealer: Sealer(keyRing: LocalKeyRing(database: pool, masterKeys: keys))))
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }
}
