import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities

/// Shares the meaning of shop codes once enough people agree (SPD-03, C21).
package struct ShopCodeWriter: Sendable {
    /// The shared names of a purchase's codes, by item index.
    func names(
        for record: ReceiptRecord, in transaction: borrowing Transaction
    ) async throws -> [Int: PersonalProductIndex.SharedName] {
        var places: [Int: UUID] = [:]
        for (place, item) in record.items.enumerated() { places[place] = Self.code(of: item, in: record) }
        let names = try await CodeRepository.names(of: Set(places.values), in: transaction)
        return places.compactMapValues { names[$0] }
    }

    /// Stores a person's choices for items with codes, and shares names that enough people agree on.
    ///
    /// - Parameters:
    ///   - items: The new choices.
    ///   - record: The purchase.
    ///   - ownProducts: The index of the person's products.
    ///   - mark: The pseudonym of the person's answers.
    ///   - person: Whether and from when they count for others; nil if not.
    ///   - isSuspended: Whether the account is suspended; its answers count from a reinstatement on.
    ///   - transaction: The transaction to use.
    /// - Throws: A `PostgresError`.
    func learn(
        _ items: [ReceiptItem], of record: ReceiptRecord, _ ownProducts: PersonalProductIndex, under mark: UUID,
        _ person: CountedPerson?, isSuspended: Bool, in transaction: borrowing Transaction
    ) async throws {
        let today = CalendarDay(try transaction.eventTime(), in: .gmt)
        for item in items {
            guard let code = Self.code(of: item, in: record),
                let words = item.product.flatMap({ ownProducts[$0.productID] })?.words
            else { continue }
            guard let answer = Self.answer(words.name) else { continue }
            try await CodeRepository.save(answer, to: code, by: mark, person, in: transaction)
            switch MappingScreen.agreed(try await CodeRepository.answers(to: code, in: transaction)) {
            case answer?:
                // The shared spelling is shown to other people, so only an independent person may choose it.
                guard let person, person.from <= today, !isSuspended else { continue }
                let name = PersonalProductIndex.SharedName(name: SharedName.make(words.name), category: words.category)
                try await CodeRepository.share(answer, name, as: code, at: transaction.eventTime(), in: transaction)
            case nil: try await CodeRepository.withdraw(code, in: transaction)
            default: break
            }
        }
    }

    /// Shares a name approved by staff for each of the product's shop codes.
    func share(
        _ words: PurchasedProductWords, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        guard let answer = Self.answer(words.name) else { return }
        let name = PersonalProductIndex.SharedName(name: words.name, category: words.category)
        for alias in words.aliases {
            guard let code = alias.code, !alias.merchant.isEmpty else { continue }
            try await CodeRepository.share(
                answer, name, as: Self.code(code, at: alias.merchant), isReviewed: true, at: now, in: transaction)
        }
    }

    /// A hash of the given name; nil if the name is uninformative.
    private static func answer(_ name: String) -> UUID? {
        let key = ProductWords(name).key
        return key.isEmpty ? nil : NamedUUID.make("code-answer/\(key)")
    }

    private static func code(_ code: String, at merchant: String) -> UUID {
        NamedUUID.make("store-code/\(merchant)/\(code)")
    }

    /// A hash of a shop's code; nil if the shop or the code is unknown.
    private static func code(of item: ReceiptItem, in record: ReceiptRecord) -> UUID? {
        let merchant = MerchantKey.make(record.merchant?.value ?? "")
        guard let code = item.code, !merchant.isEmpty else { return nil }
        return Self.code(code, at: merchant)
    }
}
