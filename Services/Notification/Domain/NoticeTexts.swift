import EventContracts
import NotificationRules

/// The texts of notices in every language, read from `Texts/notices.tsv`; the initializer checks that all exist.
package struct NoticeTexts: Sendable {
    /// A row of the table that is not the name of an allergen.
    package enum Phrase: String, Sendable, CaseIterable {
        case listMore = "list.more"
        case listLast = "list.last"
        case join = "text.join"
        case otherOne = "other.one"
        case otherMany = "other.many"
        case titleContains = "title.contains"
        case titleCouldNotRead = "title.couldNotRead"
        case titleMayContain = "title.mayContain"
        case titleNotDetected = "title.notDetected"
        case titleNotDetectedAll = "title.notDetected.all"
        case bodyContains = "body.contains"
        case bodyCouldNotRead = "body.couldNotRead"
        case bodyMayContain = "body.mayContain"
        case bodyNotDetected = "body.notDetected"
        case bodyNotDetectedAll = "body.notDetected.all"
        case bodyTraces = "body.traces"
        case bodyIgnoredTraces = "body.ignoredTraces"
        case bodyOthers = "body.others"
        case bodyIncomplete = "body.incomplete"
        case bodyProfileEmpty = "body.profileEmpty"
        case bodyProfilePending = "body.profilePending"
        case bodyCorrected = "body.corrected"
        case alertTitleContains = "alert.title.contains"
        case alertTitleMayContain = "alert.title.mayContain"
        case alertTitleRecipe = "alert.title.recipe"
        case alertTitleRecall = "alert.title.recall"
        case alertBodyContains = "alert.body.contains"
        case alertBodyMayContain = "alert.body.mayContain"
        case alertBodyProfile = "alert.body.profile"
        case alertBodyLexicon = "alert.body.lexicon"
        case alertBodyRecipe = "alert.body.recipe"
        case alertBodyRecall = "alert.body.recall"
        case alertTitleWithdrawn = "alert.title.withdrawn"
        case alertBodyWithdrawn = "alert.body.withdrawn"
        case alertBodyLot = "alert.body.lot"
        case alertBodyProduct = "alert.body.product"
        case mealTitleNamed = "meal.title.named"
        case mealTitleLikely = "meal.title.likely"
        case mealTitlePossible = "meal.title.possible"
        case mealBodyNamed = "meal.body.named"
        case mealBodyLikely = "meal.body.likely"
        case mealBodyPossible = "meal.body.possible"
        case mealBodyUnknown = "meal.body.unknown"
        case mealBodyProfile = "meal.body.profile"
        case mealBodyKnowledge = "meal.body.knowledge"
        case mealBodyCaution = "meal.body.caution"
        case budgetTitle = "budget.title"
        case budgetBodySpent = "budget.body.spent"
        case budgetBodyStop = "budget.body.stop"
        case budgetBodySwap = "budget.body.swap"
        case budgetBodyShop = "budget.body.shop"
        case budgetBodyShopUnnamed = "budget.body.shop.unnamed"
        case budgetBodyNothing = "budget.body.nothing"
        case priceTitle = "price.title"
        case priceTitleUnnamed = "price.title.unnamed"
        case priceBodyPaid = "price.body.paid"
        case priceBodyWay = "price.body.way"
        case priceBodySource = "price.body.source"
        case purchaseTitleNamed = "purchase.title.named"
        case purchaseTitleLikely = "purchase.title.likely"
        case purchaseTitlePossible = "purchase.title.possible"
        case purchaseBodyArticle = "purchase.body.article"
        case purchaseBodyMore = "purchase.body.more"
        case purchaseBodyUnknown = "purchase.body.unknown"
        case purchaseBodyProfile = "purchase.body.profile"
        case purchaseBodyCaution = "purchase.body.caution"
        case grantTitleActive = "grant.title.active"
        case grantBodyActive = "grant.body.active"
        case grantTitleWithdrawn = "grant.title.withdrawn"
        case grantBodyWithdrawn = "grant.body.withdrawn"
        case grantTitleDeclined = "grant.title.declined"
        case grantBodyDeclined = "grant.body.declined"
        case grantTitleCommented = "grant.title.commented"
        case grantTitleCommentedUnnamed = "grant.title.commentedUnnamed"
        case grantBodyCommented = "grant.body.commented"
        case grantScopeDiary = "grant.scope.diary"
        case grantScopeReports = "grant.scope.reports"
        case grantScopeAllergens = "grant.scope.allergens"
        case grantScopePurchases = "grant.scope.purchases"
        case exportTitle = "export.title"
        case exportBody = "export.body"
        case subscriptionTitleTrial = "subscription.title.trial"
        case subscriptionBodyTrial = "subscription.body.trial"
        case subscriptionTitleNoTrial = "subscription.title.noTrial"
        case subscriptionBodyNoTrial = "subscription.body.noTrial"
        case subscriptionReasonPersonHadTrial = "subscription.reason.personHadTrial"
        case subscriptionReasonCardHadTrial = "subscription.reason.cardHadTrial"
        case subscriptionTitleActive = "subscription.title.active"
        case subscriptionBodyActive = "subscription.body.active"
        case subscriptionBodyRenewedChanged = "subscription.body.renewed.changed"
        case subscriptionTitleEnding = "subscription.title.ending"
        case subscriptionBodyEnding = "subscription.body.ending"
        case subscriptionTitlePastDue = "subscription.title.pastDue"
        case subscriptionBodyPastDue = "subscription.body.pastDue"
        case subscriptionTitleEnded = "subscription.title.ended"
        case subscriptionBodyCanceled = "subscription.body.canceled"
        case subscriptionBodyUnpaid = "subscription.body.unpaid"
        case subscriptionBodyRefunded = "subscription.body.refunded"
        case subscriptionBodyRetired = "subscription.body.retired"
        case subscriptionBodyStays = "subscription.body.stays"
        case subscriptionTitleRenewal = "subscription.title.renewal"
        case subscriptionTitleTrialEnds = "subscription.title.trialEnds"
        case subscriptionBodyCharge = "subscription.body.charge"
        case paymentTitlePaid = "payment.title.paid"
        case paymentBodyPaid = "payment.body.paid"
        case paymentBodyPaidPlain = "payment.body.paid.plain"
        case paymentTitleDeclined = "payment.title.declined"
        case paymentBodyDeclined = "payment.body.declined"
        case paymentReasonDeclined = "payment.reason.declined"
        case paymentReasonInsufficientFunds = "payment.reason.insufficientFunds"
        case paymentReasonExpiredCard = "payment.reason.expiredCard"
        case paymentReasonUnsupportedBrand = "payment.reason.unsupportedBrand"
        case paymentReasonAuthenticationRequired = "payment.reason.authenticationRequired"
        case paymentTitleRefunded = "payment.title.refunded"
        case paymentBodyRefunded = "payment.body.refunded"
        case reportTitle = "report.title"
        case reportBody = "report.body"
        case intakeTitleBelowFloor = "intake.title.belowFloor"
        case intakeBodyBelowFloor = "intake.body.belowFloor"
        case intakeTitleLittle = "intake.title.little"
        case intakeBodyLittle = "intake.body.little"
        case intakeTitleMuch = "intake.title.much"
        case intakeBodyMuch = "intake.body.much"
        case intakeTitleLittleOnce = "intake.title.littleOnce"
        case intakeBodyLittleOnce = "intake.body.littleOnce"
        case intakeTitleMuchOnce = "intake.title.muchOnce"
        case intakeBodyMuchOnce = "intake.body.muchOnce"
        case intakeTitleLimit = "intake.title.limit"
        case intakeBodyLimit = "intake.body.limit"
        case intakeBodyPercent = "intake.body.percent"
        case nutrientSugars = "nutrient.sugars"
        case nutrientSaturated = "nutrient.saturated"
        case nutrientTrans = "nutrient.trans"
        case nutrientCholesterol = "nutrient.cholesterol"
        case nutrientSodium = "nutrient.sodium"
        case nutrientAlcohol = "nutrient.alcohol"
        case nutrientCaffeine = "nutrient.caffeine"
        case dailyTitle = "daily.title"
        case dailyBodyOne = "daily.body.one"
        case dailyBodyMany = "daily.body.many"
        case dailyBodyWords = "daily.body.words"
        case dailyBodyEnergy = "daily.body.energy"
        case dailyBodyEnergyAtLeast = "daily.body.energy.atLeast"
        case reminderTitle = "reminder.title"
        case reminderBody = "reminder.body"
        case delayTitle = "delay.title"
        case delayBody = "delay.body"
        case delayTitleOver = "delay.title.over"
        case delayBodyOver = "delay.body.over"
        case submissionTitleAccepted = "submission.title.accepted"
        case submissionBodyAccepted = "submission.body.accepted"
        case submissionTitleRefused = "submission.title.refused"
        case submissionBodyRefused = "submission.body.refused"
        case submissionReasonDuplicate = "submission.reason.duplicate"
        case submissionReasonImplausible = "submission.reason.implausible"
        case submissionReasonIncomplete = "submission.reason.incomplete"
        case submissionReasonUnsuitable = "submission.reason.unsuitable"
        case digestTitle = "digest.title"
        case mailVerificationTitle = "mail.verification.title"
        case mailVerificationBody = "mail.verification.body"
        case mailVerificationAction = "mail.verification.action"
        case mailRecoveryTitle = "mail.recovery.title"
        case mailRecoveryBody = "mail.recovery.body"
        case mailRecoveryAction = "mail.recovery.action"
        case mailPasswordTitle = "mail.password.title"
        case mailPasswordBody = "mail.password.body"
        case mailAddressTitle = "mail.address.title"
        case mailAddressBody = "mail.address.body"
        case mailErasureTitle = "mail.erasure.title"
        case mailErasureBody = "mail.erasure.body"
        case mailRecoveredTitle = "mail.recovered.title"
        case mailRecoveredBody = "mail.recovered.body"
        case mailRecoveredAnewTitle = "mail.recovered.anew.title"
        case mailRecoveredAnewBody = "mail.recovered.anew.body"
        case mailPasswordRemovedTitle = "mail.password.removed.title"
        case mailPasswordRemovedBody = "mail.password.removed.body"
        case mailPasskeyAddedTitle = "mail.passkey.added.title"
        case mailPasskeyAddedBody = "mail.passkey.added.body"
        case mailPasskeyRemovedTitle = "mail.passkey.removed.title"
        case mailPasskeyRemovedBody = "mail.passkey.removed.body"
        case mailIdentityAddedTitle = "mail.identity.added.title"
        case mailIdentityAddedBody = "mail.identity.added.body"
        case mailIdentityRemovedTitle = "mail.identity.removed.title"
        case mailIdentityRemovedBody = "mail.identity.removed.body"
        case mailFactorAddedTitle = "mail.factor.added.title"
        case mailFactorAddedBody = "mail.factor.added.body"
        case mailFactorRemovedTitle = "mail.factor.removed.title"
        case mailFactorRemovedBody = "mail.factor.removed.body"
        case mailWayPasskey = "mail.way.passkey"
        case mailWayIdentity = "mail.way.identity"
        case mailWayFactor = "mail.way.factor"
        case mailAccountWhy = "mail.account.why"
        case mailOpen = "mail.open"
        case shareReason = "share.reason"
        case testTitle = "test.title"
        case testBody = "test.body"
        case testReason = "test.reason"
        case mailUnsubscribe = "mail.unsubscribe"
    }

    /// The table does not match the code.
    package struct Malformed: Error, Equatable, CustomStringConvertible {
        /// The row at fault.
        package let key: String
        package var description: String { "the row \(key) of the notice texts is missing, unknown or incomplete" }
    }

    private let rows: [String: [NoticeLanguage: String]]

    /// Reads the table: tab-separated, a row per key, a column per language in the order of `NoticeLanguage`; lines
    /// that begin with `#` are comments.
    ///
    /// - Throws: `Malformed` naming a row that is missing, unknown, repeated or lacks a language.
    package init(table: String) throws(Malformed) {
        let keys =
            Phrase.allCases.map(\.rawValue) + AllergenCode.allCases.map(Self.key)
            + NotificationKind.allCases.map(Self.key)
        var rows: [String: [NoticeLanguage: String]] = [:]
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == NoticeLanguage.allCases.count + 1, cells.allSatisfy({ !$0.isEmpty }),
                keys.contains(cells[0]), rows[cells[0]] == nil
            else { throw Malformed(key: cells[0]) }
            rows[cells[0]] = Dictionary(uniqueKeysWithValues: zip(NoticeLanguage.allCases, cells.dropFirst()))
        }
        for key in keys where rows[key] == nil { throw Malformed(key: key) }
        self.rows = rows
    }

    /// The table that is built into the program, read once.
    ///
    /// - Throws: `Malformed`.
    package static func builtIn() throws(Malformed) -> NoticeTexts { try shared.get() }

    private static let shared = Result { () throws(Malformed) -> NoticeTexts in
        try NoticeTexts(table: String(decoding: PackageResources.notices_tsv, as: UTF8.self))
    }

    /// The text of a phrase, with its placeholders such as `{findings}` replaced.
    package func text(_ phrase: Phrase, in language: NoticeLanguage, _ values: [String: String] = [:]) -> String {
        let words = rows[phrase.rawValue]?[language] ?? ""
        return values.isEmpty ? words : Self.fill(words, values)
    }

    /// Replaces names between braces by values, which are inserted unchanged.
    private static func fill(_ words: String, _ values: [String: String]) -> String {
        var filled = "", rest = Substring(words).utf8
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            let name = Substring(rest[rest.index(after: open)..<close])
            filled += Substring(rest[..<open])
            filled += values[String(name)] ?? String(Substring(rest[open...close]))
            rest = rest[rest.index(after: close)...]
        }
        return filled + Substring(rest)
    }

    /// The name of an allergen or species within a sentence.
    package func name(of allergen: AllergenChoice, in language: NoticeLanguage) -> String {
        switch allergen {
        case .group(let code): rows[Self.key(code)]?[language] ?? ""
        case .species(let species): species.name(in: language.rawValue)
        }
    }

    /// Allergens by name as one list, in the order of the regulation.
    package func list(of allergens: [AllergenChoice], in language: NoticeLanguage) -> String {
        list(allergens.sorted().map { name(of: $0, in: language) }, in: language)
    }

    /// Custom ingredients by their number, at least one: a verdict without any finding would be a contradiction, even
    /// if the event's number is zero.
    package func others(_ count: Int, in language: NoticeLanguage) -> String {
        count > 1 ? text(.otherMany, in: language, ["count": String(count)]) : text(.otherOne, in: language)
    }

    /// The items as a list in a sentence: "milk, eggs and sesame".
    package func list(_ items: [String], in language: NoticeLanguage) -> String {
        guard let first = items.first else { return "" }
        return items.dropFirst().enumerated().reduce(first) { list, item in
            let phrase = item.offset == items.count - 2 ? Phrase.listLast : .listMore
            return text(phrase, in: language, ["first": list, "second": item.element])
        }
    }

    /// The sentences as one text.
    package func join(_ sentences: [String], in language: NoticeLanguage) -> String {
        guard let first = sentences.first else { return "" }
        return sentences.dropFirst().reduce(first) {
            text(.join, in: language, ["first": $0, "second": $1])
        }
    }

    /// Why a person receives notices of this kind.
    package func why(_ kind: NotificationKind, in language: NoticeLanguage) -> String {
        rows[Self.key(kind)]?[language] ?? ""
    }

    private static func key(_ kind: NotificationKind) -> String { "why.\(kind.rawValue)" }

    private static func key(_ allergen: AllergenCode) -> String { "allergen.\(allergen.rawValue)" }
}
