import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities

/// Shares what people say that shops' codes are, once enough of them say the same (SPD-03, C21).
package struct CodeDesk: Sendable {
    let codes: CodeRepository

    /// What the codes of a purchase stand for, by the places of its articles.
    func names(
        for record: ReceiptRecord, in transaction: borrowing Transaction
    ) async throws -> [Int: ProductShelf.SharedName] {
        var places: [Int: UUID] = [:]
        for (place, item) in record.items.enumerated() { places[place] = Self.code(of: item, in: record) }
        let names = try await codes.names(of: Set(places.values), in: transaction)
        return places.compactMapValues { names[$0] }
    }

    /// Keeps what a person has chosen for articles with codes, and shares what enough people say alike.
    ///
    /// - Parameters:
    ///   - items: What was chosen now.
    ///   - record: The purchase that they are of.
    ///   - shelf: The person's products.
    ///   - mark: What the person's answers are under.
    ///   - transaction: Where all of it happens.
    /// - Throws: A `PostgresError`.
    func learn(
        _ items: [ReceiptItem], of record: ReceiptRecord, _ shelf: ProductShelf, under mark: UUID,
        in transaction: borrowing Transaction
    ) async throws {
        for item in items {
            guard let code = Self.code(of: item, in: record),
                let words = item.product.flatMap({ shelf[$0.productID] })?.words
            else { continue }
            let key = ProductWords(words.name).key
            guard !key.isEmpty else { continue }
            let answer = NamedUUID.make("code-answer/\(key)")
            try await codes.save(answer, to: code, by: mark, in: transaction)
            switch MappingScreen.agreed(try await codes.answers(to: code, in: transaction)) {
            case answer?:
                let name = ProductShelf.SharedName(name: words.name, category: words.category)
                try await codes.share(answer, name, as: code, at: transaction.eventTime(), in: transaction)
            case nil: try await codes.withdraw(code, in: transaction)
            default: break
            }
        }
    }

    /// A shop's code by a hash; nil where the shop or the code is not known.
    private static func code(of item: ReceiptItem, in record: ReceiptRecord) -> UUID? {
        let merchant = MerchantKey.make(record.merchant?.value ?? "")
        guard let code = item.code, !merchant.isEmpty else { return nil }
        return NamedUUID.make("store-code/\(merchant)/\(code)")
    }
}
