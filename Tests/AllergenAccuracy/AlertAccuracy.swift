import AllergenService
import EventContracts
import Foundation

/// Accuracy of the alerts of meals and purchases, measured on names with known allergens.
///
/// An alert is urgent if the finding is *named* or *likely*, as in the notification service.
package struct AlertAccuracy: Sendable {
    /// One name with the allergens of its food.
    package struct Name: Sendable {
        package let language: String
        package let text: String
        /// Allergens that the name states, or that the food is.
        package let named: Set<String>
        /// Allergens of the ordinary recipe or product.
        package let usual: Set<String>
        /// Whether the name was not used while the rules were written.
        package let isHeldBack: Bool
    }

    /// Kind of names; the raw value is the file that contains them.
    package enum Kind: String, CaseIterable, Sendable {
        case foods, dishes, receipts
    }

    /// Results for one kind.
    package struct Row: Sendable {
        package let kind: Kind
        package let part: String
        package let names: Int
        /// Share of correct alerts among all urgent alerts.
        package let precision: Share
        /// Share of named allergens with an urgent alert.
        package let recall: Share
        /// Share of usual allergens that are reported, at least as possible.
        package let notified: Share
        /// Share of names with a notice about an allergen that they neither name nor usually contain.
        package let extra: Share
        /// Errors, one line each.
        package let mistakes: [String]
    }

    /// Required shares.
    package static let minPrecision = 0.95
    package static let minRecall = 0.99

    private let directory: String
    private let meal: AssessMeal
    private let purchase: AssessPurchase

    /// - Parameter directory: Contains a file for each kind.
    /// - Throws: `LexiconError` if the built-in lexicon is damaged.
    package init(directory: String) throws {
        self.directory = directory
        meal = AssessMeal(lexicon: try Lexicon.builtIn(), dishes: .builtIn)
        purchase = AssessPurchase(assess: meal)
    }

    /// Measures each kind: the rows used for development, the held-out rows, and both.
    package func rows() throws -> [Row] {
        try Kind.allCases.flatMap { kind in
            let names = try Self.read("\(directory)/\(kind.rawValue).tsv")
            return [
                row(kind, "development", names.filter { !$0.isHeldBack }),
                row(kind, "held back", names.filter(\.isHeldBack)),
                row(kind, "all", names),
            ]
        }
    }

    /// The figures as a table.
    package static func markdown(_ rows: [Row]) -> String {
        let head = [
            "| names | part | n | urgent precision % | recall of named % | recall of usual % | extra notices % |",
            "|---|---|---|---|---|---|---|",
        ]
        let body = rows.map {
            "| \($0.kind.rawValue) | \($0.part) | \($0.names) | \($0.precision) | \($0.recall) "
                + "| \($0.notified) | \($0.extra) |"
        }
        return (head + body).joined(separator: "\n")
    }

    /// Reads a table of names: language, name, named and usual allergens; every second row is held out.
    package static func read(_ path: String) throws -> [Name] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.dropFirst()
        return lines.enumerated().compactMap { place, line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count == 4 else { return nil }
            return Name(
                language: String(cells[0]), text: String(cells[1]),
                named: Set(cells[2].split(separator: "|").map(String.init)),
                usual: Set(cells[3].split(separator: "|").map(String.init)), isHeldBack: place % 2 == 1)
        }
    }

    private func row(_ kind: Kind, _ part: String, _ names: [Name]) -> Row {
        var urgent = 0, right = 0, named = 0, found = 0, usual = 0, notified = 0, extra = 0
        var mistakes: [String] = []
        for name in names {
            let judged = judge(name.text, as: kind), known = name.named.union(name.usual)
            let loud = Set(judged.filter { $0.value > .possible }.keys)
            urgent += loud.count
            right += loud.intersection(known).count
            named += name.named.count
            found += loud.intersection(name.named).count
            usual += name.usual.count
            notified += name.usual.intersection(judged.keys).count
            extra += known.isSuperset(of: judged.keys) ? 0 : 1
            let missed = name.named.subtracting(loud).sorted()
            let prefix = "\(kind.rawValue) \(name.language) \(name.text)"
            if !missed.isEmpty { mistakes.append("\(prefix): missed: \(missed.joined(separator: ", "))") }
            for code in Set(judged.keys).subtracting(known).sorted() {
                let strength = loud.contains(code) ? "urgent" : "possible"
                mistakes.append("\(prefix): \(strength) without reason: \(code), \(reasons(name.text, code))")
            }
        }
        return Row(
            kind: kind, part: part, names: names.count, precision: Share(part: right, whole: urgent),
            recall: Share(part: found, whole: named), notified: Share(part: notified, whole: usual),
            extra: Share(part: extra, whole: names.count), mistakes: mistakes)
    }

    /// The share of recipes and the words for which an allergen was reported.
    private func reasons(_ name: String, _ code: String) -> String {
        let judgement = meal.decide([.init(itemID: .random(), name: name)], profile: AssessmentProfile())
        let shares = judgement.allergens.filter { $0.allergen.rawValue == code }.compactMap(\.permille)
        let texts = judgement.evidence.filter { $0.allergen?.rawValue == code }
            .map { "\($0.basis.rawValue) \"\($0.text)\"" }
        return (shares.map { "\($0) permille" } + texts).joined(separator: ", ")
    }

    /// The allergens, among the 14, that the service reports for a name.
    private func judge(_ name: String, as kind: Kind) -> [String: AllergenLikelihood] {
        let allergens =
            switch kind {
            case .foods, .dishes:
                meal.decide([.init(itemID: .random(), name: name)], profile: AssessmentProfile()).allergens
            case .receipts:
                purchase.decide([.init(name: name)], profile: AssessmentProfile()).allergens
            }
        return Dictionary(
            allergens.filter { $0.allergen.species == nil }.map { ($0.allergen.rawValue, $0.likelihood) }
        ) { max($0, $1) }
    }
}
