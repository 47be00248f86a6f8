import IngestionService
import Testing
import Yams

/// The gateway's `openapi.yaml` as nested dictionaries.
enum DescribedAPI {
    /// Read once, since that takes long: tests do not change it.
    nonisolated(unsafe) private static let parsed = Result<[String: Any]?, any Error> {
        try Yams.load(yaml: String(decoding: IngestionService.description, as: UTF8.self)) as? [String: Any]
    }

    static func document() throws -> [String: Any] { try #require(try parsed.get()) }
}
