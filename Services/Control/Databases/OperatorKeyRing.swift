import KeyServer
import Postgres
import Sealing
import ServiceRuntime

/// The administrator's access to the key ring.
/// | key | type | default |
/// |---|---|---|
/// | `KEYRING_MASTER_KEYS` (secret), `KMS_URL`, `KMS_TOKEN` (secret) | see `MasterKeySettings` | |
/// | `ADMIN_DATABASE_URL` | see `OperatorDatabase` | required |
struct OperatorKeyRing: Sendable {
    let database: OperatorDatabase
    private let masterKeys: any KeyWrapper

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError`, `ControlFailure`, or `PostgresError` if libpq cannot parse the URL.
    init(from environment: EnvironmentReader) throws {
        database = try OperatorDatabase(from: environment)
        var environment = environment
        let keys = MasterKeySettings.read(from: &environment)
        try environment.finish()
        guard let keys else { throw ControlFailure.usage("KEYRING_MASTER_KEYS names no key") }
        masterKeys = keys
    }

    /// Calls a function with the key ring, after an entry in the audit log.
    ///
    /// - Throws: `ControlFailure`, `PostgresError`, or the error of `body`.
    func lend<Result>(
        for action: AuditLog.Action, _ detail: String, _ body: (LocalKeyRing) async throws -> Result
    ) async throws -> Result {
        try await AuditLog(database: database).record(action, detail)
        let pool = PostgresPool(configuration: database.configuration, size: 2, logger: ControlLog.logger)
        do {
            let result = try await body(LocalKeyRing(database: pool, masterKeys: masterKeys))
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }
}
