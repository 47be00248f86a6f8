import EventContracts
import ServiceRuntime

/// Reads the members of a request's body one by one, and collects all problems.
///
/// A missing or invalid member yields a placeholder; `finish()` throws if there was one. Members that are never read
/// have no effect, so a client can set nothing that the handler does not read; `BodyShape` refuses undescribed ones.
package struct BodyFields {
    /// How problems refer to the faulty value.
    package enum Naming: Sendable {
        /// Problems name JSON Pointers into the body.
        case pointers
        /// Problems name query parameters.
        case parameters
    }

    private var body: JSONValue
    private let naming: Naming
    private var problems: [ProblemDetails.FieldProblem] = []

    /// Maximum number of problems in one answer.
    package static let maxProblems = 50

    /// - Throws: `malformedRequest` if the body is not an object.
    package init(_ body: JSONValue, naming: Naming = .pointers) throws(ProblemDetails) {
        guard case .object = body else {
            throw ProblemDetails(.malformedRequest, detail: "The body must be a JSON object.")
        }
        self.body = body
        self.naming = naming
    }

    /// Whether the member is present, even with the value null.
    package func names(_ name: String) -> Bool { body[name] != nil }

    /// Whether the member itself has a problem.
    package func hasProblem(_ name: String) -> Bool {
        let pointer = JSONPointer.root.member(name).description
        return problems.contains { $0.pointer == pointer }
    }

    /// Whether one of the members, or a value within one, has a problem.
    package func hasProblem(among names: [String]) -> Bool {
        let places = names.map { JSONPointer.root.member($0).description }
        return problems.contains { problem in
            places.contains { problem.pointer == $0 || problem.pointer?.hasPrefix($0 + "/") == true }
        }
    }

    /// Whether a place, or a value within it, has a problem.
    package func hasProblem(within pointer: JSONPointer) -> Bool {
        let place = pointer.description
        return problems.contains { $0.pointer == place || $0.pointer?.hasPrefix(place + "/") == true }
    }

    /// Records a problem of the member `name`.
    package mutating func report(_ name: String, _ fault: FieldFault) { report(JSONPointer.root.member(name), fault) }

    /// Records a problem at a place; drops problems beyond `maxProblems`.
    package mutating func report(_ pointer: JSONPointer, _ fault: FieldFault) {
        guard problems.count < Self.maxProblems else { return }
        problems.append(.init(pointer: pointer.description, fault))
    }

    /// Converts members in customary units to metric ones, before they are read.
    package mutating func convert(_ units: [UnitMember]) { body = metric(body, units, at: .root) }

    /// Adds the problems of a part that was read separately.
    package mutating func addProblems(of part: BodyFields) {
        problems += part.problems.prefix(Self.maxProblems - problems.count)
    }

    /// - Throws: `invalidFields` listing every problem.
    package func finish() throws(ProblemDetails) {
        guard !problems.isEmpty else { return }
        let named = problems.map { problem -> ProblemDetails.FieldProblem in
            switch naming {
            case .pointers: problem
            case .parameters: .init(parameter: String(problem.pointer?.dropFirst() ?? ""), problem.fault)
            }
        }
        throw ProblemDetails(.invalidFields, errors: named)
    }

    // MARK: - Single values

    /// A required text; lengths are in Unicode scalars.
    package mutating func text(_ name: String, length: ClosedRange<Int>) -> String {
        if isAbsent(name) { report(name, .required) }
        return optionalText(name, length: length) ?? ""
    }

    /// A text that may be missing or null; lengths are in Unicode scalars.
    package mutating func optionalText(_ name: String, length: ClosedRange<Int>) -> String? {
        value(of: name).flatMap { text($0, at: JSONPointer.root.member(name), length: length) }
    }

    /// A required boolean.
    package mutating func bool(_ name: String) -> Bool {
        switch value(of: name) {
        case .bool(let value): return value
        case nil: report(name, .required)
        default: report(name, .notABoolean)
        }
        return false
    }

    /// One of the cases, by its raw value; nil if the member is missing or null.
    package mutating func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type
    ) -> Choice? {
        value(of: name).flatMap { choice($0, at: JSONPointer.root.member(name), of: type) }
    }

    /// A product's trade item number, or nil if the member is missing or null.
    package mutating func optionalGTIN(_ name: String) -> GTIN? {
        guard let text = optionalText(name, length: 1...14) else { return nil }
        guard let gtin = GTIN(text) else {
            report(name, .notABarcode)
            return nil
        }
        guard !gtin.isPlaceholder else {
            report(name, .init(.malformed, "is a placeholder, not a trade item number"))
            return nil
        }
        return gtin
    }

    /// The id of a resource, or nil if the member is missing or null.
    package mutating func optionalID<ID: Identifier>(_ name: String, of type: ID.Type) -> ID? {
        guard let text = optionalText(name, length: 1...36) else { return nil }
        guard let id = ID(text: text) else {
            report(name, .notAnID)
            return nil
        }
        return id
    }

    // MARK: - Lists

    /// Distinct cases by their raw values; a missing member is an empty list.
    package mutating func choices<Choice: RawRepresentable<String> & CaseIterable & Hashable>(
        _ name: String, of type: Choice.Type
    ) -> [Choice] {
        var seen: Set<Choice> = []
        return elements(of: name, maxCount: Choice.allCases.count * 4).compactMap { pointer, value in
            guard let choice = choice(value, at: pointer, of: type) else { return nil }
            return seen.insert(choice).inserted ? choice : nil
        }
    }

    // MARK: - Details

    /// The member as sent; nil if it is missing.
    package func member(_ name: String) -> JSONValue? { body[name] }

    private func value(of name: String) -> JSONValue? {
        guard let value = body[name], value != .null else { return nil }
        return value
    }

    private func isAbsent(_ name: String) -> Bool { value(of: name) == nil }

    /// The elements of an optional list, each with its place.
    package mutating func elements(of name: String, maxCount: Int) -> [(JSONPointer, JSONValue)] {
        switch value(of: name) {
        case nil: return []
        case .array(let values):
            guard values.count <= maxCount else {
                report(name, .tooMany(max: maxCount))
                return []
            }
            return values.enumerated().map { (JSONPointer.root.member(name).element($0.offset), $0.element) }
        default:
            report(name, .notAList)
            return []
        }
    }

    /// A text at a place; lengths are in Unicode scalars.
    package mutating func text(_ value: JSONValue, at pointer: JSONPointer, length: ClosedRange<Int>) -> String? {
        guard case .string(let text) = value else {
            report(pointer, .notAText)
            return nil
        }
        let count = text.unicodeScalars.count
        if count < length.lowerBound {
            report(pointer, count == 0 ? .init(.blank, "must not be empty") : .tooShort(min: length.lowerBound))
            return nil
        }
        if count > length.upperBound {
            report(pointer, .tooLong(max: length.upperBound))
            return nil
        }
        return text
    }

    private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue, at pointer: JSONPointer, of type: Choice.Type
    ) -> Choice? {
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
            report(pointer, .notAChoice(of: Choice.self))
            return nil
        }
        return choice
    }
}
