import IngestionCore

extension APIDescription {
    /// Maximum depth of a shape; the deepest body has six levels.
    ///
    /// Schemas below this depth accept any members.
    private static let maxDepth = 12

    /// The members of each JSON body, by operation id.
    var bodyShapes: [String: BodyShape] {
        operations.reduce(into: [:]) { shapes, operation in
            guard let body = operation.part["requestBody"].map(resolved),
                let schema = body["content"]?["application/json"]?["schema"]
            else { return }
            shapes[operation.id] = shape(of: schema, depth: 0)
        }
    }

    /// The members that a schema and its alternatives describe.
    ///
    /// An object is open if its schema allows additional properties, or describes no members at all.
    private func shape(of schema: YAMLPart, depth: Int) -> BodyShape {
        var shape = BodyShape()
        guard depth < Self.maxDepth else {
            shape.isOpen = true
            return shape
        }
        let schema = resolved(schema)
        let parts = ["allOf", "anyOf", "oneOf"].flatMap { schema[$0]?.list ?? [] }
        for part in parts { shape.merge(self.shape(of: part, depth: depth + 1)) }
        let properties = schema["properties"]?.members ?? []
        for (name, member) in properties {
            var known = BodyShape()
            known.members[name] = self.shape(of: member, depth: depth + 1)
            shape.merge(known)
        }
        if let items = schema["items"] {
            var list = BodyShape()
            list.elements = [self.shape(of: items, depth: depth + 1)]
            shape.merge(list)
        }
        switch schema["additionalProperties"] {
        case let others? where !others.members.isEmpty:
            shape.others.append(self.shape(of: others, depth: depth + 1))
        case let others? where others.text == "true": shape.isOpen = true
        default:
            let types = schema["type"].map { $0.list ?? [$0] } ?? []
            if parts.isEmpty, properties.isEmpty, types.contains(where: { $0.text == "object" }) { shape.isOpen = true }
        }
        return shape
    }
}
