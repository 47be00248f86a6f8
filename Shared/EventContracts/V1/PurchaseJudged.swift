import Foundation
import Quantities
import Sealing

/// What of a judged purchase repeats the person's words; sealed as (`purchase.allergens`, receipt id).
package struct PurchaseAllergenDetails: Codable, Sendable, Equatable {
    /// An article with what of the person's profile was found of it.
    package struct Article: Codable, Sendable, Equatable {
        package var name: String
        package var allergens: [AllergenChoice]

        package init(name: String, allergens: [AllergenChoice]) {
            self.name = name
            self.allergens = allergens
        }
    }

    package var articles: [Article]
    /// Ingredients that the person named and that the names of articles mention, in the person's words.
    package var otherIngredients: [String]

    package init(articles: [Article], otherIngredients: [String]) {
        self.articles = articles
        self.otherIngredients = otherIngredients
    }
}

/// A version of a purchase has been looked at for allergens: by the labels that were read of its articles' numbers, by their
/// names, and by what such dishes usually hold.
///
/// Whatever it says, and whatever it leaves out, is no promise.
package struct PurchaseJudged: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.purchase-judged.v1")
    package static let topic = Topic.allergenPurchase

    /// The news for the person.
    package enum News: String, EventValue, CaseIterable {
        /// The purchase, as it was entered or changed.
        case purchase
        /// The person's profile changed.
        case profile
    }

    package var accountID: AccountID
    package var receiptID: ReceiptID
    /// Of this judgement.
    package var version: Int64
    /// Of the purchase that was judged.
    package var receiptVersion: Int64
    /// Everything found, in the profile or not.
    package var allergens: [MealAllergen]
    /// Number of articles of which nothing, or not everything, is known.
    package var unknownArticles: Int
    /// Number of the person's own named ingredients that the names mention.
    package var otherMatches: Int
    package var profileVersion: Int64
    package var profileEmpty: Bool
    /// Sealed as (`purchase.allergens`, receipt id).
    package var details: Sealed<PurchaseAllergenDetails>
    /// Of the lexicon and the table of dishes together.
    package var knowledgeVersion: String
    /// Set when there is something that the person has not been told of.
    package var news: News?
    /// By the receipt, else when it was recorded.
    package var boughtOn: CalendarDay
    package var judgedAt: Date
    /// Set while the purchase is deleted.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, receiptID: ReceiptID, version: Int64, receiptVersion: Int64, allergens: [MealAllergen],
        unknownArticles: Int, otherMatches: Int, profileVersion: Int64, profileEmpty: Bool,
        details: Sealed<PurchaseAllergenDetails>, knowledgeVersion: String, news: News? = nil, boughtOn: CalendarDay,
        judgedAt: Date, deletedAt: Date? = nil
    ) {
        self.accountID = accountID
        self.receiptID = receiptID
        self.version = version
        self.receiptVersion = receiptVersion
        self.allergens = allergens
        self.unknownArticles = unknownArticles
        self.otherMatches = otherMatches
        self.profileVersion = profileVersion
        self.profileEmpty = profileEmpty
        self.details = details
        self.knowledgeVersion = knowledgeVersion
        self.news = news
        self.boughtOn = boughtOn
        self.judgedAt = judgedAt
        self.deletedAt = deletedAt
    }
}
