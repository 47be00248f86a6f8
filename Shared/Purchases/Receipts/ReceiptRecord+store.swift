import EventContracts
import Quantities

/// What names a merchant, however it is printed.
package enum MerchantKey {
    /// A merchant's name in small letters without spaces.
    package static func make(_ merchant: String) -> String {
        ProductWords(merchant).key.filter { !$0.isWhitespace }
    }
}

extension ReceiptRecord {
    /// Which shop it was: by the merchant and the shop's number or address; nil where no merchant is known (SPD-08).
    package var storeID: StoreID? {
        let merchant = MerchantKey.make(self.merchant?.value ?? "")
        guard !merchant.isEmpty else { return nil }
        let place = store.number ?? MerchantKey.make(store.address ?? "")
        return StoreID(NamedUUID.make("store/\(merchant)/\(place)"))
    }

    /// A shop as people know it: the merchant, with the number or the address.
    package var storeName: String? {
        guard let merchant = merchant?.value else { return nil }
        let place = store.number.map { "#\($0)" } ?? store.address
        return [merchant, place].compactMap(\.self).joined(separator: " ")
    }

    /// When it was: `YYYY-MM-DD HH:MM:SS` (SPD-20), the day alone where no time is known; seconds that no receipt prints are 0.
    package var purchasedAt: String? {
        day.map { day in
            time.map { "\(day.value) \($0.value)" + ($0.value.utf8.count == 5 ? ":00" : "") } ?? day.value.description
        }
    }
}
