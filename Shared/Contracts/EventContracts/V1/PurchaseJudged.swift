import Foundation
import Quantities
import Sealing

/// Parts of a purchase's assessment that repeat the person's words; sealed as (`purchase.allergens`, receipt id).
package struct PurchaseAllergenDetails: Codable, Sendable, Equatable {
    /// An item with the findings of the person's profile.
    package struct Article: Codable, Sendable, Equatable {
        package var name: String
        package var allergens: [AllergenChoice]

        package init(name: String, allergens: [AllergenChoice]) {
            self.name = name
            self.allergens = allergens
        }
    }

    package var articles: [Article]
    /// Ingredients of the person's own list that the items' names mention, in the person's words.
    package var otherIngredients: [String]

    package init(articles: [Article], otherIngredients: [String]) {
        self.articles = articles
        self.otherIngredients = otherIngredients
    }
}

/// A version of a purchase was assessed for allergens: by labels read for its items' bar codes, by names, and by the
/// usual content of dishes.
///
/// It guarantees nothing, neither by what it lists nor by what it leaves out.
package struct PurchaseJudged: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.purchase-judged.v1")
    package static let topic = Topic.allergenPurchase

    /// The reason for notifying the person.
    package enum News: String, EventValue, CaseIterable {
        /// The purchase was entered or changed.
        case purchase
        /// The person's profile changed.
        case profile
    }

    package var accountID: AccountID
    package var receiptID: ReceiptID
    /// Version of this assessment.
    package var version: Int64
    /// Version of the assessed purchase.
    package var receiptVersion: Int64
    /// All findings, in the profile or not.
    package var allergens: [MealAllergen]
    /// Number of items whose content is not completely known.
    package var unknownArticles: Int
    /// Number of ingredients of the person's own list that the names mention.
    package var otherMatches: Int
    package var profileVersion: Int64
    package var profileEmpty: Bool
    /// Sealed as (`purchase.allergens`, receipt id).
    package var details: Sealed<PurchaseAllergenDetails>
    /// Version of the lexicon and the table of dishes together.
    package var knowledgeVersion: String
    /// Set if the person has not been notified of it yet.
    package var news: News?
    /// The date on the receipt, otherwise the day it was recorded.
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
