import HTTPTypes

/// The routes of the API; a path that is not in the table does not exist (default deny).
package struct RouteTable: Sendable {
    /// The result of looking up a method and a path.
    package enum Match: Sendable, Equatable {
        case route(Route, id: String?)
        /// The path exists with other methods.
        case otherMethods([HTTPRequest.Method])
        case nothing
    }

    package let routes: [Route]
    private let fixed: [String: [Route]]
    /// The routes by path, with `{}` in place of the variable segment.
    private let variable: [String: [Route]]

    package init(_ routes: [Route]) {
        self.routes = routes
        fixed = Dictionary(grouping: routes.filter { !$0.path.contains("{") }, by: \.path)
        variable = Dictionary(grouping: routes.filter { $0.path.contains("{") }) { route in
            let segments = route.path.split(separator: "/", omittingEmptySubsequences: false)
            return segments.map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")
        }
    }

    /// The route of a method and a path without query.
    package func match(_ method: HTTPRequest.Method, path: String) -> Match {
        if let routes = fixed[path] { return choose(method, from: routes, id: nil) }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for index in segments.indices.suffix(2).reversed() where !segments[index].isEmpty {
            let id = segments[index]
            segments[index] = "{}"
            if let routes = variable[segments.joined(separator: "/")] {
                return choose(method, from: routes, id: String(id))
            }
            segments[index] = id
        }
        return .nothing
    }

    /// GET routes also answer HEAD (RFC 9110 section 9.1), except streams, which have no end.
    private func choose(_ method: HTTPRequest.Method, from routes: [Route], id: String?) -> Match {
        let hasHead = routes.contains { $0.method == .get && !$0.isStream }
        let wanted = method == .head && hasHead ? .get : method
        guard let route = routes.first(where: { $0.method == wanted }) else {
            return .otherMethods(routes.map(\.method) + (hasHead ? [.head] : []))
        }
        return .route(route, id: id)
    }
}
