import ChatModels
import EventContracts
import Foundation

/// A food recognized by a remote model, after validation of all its parts.
package struct RemoteFood: Sendable, Equatable, Codable {
    /// One of the known labels; nil if none matches.
    package var label: String?
    /// The model's name for the food, treated as plain text whatever it contains.
    package var name: String
    /// Left, top, right, bottom as fractions of the picture: 0…1; nil without a valid box.
    package var box: [Double]?
    package var grams: Double
    /// Half the width of the range that contains four in five true masses, in logarithms.
    package var spread: Double
    /// Confidence in the name: 0…1.
    package var confidence: Double

    package init(
        label: String? = nil, name: String, box: [Double]?, grams: Double, spread: Double = RemoteAnswer.minSpread,
        confidence: Double
    ) {
        self.label = label
        self.name = name
        self.box = box
        self.grams = grams
        self.spread = spread
        self.confidence = confidence
    }
}

/// A remote model's answer, validated as untrusted input; pure.
package struct RemoteAnswer: Sendable, Equatable {
    /// Why a part of the answer was dropped.
    package enum Fault: String, Error, CaseIterable {
        /// Not a food: an invalid item, or a name that is empty, too long, or contains a number as long as a card's.
        case name
        /// No mass that is plausible for a food on a plate.
        case mass
        /// The model's own confidence is too low.
        case unsure
        /// More foods than the maximum per photo.
        case surplus
    }

    /// The foods in the model's order.
    package let foods: [RemoteFood]
    package let faults: [Fault]

    /// Maximum number of foods per photo, and maximum mass of one in grams.
    package static let maxFoods = 30, maxGrams = 3_000.0
    /// Minimum half width of the 80 % range of a model's mass, in logarithms (for a measured mean error of 36 %).
    package static let minSpread = 0.40 * deviationsOf80
    /// Maximum half width of a range, in logarithms: a factor of six in each direction.
    private static let maxSpread = 1.8
    /// Minimum confidence of a food.
    private static let minConfidence = 0.3
    /// Maximum number of JSON objects tried in the text, and maximum length of the text in bytes.
    private static let maxTries = 16, maxTextLength = 1 << 16

    /// Reads the foods from a model's text: the first JSON object with items, ignoring text around it; nil if there is
    /// none.
    ///
    /// - Parameters:
    ///   - text: The model's text.
    ///   - labels: The labels it may use as ids.
    package init?(text: String, labels: Set<String>) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maxTextLength, let sent = Self.object(in: bytes) else { return nil }
        var foods: [RemoteFood] = [], faults: [Fault] = []
        for sent in sent.items {
            guard let item = sent.item else {
                faults.append(.name)
                continue
            }
            do throws(Fault) {
                let food = try Self.food(item, labels: labels)
                guard foods.count < Self.maxFoods else { throw .surplus }
                foods.append(food)
            } catch {
                faults.append(error)
            }
        }
        self.foods = foods
        self.faults = faults
    }

    private static func food(_ item: Sent.Item, labels: Set<String>) throws(Fault) -> RemoteFood {
        let label = item.label.flatMap { labels.contains($0) ? $0 : nil }
        guard let name = WrittenName.plain(item.name, atMost: SeenNames.maxNameLength) ?? label else { throw .name }
        guard item.mass.isFinite, item.mass > 0, item.mass < maxGrams else { throw .mass }
        guard item.confidence.isFinite, (minConfidence...1).contains(item.confidence) else { throw .unsure }
        return RemoteFood(
            label: label, name: name, box: item.box.flatMap(box), grams: item.mass,
            spread: spread(item.low, item.mass, item.high), confidence: item.confidence)
    }

    /// A box inside the picture; invalid boxes are not corrected.
    private static func box(_ sides: [Double]) -> [Double]? {
        guard sides.count == 4, sides.allSatisfy({ $0.isFinite && (0...1).contains($0) }), sides[0] < sides[2],
            sides[1] < sides[3]
        else { return nil }
        return sides
    }

    /// Half the width of the range, at least as wide as the measured errors of the model.
    private static func spread(_ low: Double?, _ mass: Double, _ high: Double?) -> Double {
        guard let low, let high, low.isFinite, high.isFinite, low > 0, low <= mass, mass <= high else {
            return minSpread
        }
        return min(maxSpread, max(minSpread, log(high / low) / 2))
    }

    // MARK: - JSON

    private struct Sent: Decodable {
        struct Item: Decodable {
            let name: String
            let label: String?
            let box: [Double]?
            let mass: Double
            let low: Double?
            let high: Double?
            let confidence: Double

            private enum CodingKeys: String, CodingKey {
                case name, box, confidence
                case label = "label_id", mass = "mass_g", low = "mass_low_g", high = "mass_high_g"
            }

            init(from decoder: any Decoder) throws {
                let fields = try decoder.container(keyedBy: CodingKeys.self)
                name = try fields.decode(String.self, forKey: .name)
                mass = try fields.decode(Double.self, forKey: .mass)
                confidence = try fields.decode(Double.self, forKey: .confidence)
                // If these fields are missing or invalid, the food is still valid.
                label = try? fields.decode(String.self, forKey: .label)
                box = try? fields.decode([Double].self, forKey: .box)
                low = try? fields.decode(Double.self, forKey: .low)
                high = try? fields.decode(Double.self, forKey: .high)
            }
        }

        /// Decodes an item; nil if it is invalid.
        struct Lenient: Decodable {
            let item: Item?

            init(from decoder: any Decoder) throws { item = try? Item(from: decoder) }
        }

        let items: [Lenient]
    }

    private static func object(in bytes: [UInt8]) -> Sent? {
        var start = bytes.startIndex, tries = 0
        while tries < maxTries, let open = bytes[start...].firstIndex(of: UInt8(ascii: "{")) {
            tries += 1
            if let end = end(ofObjectAt: open, in: bytes),
                let sent = try? JSONDecoder().decode(Sent.self, from: Data(bytes[open..<end]))
            {
                return sent
            }
            start = open + 1
        }
        return nil
    }

    /// The index after the brace that closes the one at `open`; nil if it is not closed.
    private static func end(ofObjectAt open: Int, in bytes: [UInt8]) -> Int? {
        var depth = 0, isText = false, isEscaped = false
        for index in open..<bytes.endIndex {
            let byte = bytes[index]
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: continue
            }
        }
        return nil
    }
}

/// Half the width of the central 80 % of a normal distribution, in standard deviations.
private let deviationsOf80 = 1.2816
