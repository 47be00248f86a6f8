import HTTPTypes
import IngestionCore
import Postgres
import ServiceRuntime

/// The API description, and public health as one word without details.
struct ServiceEndpoints: Sendable {
    let database: PostgresPool
    let description: [UInt8]

    private struct Health: Encodable {
        let status: String
    }

    /// Timeout of the readiness check's database query.
    private static let limit = Duration.seconds(2)

    func describe() -> Answer {
        var headers = HTTPFields()
        headers[.cacheControl] = "public, max-age=300"
        return Answer(
            .ok, headers: headers, body: .text(description, mediaType: "application/yaml"))
    }

    func live() throws -> Answer { try .json(.ok, Health(status: "up")) }

    func ready() async throws -> Answer {
        let database = database
        do {
            _ = try await withDeadline(Self.limit) { try await database.query("SELECT 1") }
            return try .json(.ok, Health(status: "up"))
        } catch {
            return try .json(.serviceUnavailable, Health(status: "down"))
        }
    }
}
