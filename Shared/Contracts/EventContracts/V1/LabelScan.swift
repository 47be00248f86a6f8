import Foundation
import Sealing

/// Command: assess an ingredient list that a person typed or pasted.
package struct AssessLabelText: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.assess-label-text.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var scanID: ScanID
    /// Sealed as (`label-scan.text`, scan id).
    package var text: Sealed<String>
    /// `en`, `fr`, `es` or `zh` if the client knows.
    package var language: String?
    /// GS1 trade item number, 8 to 14 digits.
    package var gtin: String?
    /// The highest profile version assigned when the scan was accepted; the verdict waits for it (ALG-03).
    package var profileVersion: Int64
    package var requestedAt: Date
    /// Facts about the account and its network, for counting independent reports; nil in commands of earlier releases,
    /// for which only the account counts.
    package var voucher: Voucher?
    /// The person's name for the scan; sealed as (`label-scan.name`, scan id); nil without a name.
    package var name: Sealed<String>?

    package init(
        accountID: AccountID, scanID: ScanID, text: Sealed<String>, language: String?, gtin: String?,
        profileVersion: Int64, requestedAt: Date, voucher: Voucher? = nil, name: Sealed<String>? = nil
    ) {
        self.accountID = accountID
        self.scanID = scanID
        self.text = text
        self.language = language
        self.gtin = gtin
        self.profileVersion = profileVersion
        self.requestedAt = requestedAt
        self.voucher = voucher
        self.name = name
    }
}

/// The verdict of a label scan, strongest first: contains > couldNotRead > mayContain > notDetected (N4).
package enum Verdict: String, EventValue, CaseIterable {
    case contains, couldNotRead, mayContain, notDetected
}

/// The place of a finding in the text, and the reason for it.
package struct FindingEvidence: Codable, Sendable, Equatable {
    /// The words as in the scanned text.
    package var text: String
    /// Offset of the first character, in Unicode scalars from the start of the scanned text.
    package var start: Int
    /// Length in Unicode scalars.
    package var length: Int
    /// Name of the rule that matched, such as `ingredient-term`, `contains-statement`, `trace-statement`.
    package var rule: String
    /// The source of the rule's knowledge.
    package var source: String
    /// Why it is uncertain; nil if it is certain.
    package var reason: String?
    /// The place of the words in the photo, if there is one; as `ReadLine.corners`.
    package var box: [Double]?
    /// BCP 47 codes of unsupported languages that the words belong to; nil for other words.
    package var languages: [String]?

    package init(
        text: String, start: Int, length: Int, rule: String, source: String, reason: String? = nil,
        box: [Double]? = nil, languages: [String]? = nil
    ) {
        self.text = text
        self.start = start
        self.length = length
        self.rule = rule
        self.source = source
        self.reason = reason
        self.box = box
        self.languages = languages
    }
}

/// An allergen or listed ingredient of the profile that the text contains or may contain.
package struct ScanFinding: Codable, Sendable, Equatable {
    /// An allergen or species; nil if `otherIngredient` is set.
    package var allergen: AllergenChoice?
    /// The ingredient as the person wrote it.
    package var otherIngredient: String?
    package var evidence: [FindingEvidence]

    package init(allergen: AllergenChoice?, otherIngredient: String?, evidence: [FindingEvidence]) {
        self.allergen = allergen
        self.otherIngredient = otherIngredient
        self.evidence = evidence
    }
}

/// One ingredient of the list with all its allergens, in the profile or not.
package struct ScanIngredient: Codable, Sendable, Equatable {
    package var text: String
    package var allergens: [AllergenCode]
    /// The species among them that the words name.
    package var species: [AllergenSpecies]?
    /// Allergens that it may come from, such as soy for lecithin.
    package var possibleAllergens: [AllergenCode]?

    package init(
        text: String, allergens: [AllergenCode], species: [AllergenSpecies]? = nil,
        possibleAllergens: [AllergenCode]? = nil
    ) {
        self.text = text
        self.allergens = allergens
        self.species = species
        self.possibleAllergens = possibleAllergens
    }
}

/// The answer for one of the person's diets, with its reasons.
package struct ScanDiet: Codable, Sendable, Equatable {
    package var diet: Diet
    /// `conflict`, `possibleConflict`, `noConflictFound` or `unknown`.
    package var answer: String
    package var evidence: [FindingEvidence]

    package init(diet: Diet, answer: String, evidence: [FindingEvidence]) {
        self.diet = diet
        self.answer = answer
        self.evidence = evidence
    }
}

/// Command: replace the text that was read from a label photo with the owner's correction.
package struct CorrectLabelText: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.correct-label-text.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var scanID: ScanID
    /// Sealed as (`label-scan.text`, scan id).
    package var text: Sealed<String>
    package var requestedAt: Date

    package init(accountID: AccountID, scanID: ScanID, text: Sealed<String>, requestedAt: Date) {
        self.accountID = accountID
        self.scanID = scanID
        self.text = text
        self.requestedAt = requestedAt
    }
}

/// Command: rename a scan.
package struct NameLabelScan: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.name-label-scan.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var scanID: ScanID
    /// Sealed as (`label-scan.name`, scan id); nil removes the name.
    package var name: Sealed<String>?
    package var requestedAt: Date

    package init(accountID: AccountID, scanID: ScanID, name: Sealed<String>?, requestedAt: Date) {
        self.accountID = accountID
        self.scanID = scanID
        self.name = name
        self.requestedAt = requestedAt
    }
}
