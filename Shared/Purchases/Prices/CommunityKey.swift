import EventContracts
import Foundation

/// Under what the prices of many people for one thing are brought together (SPD-14).
///
/// It tells nothing that a person typed: only a hash of it is ever stored.
package enum CommunityKey {
    /// The key of a purchased article: its number if that is globally unique, else its normalized name.
    ///
    /// What is sold by the piece has the numbers of its name too, since twelve eggs are not six.
    ///
    /// - Parameters:
    ///   - name: What the person or the receipt calls it.
    ///   - gtin: Its trade item number, where one is known.
    ///   - dimension: What it is sold by.
    /// - Returns: nil where the name says nothing.
    package static func make(name: String, gtin: String?, by dimension: PurchaseUnit.Dimension) -> UUID? {
        if let gtin = gtin.flatMap({ GTIN($0) }), gtin.isWorldwide {
            return NamedUUID.make("community-product/gtin/\(gtin.digits)/\(dimension.rawValue)")
        }
        let words = ProductWords(name).words.subtracting(units).sorted()
        guard !words.isEmpty else { return nil }
        let numbers = dimension == .count ? name.split { !$0.isNumber }.joined(separator: " ") : ""
        return NamedUUID.make("community-product/\(words.joined(separator: " "))/\(numbers)/\(dimension.rawValue)")
    }

    /// Every key that the prices of a product may be under: of its number, of those that shops print for it, of its name.
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

    /// A shop's code that names the same thing everywhere; nil for one that the shop made for itself.
    ///
    /// Of eight digits one code in ten looks like a number of the world.
    package static func number(_ code: String?) -> String? {
        guard let code, code.utf8.count >= 12, let gtin = GTIN(code), gtin.isWorldwide else { return nil }
        return gtin.digits
    }

    /// Words that tell how much, not what.
    private static let units: Set<String> = [
        "g", "kg", "mg", "lb", "lbs", "oz", "l", "ml", "cl", "gal", "fl", "ea", "pk", "ct",
    ]
}
