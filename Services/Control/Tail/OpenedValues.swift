import Sealing
import ServiceRuntime

/// Opens sealed values for an operator, who is told so and remembered.
struct OpenedValues: Sendable {
    let sealer: Sealer

    /// Lends the means to open values, after an entry in the audit log.
    ///
    /// - Parameters:
    ///   - detail: What is looked at: ids and settings, nothing personal.
    ///   - environment: Where the keys of `OperatorKeyRing` are.
    ///   - console: Where the operator is told.
    ///   - body: What wants to open values.
    /// - Returns: what `body` returns.
    /// - Throws: `ConfigurationError`, `ControlFailure`, `PostgresError`, or what `body` throws.
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
