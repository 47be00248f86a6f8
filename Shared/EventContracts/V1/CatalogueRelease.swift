import Foundation

/// A whole table of foods was imported, or is no longer to be used: a claim check.
///
/// The foods lie in a file of the catalogue store; who reads this fetches the file, holds it against the hash, and has all of
/// them in place of what the source said before. Single foods that the staff changes are told by `CatalogueFoodChanged`.
package struct CatalogueReleased: EventBody {
    package static let type = EventType("foodmagic.nutrition.catalogue-released.v1")
    package static let topic = Topic.nutritionCatalogue

    /// The table, which begins the ids of its foods: `sr28`, `fdc`, `cnf` or `off`; the key of the event.
    package var source: String
    /// Of this source, from 1.
    package var version: Int64
    /// The name of the file in the catalogue store.
    package var uri: String
    /// Of the file, in small hexadecimal digits.
    package var sha256: String
    /// Of the file.
    package var bytes: Int64
    /// How many foods are in it.
    package var foods: Int64
    package var releasedAt: Date
    /// Set when the foods of the source are no longer to be found.
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
