import EventContracts
import Quantities

/// Writes texts about allergens in purchases; they never say that a purchase contains none.
package struct PurchaseNoticeWriter: Sendable {
    /// Maximum number of items listed by name.
    static let maxArticles = 5

    private let texts: NoticeTexts

    package init(texts: NoticeTexts) {
        self.texts = texts
    }

    /// The text about a purchase.
    ///
    /// - Parameters:
    ///   - purchase: The assessment, with news.
    ///   - details: The items with findings.
    ///   - language: The language.
    /// - Returns: Title and body.
    package func text(
        of purchase: PurchaseJudged, _ details: PurchaseAllergenDetails, in language: NoticeLanguage
    ) -> NoticeText {
        let title: NoticeTexts.Phrase =
            switch Self.strongest(of: purchase) {
            case .named: .purchaseTitleNamed
            case .likely: .purchaseTitleLikely
            case .possible: .purchaseTitlePossible
            }
        var sentences = details.articles.prefix(Self.maxArticles).map { article in
            texts.text(
                .purchaseBodyArticle, in: language,
                ["article": article.name, "findings": texts.list(of: article.allergens, in: language)])
        }
        let rest = details.articles.count - sentences.count
        if rest > 0 { sentences.append(texts.text(.purchaseBodyMore, in: language, ["count": String(rest)])) }
        if purchase.unknownArticles > 0 {
            let count = String(purchase.unknownArticles)
            sentences.append(texts.text(.purchaseBodyUnknown, in: language, ["count": count]))
        }
        if purchase.news == .profile { sentences.append(texts.text(.purchaseBodyProfile, in: language)) }
        sentences.append(texts.text(.purchaseBodyCaution, in: language))
        return NoticeText(
            title: texts.text(
                title, in: language,
                ["findings": findings(purchase, in: language), "day": language.day(purchase.boughtOn, hasYear: true)]),
            body: texts.join(sentences, in: language), language: language.rawValue)
    }

    /// The urgency of the notice; a possible finding is not an alert.
    package static func urgency(of purchase: PurchaseJudged) -> Notice.Urgency {
        strongest(of: purchase) == .possible ? .notice : .alert
    }

    /// The state of the notice in one word.
    static func state(of purchase: PurchaseJudged) -> String {
        let found = purchase.allergens.filter(\.inProfile).map { "\($0.allergen.rawValue):\($0.likelihood.rawValue)" }
        return (found + ["others:\(purchase.otherMatches)"]).joined(separator: ",")
    }

    /// The strongest finding of the person's profile.
    private static func strongest(of purchase: PurchaseJudged) -> AllergenLikelihood {
        if purchase.otherMatches > 0 { return .named }
        return purchase.allergens.filter(\.inProfile).map(\.likelihood).max() ?? .possible
    }

    /// The names of the most likely findings.
    private func findings(_ purchase: PurchaseJudged, in language: NoticeLanguage) -> String {
        let strongest = Self.strongest(of: purchase)
        var items = purchase.allergens.filter { $0.inProfile && $0.likelihood == strongest }.map(\.allergen).sorted()
            .map { texts.name(of: $0, in: language) }
        if purchase.otherMatches > 0 { items.append(texts.others(purchase.otherMatches, in: language)) }
        return texts.list(items, in: language)
    }
}
