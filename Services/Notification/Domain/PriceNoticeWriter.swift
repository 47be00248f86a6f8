import EventContracts
import Quantities

/// Writes notices about lower prices nearby (NOT-06).
package struct PriceNoticeWriter: Sendable {
    private let texts: NoticeTexts

    package init(texts: NoticeTexts) {
        self.texts = texts
    }

    /// The text about a lower price.
    ///
    /// - Parameters:
    ///   - found: The product, the shop and the saving.
    ///   - language: The language.
    /// - Returns: Title and body.
    package func text(of found: LowerPrice, in language: NoticeLanguage) -> NoticeText {
        let values = [
            "product": found.product, "store": found.store, "paid": found.paid.description,
            "price": found.price.description, "saving": found.saving.description,
            "count": String(found.contributors), "kilometres": found.kilometres.map(String.init) ?? "",
        ]
        var sentences = [texts.text(.priceBodyPaid, in: language, values)]
        if found.kilometres != nil { sentences.append(texts.text(.priceBodyWay, in: language, values)) }
        sentences.append(texts.text(.priceBodySource, in: language, values))
        return NoticeText(
            title: texts.text(found.store.isEmpty ? .priceTitleUnnamed : .priceTitle, in: language, values),
            body: texts.join(sentences, in: language),
            language: language.rawValue)
    }
}
