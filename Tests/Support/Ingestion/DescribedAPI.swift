import IngestionService
import Yams

/// The gateway's `openapi.yaml` as nested dictionaries.
package enum DescribedAPI {
    /// The description is not a mapping.
    package struct NoMapping: Error {}

    /// Parsed once, since that takes long; tests do not change it.
    nonisolated(unsafe) private static let parsed = Result<[String: Any]?, any Error> {
        try Yams.load(yaml: String(decoding: IngestionService.description, as: UTF8.self)) as? [String: Any]
    }

    /// The whole document.
    ///
    /// - Throws: `NoMapping`, or the error of the parser.
    package static func document() throws -> [String: Any] {
        guard let document = try parsed.get() else { throw NoMapping() }
        return document
    }
}
