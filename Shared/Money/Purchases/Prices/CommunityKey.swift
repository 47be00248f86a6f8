import EventContracts
import Foundation

/// The key that combines the prices of many people for one product (SPD-14).
///
/// Only its hash is ever stored, so that no typed text is revealed.
package enum CommunityKey {
    /// The key of a purchased item: its number if that is globally unique, otherwise its normalized name.
    ///
    /// For items sold by the piece it includes the numbers in the name, since twelve eggs are not six.
    ///
    /// - Parameters:
    ///   - name: The person's or the receipt's name for it.
    ///   - gtin: Its trade item number, if known.
    ///   - dimension: The dimension of its sales unit.
    /// - Returns: nil if the name has no distinguishing word.
    package static func make(name: String, gtin: String?, by dimension: PurchaseUnit.Dimension) -> UUID? {
        if let gtin = gtin.flatMap({ GTIN($0) }), gtin.isWorldwide {
            return NamedUUID.make("community-product/gtin/\(gtin.digits)/\(dimension.rawValue)")
        }
        let words = ProductWords(name).words.subtracting(units).sorted()
        guard !words.isEmpty else { return nil }
        let numbers = dimension == .count ? name.split { !$0.isNumber }.joined(separator: " ") : ""
        return NamedUUID.make("community-product/\(words.joined(separator: " "))/\(numbers)/\(dimension.rawValue)")
    }

    /// All keys under which a product may have prices: of its number, of the numbers that shops print for it, and of
    /// its name.
    package static func all(
        of words: PurchasedProductWords, by dimension: PurchaseUnit.Dimension
    ) -> Set<CommunityProductID> {
        let numbers = ([words.gtin] + words.aliases.map { number($0.code) }).compactMap(\.self)
        var keys: Set<CommunityProductID> = []
        for number in numbers {
            if let key = make(name: words.name, gtin: number, by: dimension) { keys.insert(CommunityProductID(key)) }
        }
        if let key = make(name: words.name, gtin: nil, by: dimension) { keys.insert(CommunityProductID(key)) }
        return keys
    }

    /// A shop's code if it is globally unique; nil for a code that the shop assigned itself.
    ///
    /// Needs at least 12 digits: one in ten eight-digit codes of shops has a valid check digit by chance.
    package static func number(_ code: String?) -> String? {
        guard let code, code.utf8.count >= 12, let gtin = GTIN(code), gtin.isWorldwide else { return nil }
        return gtin.digits
    }

    /// Words for amounts and units.
    private static let units: Set<String> = [
        "g", "kg", "mg", "lb", "lbs", "oz", "l", "ml", "cl", "gal", "fl", "ea", "pk", "ct",
    ]
}
