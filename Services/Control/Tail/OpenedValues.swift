import Sealing
import ServiceRuntime

/// Decrypts sealed values for an operator, with a warning and an audit entry.
struct OpenedValues: Sendable {
    let sealer: Sealer

    /// Provides decryption, after an entry in the audit log.
    ///
    /// - Parameters:
    ///   - detail: The ids and settings to be audited, without personal data.
    ///   - environment: The location of the keys of `OperatorKeyRing`.
    ///   - console: Receives the message for the operator.
    ///   - body: Uses the decryption.
    /// - Returns: The result of `body`.
    /// - Throws: `ConfigurationError`, `ControlFailure`, `PostgresError`, or an error of `body`.
    static func with<Result>(
        _ detail: String, from environment: EnvironmentReader, _ console: Console,
        _ body: (OpenedValues) async throws -> Result
    ) async throws -> Result {
        try await OperatorKeyRing(from: environment).lend(for: .openSealed, detail) { keyRing in
            console.remark("showing decrypted values; this was recorded in the audit log")
            return try await body(OpenedValues(sealer: Sealer(keyRing: keyRing)))
        }
    }
}
