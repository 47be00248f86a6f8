import EventContracts
import Foundation

/// An ingredient list with its known allergens.
package struct LabeledList: Decodable, Sendable {
    package let lang: String
    package let text: String
    package let contains: Set<String>
    /// Possible because of a statement in the text.
    package let traces: Set<String>
    package let tier: String
    /// Allergens that count as neither right nor wrong.
    package let debatable: Set<String>

    private enum CodingKeys: String, CodingKey {
        case lang, text, contains, tier, debatable
        case traces = "may_contain_visible"
    }

    /// Reads a file with one JSON object a line.
    package static func read(_ path: String) throws -> [LabeledList] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(LabeledList.self, from: Data($0.utf8))
        }
    }
}
