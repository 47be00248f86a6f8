import HTTPTypes

/// Removes the amounts of nutrients from an answer; the names of nutrients and the energy are kept (NUT-16).
///
/// Such an answer has a separate entity tag, `"3.basic"` for `"3"`, so that no client keeps it after an upgrade. In
/// `If-Match` both refer to the same version.
enum FigureMask {
    private static let mark = ".basic\""
    private static let energy = "energyKcal"

    /// The headers with the entity tags of masked answers replaced by those of complete ones; tags without the mark
    /// refer to a different answer and are left out.
    static func unmarked(_ headers: HTTPFields) -> HTTPFields {
        let values = headers[values: .ifNoneMatch]
        guard !values.isEmpty else { return headers }
        var headers = headers
        headers[values: .ifNoneMatch] = values.flatMap { HeaderText.split($0, at: ",") }.compactMap { tag in
            if tag == "*" { return "*" }
            return tag.hasSuffix(mark) ? tag.dropLast(mark.count) + "\"" : nil
        }
        return headers
    }

    /// The answer without amounts.
    static func masked(_ answer: Answer) -> Answer {
        var answer = answer
        if let tag = answer.headers[.eTag], tag.hasSuffix("\"") { answer.headers[.eTag] = tag.dropLast() + mark }
        guard case .json(let bytes) = answer.body, let value = try? JSONReader.read(bytes, from: .ownRecords) else {
            return answer
        }
        answer.body = .json(Array(masked(value).canonicalText.utf8))
        return answer
    }

    /// The value without amounts, at any depth, since an operation may contain a meal.
    static func masked(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let values): return .array(values.map(masked))
        case .object(let members):
            var kept: [JSONValue.Member] = []
            for member in members {
                switch member.name {
                case "totals" where member.value[energy] != nil:
                    kept.append(.init(name: member.name, value: energyAlone(member.value)))
                    kept.append(.init(name: "nutrientNames", value: names(in: member.value)))
                case "progress": kept.append(.init(name: member.name, value: energyAlone(member.value)))
                case "typedNutrients": continue
                case "dailyNeed": kept.append(.init(name: member.name, value: .object([])))
                default: kept.append(.init(name: member.name, value: masked(member.value)))
                }
            }
            return .object(kept)
        case .null, .bool, .number, .string: return value
        }
    }

    private static func energyAlone(_ figures: JSONValue) -> JSONValue {
        .object(figures[energy].map { [.init(name: energy, value: $0)] } ?? [])
    }

    /// The names of the nutrients that at least one food states, except energy.
    private static func names(in figures: JSONValue) -> JSONValue {
        guard case .object(let members) = figures else { return .array([]) }
        let known = members.filter { member in
            guard member.name != energy, case .number(let count)? = member.value["reported"] else { return false }
            return count != "0"
        }
        return .array(known.map { .string($0.name) })
    }
}
