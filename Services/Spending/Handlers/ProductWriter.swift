import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores products, for all handlers.
package struct ProductWriter: Sendable {
    let sealer: Sealer
    /// Whether a language model is asked about new products.
    let asksModel: Bool

    /// The index of a person's products, decrypted.
    func ownProducts(of account: AccountID, in transaction: borrowing Transaction) async throws -> PersonalProductIndex
    {
        var known: [PersonalProductIndex.Product] = []
        for product in try await PurchasedProductRepository.lockAll(of: account, in: transaction) {
            let words = try await sealer.open(
                product.words, .purchasedProductWords(product.productID, of: account))
            known.append(
                .init(
                    id: product.productID, words: words, isProvisional: product.isProvisional,
                    absorbed: product.absorbed ?? []))
        }
        return PersonalProductIndex(known)
    }

    /// Stores and publishes the products that matching created or changed.
    func save(_ ownProducts: PersonalProductIndex, of account: AccountID, in transaction: borrowing Transaction)
        async throws
    {
        guard !ownProducts.changed.isEmpty else { return }
        let stored = try await PurchasedProductRepository.lockAll(of: account, in: transaction)
        for id in ownProducts.changed.sorted() {
            guard let product = ownProducts[id] else { continue }
            let known = stored.first { $0.productID == id }, version = known.map { $0.version + 1 } ?? 1
            let changed = PurchasedProductChanged(
                accountID: account, productID: id, version: version, isProvisional: product.isProvisional,
                words: try await sealer.seal(product.words, .purchasedProductWords(id, of: account)),
                changedAt: try transaction.eventTime(), absorbed: product.absorbed.isEmpty ? nil : product.absorbed)
            guard try await PurchasedProductRepository.save(changed, in: transaction) else {
                throw Rejection(.notFound)
            }
            try transaction.append(changed, key: account, subject: id)
            // A product with a shared name needs no suggestions.
            if asksModel, known == nil, product.isProvisional,
                product.words.aliases.last?.name == product.words.name
            {
                try await ProductQuestionRepository.add(id, of: account, at: transaction.eventTime(), in: transaction)
            }
        }
    }
}
