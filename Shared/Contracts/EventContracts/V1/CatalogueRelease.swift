import Foundation

/// A table of foods was imported or withdrawn: a claim check.
///
/// The foods are in a file of the catalog store; a consumer fetches the file, compares the hash, and replaces all foods
/// of the source. Single foods that the staff changes come as `CatalogueFoodChanged`.
package struct CatalogueReleased: EventBody {
    package static let type = EventType("foodmagic.nutrition.catalogue-released.v1")
    package static let topic = Topic.nutritionCatalogue

    /// The table, also the prefix of its food ids: `sr28`, `fdc`, `cnf` or `off`; the key of the event.
    package var source: String
    /// Version of this source, from 1.
    package var version: Int64
    /// The file's name in the catalog store.
    package var uri: String
    /// SHA-256 of the file, in lower-case hexadecimal digits.
    package var sha256: String
    /// Size of the file, in bytes.
    package var bytes: Int64
    /// Number of foods in it.
    package var foods: Int64
    package var releasedAt: Date
    /// Set when the foods of the source were withdrawn.
    package var withdrawnAt: Date?

    package init(
        source: String, version: Int64, uri: String, sha256: String, bytes: Int64, foods: Int64, releasedAt: Date,
        withdrawnAt: Date? = nil
    ) {
        self.source = source
        self.version = version
        self.uri = uri
        self.sha256 = sha256
        self.bytes = bytes
        self.foods = foods
        self.releasedAt = releasedAt
        self.withdrawnAt = withdrawnAt
    }
}
