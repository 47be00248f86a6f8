import EventContracts
import Quantities

/// Identifies a merchant, independent of spelling.
package enum MerchantKey {
    /// A merchant's name in lower case without spaces.
    package static func make(_ merchant: String) -> String {
        ProductWords(merchant).key.filter { !$0.isWhitespace }
    }
}

extension ReceiptRecord {
    /// The shop, by the merchant and the shop's number or address; nil without a merchant (SPD-08).
    package var storeID: StoreID? {
        let merchant = MerchantKey.make(self.merchant?.value ?? "")
        guard !merchant.isEmpty else { return nil }
        let place = store.number ?? MerchantKey.make(store.address ?? "")
        return StoreID(NamedUUID.make("store/\(merchant)/\(place)"))
    }

    /// The shop's display name: the merchant with the number or the address.
    package var storeName: String? {
        guard let merchant = merchant?.value else { return nil }
        let place = store.number.map { "#\($0)" } ?? store.address
        return [merchant, place].compactMap(\.self).joined(separator: " ")
    }

    /// The date and time, `YYYY-MM-DD HH:MM:SS` (SPD-20); the date alone if there is no time.
    ///
    /// Seconds that are not printed are 0.
    package var purchasedAt: String? {
        day.map { day in
            time.map { "\(day.value) \($0.value)" + ($0.value.utf8.count == 5 ? ":00" : "") } ?? day.value.description
        }
    }
}
