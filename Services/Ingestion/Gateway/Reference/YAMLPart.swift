import Yams

/// A part of a YAML document: an object with ordered members, a list, or a value.
indirect enum YAMLPart {
    case mapping([(name: String, part: YAMLPart)])
    case sequence([YAMLPart])
    /// The text of a value; if it is quoted, it is a string whatever its form.
    case scalar(String, isQuoted: Bool)

    /// - Throws: A `YamlError` if the text is not YAML.
    init(yaml: String) throws {
        self = try Yams.compose(yaml: yaml).map(Self.init) ?? .mapping([])
    }

    private init(_ node: Node) {
        switch node {
        case .mapping(let mapping): self = .mapping(mapping.map { ($0.key.scalar?.string ?? "", Self($0.value)) })
        case .sequence(let sequence): self = .sequence(sequence.map(Self.init))
        case .scalar(let scalar): self = .scalar(scalar.string, isQuoted: ![.any, .plain].contains(scalar.style))
        case .alias: self = .scalar("", isQuoted: false)
        }
    }

    /// The member with a name.
    subscript(name: String) -> YAMLPart? { members.first { $0.name == name }?.part }

    /// The members in order; empty unless the part is an object.
    var members: [(name: String, part: YAMLPart)] { if case .mapping(let members) = self { members } else { [] } }

    /// The elements of a list; nil unless the part is a list.
    var list: [YAMLPart]? { if case .sequence(let parts) = self { parts } else { nil } }

    /// The text of a value; nil unless the part is a value.
    var text: String? { if case .scalar(let text, _) = self { text } else { nil } }

    /// The part as JSON, indented by two spaces; lists of values are on one line.
    func json(indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .mapping(let members):
            let lines = members.map { "\(inner)\(Self.quoted($0.name)): \($0.part.json(indent: inner))" }
            return lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .sequence(let parts):
            guard parts.contains(where: { $0.text == nil }) else {
                return "[\(parts.map { $0.json() }.joined(separator: ", "))]"
            }
            return "[\n\(parts.map { inner + $0.json(indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
        case .scalar(let text, let isQuoted):
            return !isQuoted && (["true", "false", "null"].contains(text) || Double(text) != nil)
                ? text : Self.quoted(text)
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
    }
}
