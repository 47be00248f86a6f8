import EventContracts
import Foundation
import Hexadecimal
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing

/// Adds prices to the community prices with the buyer's consent (SPD-19, GW-42).
///
/// Entries have time, place, amount and product, but no buyer.
package struct CommunityPriceWriter: Sendable {
    let codes: ShopCodeWriter
    let sealer: Sealer

    /// Replaces the shared prices of a purchase.
    ///
    /// - Parameters:
    ///   - receipt: The purchase.
    ///   - record: Its record, with products.
    ///   - store: The shop.
    ///   - ownProducts: The index of the person's products.
    ///   - account: The buyer.
    ///   - voucher: The evidence about the account; without it the prices are not used for other people.
    ///   - transaction: The transaction to use.
    /// - Throws: A `SealingError` or `PostgresError`.
    func share(
        _ receipt: ReceiptID, _ record: ReceiptRecord, at store: StoreID?, _ ownProducts: PersonalProductIndex,
        of account: AccountID, _ voucher: Voucher?, in transaction: borrowing Transaction
    ) async throws {
        guard let shopper = try await ShopperRepository.find(account, in: transaction) else { return }
        let preferences = try await sealer.open(shopper.published.wishes, .shoppingPreferences(of: account))
        guard preferences.sharesPrices else { return }
        let mark = try await mark(of: shopper, in: transaction), source = Self.source(receipt, mark)
        try await CommunityRepository.remove(source: source, in: transaction)
        let now = try transaction.eventTime(), today = CalendarDay(now, in: .gmt)
        // In the person's time zone it may already be the next day.
        guard let store, let day = record.day?.value, let currency = record.currency?.value,
            (-1..<CommunityPrices.window).contains(day.days(until: today))
        else { return }
        let entries = record.items.compactMap { Self.entry(of: $0, ownProducts) }
        guard !entries.isEmpty else { return }
        try await CommunityRepository.save(
            entries,
            of: .init(
                source: source, contributor: mark, store: store, day: day, currency: currency,
                person: voucher.flatMap { CountedPerson($0, on: today) }),
            in: transaction)
        if let place = preferences.place, let voucher, voucher.countsFrom.map({ $0 <= now }) ?? false,
            try await !StandingRepository.isSuspended(account, in: transaction)
        {
            let voice = Self.voice(at: store, try await secret(of: shopper, in: transaction))
            let network = NamedUUID.make("store-network/\(voucher.network.text)/\(store)")
            try await CommunityRepository.addVoice(voice, fromNetwork: network, at: store, from: place, in: transaction)
        }
    }

    /// Adds a person's choices for items with codes to the shared answers, if they share prices.
    func learn(
        _ record: ReceiptRecord, since before: ReceiptRecord?, _ ownProducts: PersonalProductIndex,
        of account: AccountID,
        _ voucher: Voucher?, in transaction: borrowing Transaction
    ) async throws {
        let answers = ownProducts.answers(in: record, since: before)
        guard !answers.isEmpty, let shopper = try await ShopperRepository.find(account, in: transaction) else { return }
        let preferences = try await sealer.open(shopper.published.wishes, .shoppingPreferences(of: account))
        guard preferences.sharesPrices else { return }
        let mark = try await mark(of: shopper, in: transaction)
        let today = CalendarDay(try transaction.eventTime(), in: .gmt)
        let isSuspended = try await StandingRepository.isSuspended(account, in: transaction)
        try await codes.learn(
            answers, of: record, ownProducts, under: mark, voucher.flatMap { CountedPerson($0, on: today) },
            isSuspended: isSuspended, in: transaction)
    }

    /// Withdraws the shared prices of a purchase.
    func withdraw(_ receipt: ReceiptID, of account: AccountID, in transaction: borrowing Transaction) async throws {
        guard let shopper = try await ShopperRepository.find(account, in: transaction), let sealed = shopper.mark else {
            return
        }
        let mark = try await sealer.open(sealed, .shoppingMark(of: account))
        try await CommunityRepository.remove(source: Self.source(receipt, mark), in: transaction)
    }

    /// Withdraws all prices that a person shared, and their mark.
    ///
    /// The sealed secret of their votes is kept, so that sharing again gives no second vote on a shop's place.
    func withdrawAll(of account: AccountID, in transaction: borrowing Transaction) async throws {
        guard let shopper = try await ShopperRepository.find(account, in: transaction), let sealed = shopper.mark else {
            return
        }
        let mark = try await sealer.open(sealed, .shoppingMark(of: account))
        try await CommunityRepository.remove(contributor: mark, in: transaction)
        try await CodeRepository.remove(contributor: mark, in: transaction)
        try await StandingRepository.include(mark, in: transaction)
        try await ShopperRepository.save(mark: nil, of: account, in: transaction)
    }

    /// The mark of a person, a random pseudonym created with their first shared purchase.
    private func mark(of shopper: Shopper, in transaction: borrowing Transaction) async throws -> UUID {
        let account = shopper.published.accountID
        let mark: UUID
        if let sealed = shopper.mark {
            mark = try await sealer.open(sealed, .shoppingMark(of: account))
        } else {
            mark = UUID()
            try await ShopperRepository.save(
                mark: try await sealer.seal(mark, .shoppingMark(of: account)), of: account, in: transaction)
        }
        try StandingRepository.exclude(mark, ifSuspended: account, in: transaction)
        return mark
    }

    /// The secret of a person's pseudonyms, created on first use.
    private func secret(of shopper: Shopper, in transaction: borrowing Transaction) async throws -> UUID {
        let account = shopper.published.accountID
        if let sealed = shopper.voice { return try await sealer.open(sealed, .shoppingVoice(of: account)) }
        let secret = UUID()
        try await ShopperRepository.save(
            voice: try await sealer.seal(secret, .shoppingVoice(of: account)), of: account, in: transaction)
        return secret
    }

    /// The pseudonym of a person for votes at one shop; it reveals neither the person nor the shop, and cannot be
    /// linked between shops.
    private static func voice(at store: StoreID, _ secret: UUID) -> UUID {
        NamedUUID.make("store-voice/\(secret.text)/\(store)")
    }

    /// A hash that links prices to their purchase, but only for code that knows the person's mark.
    private static func source(_ receipt: ReceiptID, _ mark: UUID) -> UUID {
        NamedUUID.make("price-source/\(mark.text)/\(receipt)")
    }

    /// Minimum score of a recognized price for sharing it.
    static let minConfidence = 0.8

    /// The regular shelf price of an item: without coupons and cards; nil for markdowns and uncertain recognition.
    private static func entry(of item: ReceiptItem, _ ownProducts: PersonalProductIndex) -> CommunityRepository.Entry? {
        let confidences = [item.name.confidence, item.amount.confidence, item.quantity.confidence].compactMap(\.self)
        guard let price = item.listPrice, price.millionths > 0, !item.isNearExpiry,
            confidences.allSatisfy({ $0 >= minConfidence })
        else { return nil }
        let product = item.product.flatMap { ownProducts[$0.productID]?.words }
        let key = CommunityKey.make(
            name: product?.name ?? item.name.value, gtin: product?.gtin ?? CommunityKey.number(item.code),
            by: price.dimension)
        return key.map { CommunityRepository.Entry(productKey: $0, price: price) }
    }
}
