import EventContracts
import FoodCatalogue
import FoodLibrary
import Messaging
import Postgres
import Synchronization

/// Knows the foods that everybody has as they are at the moment of a transaction.
///
/// What the program knows is in memory, and so is what was changed since, as far as it was read; each look reads only
/// what came after that, which is nothing nearly always.
package final class CatalogueKeeper: Sendable {
    private let foods: CatalogueFoodRepository
    private let library: Mutex<FoodLibrary>

    package init(_ foods: CatalogueFoodRepository, _ library: FoodLibrary) {
        self.foods = foods
        self.library = Mutex(library)
    }

    /// The foods; call it before the transaction itself changes one.
    func current(in transaction: borrowing Transaction) async throws -> FoodKnowledge {
        let known = library.withLock(\.self)
        guard let news = try await foods.changes(after: known.revision, in: transaction) else {
            return FoodKnowledge(known)
        }
        let newer = known.applying(news.foods, upTo: news.revision)
        library.withLock { if $0.revision < newer.revision { $0 = newer } }
        return FoodKnowledge(newer)
    }
}
