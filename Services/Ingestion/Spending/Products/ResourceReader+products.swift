import EventContracts
import Foundation
import IngestionCore
import Purchases
import Sealing

extension ResourceReader {
    /// Maximum number of products read.
    private static let maxProducts = 5_000

    /// A person's products, reduced to the data needed for comparison; decrypted one by one, because they are sealed.
    ///
    /// - Parameters:
    ///   - account: The person.
    ///   - sealer: Decrypts the products.
    /// - Returns: The products, newest first.
    /// - Throws: A `SealingError` or a `PostgresError`.
    func describedProducts(of account: AccountID, _ sealer: Sealer) async throws -> [DescribedProduct] {
        let documents = try await DocumentRepository.list(
            .purchasedProduct, of: account, after: nil, limit: Self.maxProducts, in: database)
        var products: [DescribedProduct] = []
        for document in documents {
            let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
            let words = try await sealer.open(published.words, .purchasedProductWords(published.productID, of: account))
            products.append(DescribedProduct(id: published.productID, name: words.name, category: words.category))
        }
        return products
    }
}
