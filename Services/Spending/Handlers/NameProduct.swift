import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores a person's changes of a product (SPD-03).
///
/// Purchases change products too, so the command always applies and gets the next version if its own is taken.
package struct NameProduct: EventHandler {
    let writer: ProductWriter

    package func handle(_ event: Event<NamePurchasedProduct>, in transaction: borrowing Transaction) async throws {
        let command = event.body, account = command.accountID, id = command.productID
        let stored = try await PurchasedProductRepository.lockAll(of: account, in: transaction)
        guard let known = stored.first(where: { $0.productID == id }) else { throw Rejection(.notFound) }
        var words = try await writer.sealer.open(command.words, .purchasedProductWords(id, of: account))
        let before = try await writer.sealer.open(known.words, .purchasedProductWords(id, of: account))
        words.aliases = before.aliases
        words.suggestions = nil
        let now = try transaction.eventTime()
        var taken = known.absorbed ?? []
        if let absorbed = command.absorbs, absorbed != id {
            guard var other = stored.first(where: { $0.productID == absorbed }) else { throw Rejection(.notFound) }
            let its = try await writer.sealer.open(other.words, .purchasedProductWords(absorbed, of: account))
            words.aliases = (its.aliases.filter { !words.aliases.contains($0) } + words.aliases)
                .suffix(PurchasedProductWords.maxAliases)
            other.version += 1
            other.deletedAt = now
            other.changedAt = now
            guard try await PurchasedProductRepository.save(other, in: transaction) else { throw Rejection(.notFound) }
            try transaction.append(other, key: account, subject: absorbed)
            taken += [absorbed] + (other.absorbed ?? [])
        }
        let changed = PurchasedProductChanged(
            accountID: account, productID: id, version: max(known.version + 1, command.version), isProvisional: false,
            words: try await writer.sealer.seal(words, .purchasedProductWords(id, of: account)), changedAt: now,
            absorbed: taken.isEmpty ? nil : taken)
        guard try await PurchasedProductRepository.save(changed, in: transaction) else { throw Rejection(.notFound) }
        try transaction.append(changed, key: account, subject: id, ending: .succeeded)
    }
}
