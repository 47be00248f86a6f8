/// The fault of a field: a code with the figures of the broken rule, and an English sentence.
package struct FieldFault: Sendable, Hashable {
    /// A figure or name in the rule that a field breaks.
    package enum Value: Codable, Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
        case integer(Int)
        case number(Double)
        case text(String)
        case texts([String])

        package init(integerLiteral value: Int) { self = .integer(value) }
        package init(stringLiteral value: String) { self = .text(value) }

        /// A number, whole if it has no fraction.
        package init(_ number: Double) {
            self = Int(exactly: number).map(Self.integer) ?? .number(number)
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Int.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode([String].self) {
                self = .texts(value)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .texts(let value): try container.encode(value)
            }
        }
    }

    package let code: FieldCode
    /// Figures by name, such as `min` and `max`.
    package let values: [String: Value]
    /// The fault in English; safe to show.
    package let detail: String

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - code: The reason.
    ///   - detail: The fault in English.
    ///   - values: Figures of the rule, by name.
    package init(_ code: FieldCode, _ detail: String, _ values: [String: Value] = [:]) {
        self.code = code
        self.values = values
        self.detail = detail
    }
}

extension FieldFault {
    package static let required = Self(.required, "is required")
    package static let notAnObject = Self(.wrongType, "must be an object", ["type": "object"])
    package static let notAList = Self(.wrongType, "must be a list", ["type": "list"])
    package static let notAText = Self(.wrongType, "must be a text", ["type": "text"])
    package static let notABoolean = Self(.wrongType, "must be true or false", ["type": "boolean"])
    package static let notANumber = Self(.notANumber, "must be a number")
    package static let notAWholeNumber = Self(.notAWholeNumber, "must be a whole number")
    package static let notAnID = Self(.notAnID, "is not an id")
    package static let notADay = Self(.notADay, "must be a day as YYYY-MM-DD")
    package static let notATime = Self(.notATime, "must be a time such as 2026-11-23T08:00:00Z")
    package static let notACurrency = Self(
        .notACurrency, "must be a code of ISO 4217 in capital letters, such as CAD")
    package static let notALanguage = Self(.notALanguage, "is not a language tag such as fr-CA")
    package static let notATimeZone = Self(.notATimeZone, "is not a time zone such as America/Toronto")
    package static let notABarcode = Self(.notABarcode, "is not a trade item number with its check digit")
    package static let cardNumber = Self(.cardNumber, "looks like a payment card number")

    /// A text that is too long; lengths are in Unicode scalars.
    package static func tooLong(max: Int) -> Self {
        Self(.tooLong, "must have at most \(max) characters", ["max": .integer(max)])
    }

    /// A text that is too short; lengths are in Unicode scalars.
    package static func tooShort(min: Int) -> Self {
        Self(.tooShort, "must have at least \(min) characters", ["min": .integer(min)])
    }

    /// A list with too many entries.
    package static func tooMany(max: Int, _ entries: String = "entries") -> Self {
        Self(.tooMany, "must have at most \(max) \(entries)", ["max": .integer(max)])
    }

    /// A value that is not among the choices.
    package static func notAChoice(_ choices: [String]) -> Self {
        Self(.notAChoice, "must be one of " + choices.joined(separator: ", "), ["choices": .texts(choices)])
    }

    /// A query parameter that is not among the choices.
    package static func notOneOf(_ choices: [String]) -> Self {
        Self(.notAChoice, "Must be one of \(choices.joined(separator: ", ")).", ["choices": .texts(choices)])
    }

    /// A value that is not among the cases.
    package static func notAChoice<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> Self {
        notAChoice(Choice.allCases.map(\.rawValue))
    }

    /// A number outside a range.
    package static func outside(_ range: ClosedRange<Double>, _ detail: String? = nil) -> Self {
        Self(
            .outOfRange, detail ?? "must lie between \(range.lowerBound) and \(range.upperBound)",
            ["min": Value(range.lowerBound), "max": Value(range.upperBound)])
    }

    /// A number that is not whole or is outside a range.
    package static func notWhole(in range: ClosedRange<Int>) -> Self {
        outside(
            Double(range.lowerBound)...Double(range.upperBound),
            "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
}
