import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import IngestionTestSupport
import Testing

/// The text inputs described in `openapi.yaml`: the query parameters and the text members of the bodies of every route.
struct DescribedTextInputs {
    private let paths: [String: [String: Any]]
    private let components: [String: [String: [String: Any]]]

    init() throws {
        let document = try DescribedAPI.document()
        paths = try #require(document["paths"] as? [String: [String: Any]])
        components = (document["components"] as? [String: Any] ?? [:]).compactMapValues {
            ($0 as? [String: Any])?.compactMapValues { $0 as? [String: Any] }
        }
    }

    /// The path of a route with a value for each variable segment.
    func path(of route: Route) -> String {
        route.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard segment.hasPrefix("{") else { return String(segment) }
            return segment == "{date}" ? "2026-01-02" : UUID().uuidString.lowercased()
        }.joined(separator: "/")
    }

    /// Names of the parameters that a route's query may have.
    func queryNames(of route: Route) -> [String] {
        let parameters =
            (paths[route.path]?["parameters"] as? [[String: Any]] ?? [])
            + (operation(of: route)["parameters"] as? [[String: Any]] ?? [])
        return parameters.map(resolved).filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String }
    }

    /// Media types of a route's body.
    func mediaTypes(of route: Route) -> Set<String> { Set(content(of: route).keys) }

    /// JSON bodies of a route, each with the text in one of its text members.
    func bodies(of route: Route, with text: String) -> [String] {
        guard let media = content(of: route)["application/json"] as? [String: Any],
            let schema = media["schema"] as? [String: Any]
        else { return [] }
        return values(of: schema, with: text, depth: 0)
    }

    private func operation(of route: Route) -> [String: Any] {
        paths[route.path]?[route.method.rawValue.lowercased()] as? [String: Any] ?? [:]
    }

    private func content(of route: Route) -> [String: Any] {
        resolved(operation(of: route)["requestBody"] as? [String: Any] ?? [:])["content"] as? [String: Any] ?? [:]
    }

    private func resolved(_ part: [String: Any]) -> [String: Any] {
        guard let names = (part["$ref"] as? String)?.split(separator: "/"), names.count == 4,
            let found = components[String(names[2])]?[String(names[3])]
        else { return part }
        return resolved(found)
    }

    /// JSON values of a schema, each with the text at one of its text places.
    private func values(of schema: [String: Any], with text: String, depth: Int) -> [String] {
        guard depth < 8 else { return [] }
        let schema = resolved(schema)
        let types = schema["type"] as? [String] ?? [schema["type"] as? String].compactMap(\.self)
        var values = types.contains("string") ? ["\"\(text)\""] : []
        for part in ["oneOf", "anyOf", "allOf"].flatMap({ schema[$0] as? [[String: Any]] ?? [] }) {
            values += self.values(of: part, with: text, depth: depth + 1)
        }
        if let items = schema["items"] as? [String: Any] {
            values += self.values(of: items, with: text, depth: depth + 1).map { "[\($0)]" }
        }
        for (name, property) in (schema["properties"] as? [String: [String: Any]] ?? [:]).sorted(by: { $0.key < $1.key }
        ) {
            values += self.values(of: property, with: text, depth: depth + 1).map { "{\"\(name)\":\($0)}" }
        }
        if let other = schema["additionalProperties"] as? [String: Any] {
            values += self.values(of: other, with: text, depth: depth + 1).map { "{\"any\":\($0)}" }
        }
        return values
    }
}
