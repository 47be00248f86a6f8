import FoodLibrary
import Foundation
import ServiceRuntime

/// Access of the operator's tool to the catalog store.
///
/// | key | type | default |
/// |---|---|---|
/// | `CATALOGUE_DIRECTORY` | an absolute directory, the same as in `nutrition` and the gateway | none |
enum CatalogueStore {
    /// The configured store; nil if none is configured.
    ///
    /// - Throws: `ConfigurationError`.
    static func fromProcess() throws(ConfigurationError) -> CatalogueFiles? {
        var environment = EnvironmentReader.process()
        let directory = environment.optional("CATALOGUE_DIRECTORY", as: .directory)
        try environment.finish()
        return directory.map { CatalogueFiles($0) }
    }

    /// The store for commands that require it.
    ///
    /// - Throws: `ConfigurationError`, or a `ControlFailure` without one.
    static func required() throws -> CatalogueFiles {
        guard let files = try fromProcess() else {
            throw ControlFailure.usage("CATALOGUE_DIRECTORY must name the catalogue store")
        }
        return files
    }
}
