import IngestionCore

/// Schemas as HTML: the type in words, and a table with the members of an object.
struct SchemaView {
    private let description: APIDescription

    init(_ description: APIDescription) {
        self.description = description
    }

    /// A schema with its description, and its members if it is an object.
    func table(of schema: YAMLPart) -> String {
        let rows = rows(of: schema, under: "")
        let text = schema["description"]?.text.map { "<p>\(Prose.html($0))</p>" } ?? ""
        guard !rows.isEmpty else { return "\(text)<p>\(type(of: schema))</p>" }
        return """
            \(text)<table><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr>
            \(rows.joined(separator: "\n"))</table>
            """
    }

    /// The type of a schema in words, with its constraints and a link to a shared schema.
    func type(of schema: YAMLPart) -> String {
        if let name = APIDescription.reference(schema) { return "<a href=\"/docs/schemas#\(name)\">\(name)</a>" }
        for (key, word) in [("anyOf", " or "), ("oneOf", " or "), ("allOf", " with ")] {
            if let parts = schema[key]?.list { return parts.map { type(of: $0) }.joined(separator: word) }
        }
        if let values = schema["enum"]?.list {
            return values.map { "<code>\(HTMLPage.escaped($0.text ?? "null"))</code>" }.joined(separator: " | ")
        }
        let types = schema["type"]?.list.map { $0.compactMap(\.text) } ?? [schema["type"]?.text ?? "any"]
        let named = types.map { $0 == "array" ? "list of \(schema["items"].map(type) ?? "any")" : $0 }
        return ([named.joined(separator: " or ")] + rules(of: schema)).joined(separator: ", ")
    }

    private func rules(of schema: YAMLPart) -> [String] {
        var rules: [String] = []
        if let format = schema["format"]?.text { rules.append(format) }
        for (lower, upper, unit) in [
            ("minimum", "maximum", ""), ("minLength", "maxLength", " characters"), ("minItems", "maxItems", " items"),
        ] {
            switch (schema[lower]?.text, schema[upper]?.text) {
            case (let low?, let high?): rules.append(low == high ? "\(low)\(unit)" : "\(low)–\(high)\(unit)")
            case (let low?, nil): rules.append("at least \(low)\(unit)")
            case (nil, let high?): rules.append("at most \(high)\(unit)")
            case (nil, nil): break
            }
        }
        if let pattern = schema["pattern"]?.text { rules.append("<code>\(HTMLPage.escaped(pattern))</code>") }
        if let value = schema["default"] {
            rules.append("default <code>\(HTMLPage.escaped(value.json()))</code>")
        }
        return rules
    }

    /// Rows of an object's members; members of embedded objects follow with both names.
    private func rows(of schema: YAMLPart, under prefix: String) -> [String] {
        let parts = ["allOf", "anyOf", "oneOf"].flatMap { schema[$0]?.list ?? [] }
        let inherited = parts.flatMap { part in
            APIDescription.reference(part) == nil
                ? rows(of: part, under: prefix)
                : schema["allOf"] == nil ? [] : [row("…", type(of: part), "The members of this schema")]
        }
        let required = Set(schema["required"]?.list?.compactMap(\.text) ?? [])
        return inherited
            + (schema["properties"]?.members ?? []).flatMap { name, member in
                let place = prefix + name, isList = member["items"] != nil
                let embedded = rows(of: member["items"] ?? member, under: "\(place)\(isList ? "[]" : "").")
                let text = member["description"]?.text ?? ""
                return [row(place, type(of: member) + (required.contains(name) ? ", required" : ""), text)]
                    + (APIDescription.reference(member["items"] ?? member) == nil ? embedded : [])
            }
    }

    private func row(_ name: String, _ type: String, _ text: String) -> String {
        "<tr><td><code>\(HTMLPage.escaped(name))</code></td><td>\(type)</td><td>\(Prose.html(text))</td></tr>"
    }
}
