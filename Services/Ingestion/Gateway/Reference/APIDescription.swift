import IngestionCore

/// The API description as a tree, in the order of `openapi.yaml`.
struct APIDescription {
    /// One operation of a path.
    struct Operation {
        let path: String
        /// The HTTP method in capitals.
        let method: String
        let part: YAMLPart
        /// Parameters of the path, then those of the operation, with references resolved.
        let parameters: [YAMLPart]

        var id: String { part["operationId"]?.text ?? "" }
        var summary: String { part["summary"]?.text ?? "" }
        /// The name of the feature that the operation belongs to.
        var tag: String { part["tags"]?.list?.first?.text ?? "" }
    }

    private static let methods = ["get", "put", "post", "patch", "delete"]

    let root: YAMLPart

    /// - Throws: A `YamlError` if the text is not YAML.
    init(yaml: String) throws {
        root = try YAMLPart(yaml: yaml)
    }

    /// Every operation, in the order of the paths.
    var operations: [Operation] {
        (root["paths"]?.members ?? []).flatMap { path, item in
            Self.methods.compactMap { method in
                guard let part = item[method] else { return nil }
                let listed = [item, part].flatMap { $0["parameters"]?.list ?? [] }
                return Operation(
                    path: path, method: method.uppercased(), part: part, parameters: listed.map(resolved))
            }
        }
    }

    /// The features by name, with their descriptions.
    var tags: [(name: String, text: String)] {
        (root["tags"]?.list ?? []).map { ($0["name"]?.text ?? "", $0["description"]?.text ?? "") }
    }

    /// The shared schemas by name.
    var schemas: [(name: String, part: YAMLPart)] { root["components"]?["schemas"]?.members ?? [] }

    /// The name of the component that a part refers to.
    static func reference(_ part: YAMLPart) -> String? {
        part["$ref"]?.text?.split(separator: "/").last.map(String.init)
    }

    /// The component that a part refers to; the part itself if it is not a reference.
    func resolved(_ part: YAMLPart) -> YAMLPart {
        guard let reference = part["$ref"]?.text else { return part }
        let target = reference.split(separator: "/").dropFirst().reduce(YAMLPart?.some(root)) { $0?[String($1)] }
        return target.map(resolved) ?? part
    }

    /// The example of a body: the body's own, or else that of its schema.
    func example(ofContent content: YAMLPart) -> YAMLPart? {
        content["example"] ?? content["schema"].flatMap { example(of: $0) }
    }

    /// The first example of a schema, or else one composed of the examples of its members.
    ///
    /// `deploy/checks/examples` composes them in the same way.
    private func example(of schema: YAMLPart) -> YAMLPart? {
        if let own = schema["examples"]?.list?.first { return own }
        if Self.reference(schema) != nil { return example(of: resolved(schema)) }
        if let first = (schema["oneOf"] ?? schema["anyOf"])?.list?.first { return example(of: first) }
        if let items = schema["items"] { return example(of: items).map { .sequence([$0]) } }
        let types = schema["type"].map { $0.list ?? [$0] } ?? []
        if types.contains(where: { $0.text == "null" }) { return .scalar("null", isQuoted: false) }
        let members = (schema["properties"]?.members ?? []).compactMap { name, member in
            example(of: member).map { (name: name, part: $0) }
        }
        return members.isEmpty ? nil : .mapping(members)
    }

    /// A value of a parameter for an example request.
    func value(of parameter: YAMLPart) -> String {
        guard let schema = parameter["schema"].map(resolved) else { return "…" }
        let known = schema["examples"]?.list?.first ?? schema["enum"]?.list?.first ?? schema["default"]
        if let text = known?.text { return text }
        switch schema["format"]?.text {
        case "uuid": return "8d4f2a6e-1c3b-4f5a-9e7d-2b6c8a0f4e13"
        case "date": return "2026-11-21"
        default: return "…"
        }
    }
}
