import ServiceRuntime

/// The members that a JSON body may have according to the API description.
package struct BodyShape: Sendable, Equatable {
    /// The members of an object by name.
    package var members: [String: BodyShape] = [:]
    /// The shape of members with any other name: one, or none if there are no others.
    package var others: [BodyShape] = []
    /// The shape of a list's elements: one, or none if it is not a list of objects.
    package var elements: [BodyShape] = []
    /// Whether an object may have any members.
    package var isOpen = false

    package init() {}

    /// Adds the members that another shape allows.
    package mutating func merge(_ other: BodyShape) {
        members.merge(other.members) { $0.merged($1) }
        others = Self.merged(others, other.others)
        elements = Self.merged(elements, other.elements)
        isOpen = isOpen || other.isOpen
    }

    /// Refuses a body with members that the API description lacks.
    ///
    /// - Throws: `invalidFields` with a pointer to each, at most `BodyFields.maxProblems`.
    package func requireKnownMembers(of body: JSONValue) throws(ProblemDetails) {
        var unknown: [JSONPointer] = []
        findUnknown(in: body, at: .root, into: &unknown)
        guard !unknown.isEmpty else { return }
        let fault = FieldFault(.unknownField, "is not a field of this request")
        throw ProblemDetails(
            .invalidFields, errors: unknown.map { .init(pointer: $0.description, fault) })
    }

    private func findUnknown(in value: JSONValue, at pointer: JSONPointer, into unknown: inout [JSONPointer]) {
        switch value {
        case .object(let sent):
            // Checks objects only; an object in place of another type of value is refused by the handler.
            guard !isOpen, !members.isEmpty || !others.isEmpty else { return }
            for member in sent {
                let place = pointer.member(member.name)
                if let shape = members[member.name] ?? others.first {
                    shape.findUnknown(in: member.value, at: place, into: &unknown)
                } else if unknown.count < BodyFields.maxProblems {
                    unknown.append(place)
                }
            }
        case .array(let values):
            guard let shape = elements.first else { return }
            for (index, value) in values.enumerated() {
                shape.findUnknown(in: value, at: pointer.element(index), into: &unknown)
            }
        case .null, .bool, .number, .string: break
        }
    }

    private func merged(_ other: BodyShape) -> BodyShape {
        var shape = self
        shape.merge(other)
        return shape
    }

    private static func merged(_ first: [BodyShape], _ second: [BodyShape]) -> [BodyShape] {
        guard let left = first.first, let right = second.first else { return first + second }
        return [left.merged(right)]
    }
}
