import EventContracts
import IngestionCore

/// Operations as HTML: access, parameters, body, answers, example.
struct OperationSection {
    private let description: APIDescription
    private let schemas: SchemaView
    private let routes: [String: Route]

    init(description: APIDescription) {
        self.description = description
        schemas = SchemaView(description)
        routes = Dictionary(uniqueKeysWithValues: RouteTable.gateway.routes.map { ($0.operation, $0) })
    }

    /// The section of an operation.
    func html(of operation: APIDescription.Operation) -> String {
        let text = operation.part["description"]?.text.map { "<p>\(Prose.html($0))</p>" } ?? ""
        return """
            <section id="\(operation.id)">
            <h2><code>\(operation.method) \(operation.path)</code></h2>
            <p><strong>\(HTMLPage.code(in: operation.summary))</strong></p>
            \(text)
            <p>\(routes[operation.id].map(access) ?? "")</p>
            \(parameters(of: operation))
            \(body(of: operation))
            \(answers(of: operation))
            <h3>Example</h3>
            <pre>\(HTMLPage.escaped(request(of: operation)))</pre>
            <pre>\(HTMLPage.escaped(answer(to: operation)))</pre>
            </section>
            """
    }

    /// The access rules of the route: sign-in, plan, consents.
    private func access(_ route: Route) -> String {
        var rules: [String] = []
        switch route.access {
        case .anyone: rules.append(route.optionalScope == nil ? "No sign-in" : "Sign-in is optional")
        case .signedIn(let scope, let beforeTerms):
            rules.append("Signed in, scope `\(scope.rawValue)`")
            if beforeTerms { rules.append("also before the current terms are accepted") }
        case .staff(let permission):
            let roles = permission.roles(among: Set(StaffRole.allCases)).map { "`\($0.rawValue)`" }.sorted()
            rules.append("Staff with one of the roles \(roles.joined(separator: ", "))")
        }
        switch route.plan {
        case .none: break
        case .everything: rules.append("needs a plan with history")
        case .otherDays, .mealsOfOtherDays, .leftOut: rules.append("other days than today need a plan with history")
        }
        if route.showsFigures { rules.append("the plan basic gets no amounts of nutrients") }
        if let consent = route.consent { rules.append("needs the consent `\(consent.rawValue)`") }
        if route.requiresVerifiedAddress { rules.append("needs a verified address where the operator requires one") }
        if let scope = route.grantScope { rules.append("open to grants with the scope `\(scope.rawValue)`") }
        if route.isOpenWhileErasing { rules.append("open while the account waits to be erased") }
        return HTMLPage.code(in: "Access: \(rules.joined(separator: "; ")).")
    }

    private func parameters(of operation: APIDescription.Operation) -> String {
        guard !operation.parameters.isEmpty else { return "" }
        let rows = operation.parameters.map { parameter in
            """
            <tr><td><code>\(parameter["name"]?.text ?? "")</code></td><td>\(parameter["in"]?.text ?? "")</td>\
            <td>\(parameter["schema"].map { schemas.type(of: $0) } ?? "")\
            \(parameter["required"]?.text == "true" ? ", required" : "")</td>\
            <td>\(Prose.html(parameter["description"]?.text ?? ""))</td></tr>
            """
        }
        return """
            <h3>Parameters</h3>
            <table><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th>\
            <th scope="col">Meaning</th></tr>
            \(rows.joined(separator: "\n"))</table>
            """
    }

    private func body(of operation: APIDescription.Operation) -> String {
        guard let body = operation.part["requestBody"].map(description.resolved) else { return "" }
        let parts = (body["content"]?.members ?? []).map { mediaType, content in
            let schema = content["schema"] ?? .mapping([])
            return "<p><code>\(mediaType)</code>: \(schemas.type(of: schema))</p>"
                + (schema["properties"] == nil ? "" : schemas.table(of: schema))
        }
        return "<h3>Body\(body["required"]?.text == "true" ? "" : ", optional")</h3>\n\(parts.joined(separator: "\n"))"
    }

    private func answers(of operation: APIDescription.Operation) -> String {
        let rows = (operation.part["responses"]?.members ?? []).map { status, listed in
            let answer = description.resolved(listed)
            let types = (answer["content"]?.members ?? []).map { mediaType, content in
                "<code>\(mediaType)</code>: \(content["schema"].map { schemas.type(of: $0) } ?? "")"
            }
            let headers = (answer["headers"]?.members ?? []).map { "<code>\($0.name)</code>" }
            return """
                <tr><td>\(status == "default" ? "<a href=\"/docs#problems\">other</a>" : status)</td>\
                <td>\(Prose.html(answer["description"]?.text ?? ""))</td><td>\(types.joined(separator: "<br>"))</td>\
                <td>\(headers.joined(separator: ", "))</td></tr>
                """
        }
        return """
            <h3>Answers</h3>
            <table><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th>\
            <th scope="col">Headers</th></tr>
            \(rows.joined(separator: "\n"))</table>
            """
    }

    /// An example of the request with its required parameters.
    private func request(of operation: APIDescription.Operation) -> String {
        var path = operation.path, query: [String] = [], headers: [String] = []
        if routes[operation.id]?.access != .anyone { headers.append("Authorization: Bearer …") }
        for parameter in operation.parameters where parameter["required"]?.text == "true" {
            let name = parameter["name"]?.text ?? "", value = description.value(of: parameter)
            switch parameter["in"]?.text {
            case "path": path = path.replacing("{\(name)}", with: value)
            case "query": query.append("\(name)=\(value)")
            default: headers.append("\(name): \(value)")
            }
        }
        if !query.isEmpty { path += "?\(query.joined(separator: "&"))" }
        let body = operation.part["requestBody"].map(description.resolved).map { content(in: $0) }
        if let body { headers.append("Content-Type: \(body.mediaType)") }
        let head = (["\(operation.method) \(path)"] + headers).joined(separator: "\n")
        return body.map { "\(head)\n\n\($0.text)" } ?? head
    }

    /// An example of the first successful answer.
    private func answer(to operation: APIDescription.Operation) -> String {
        let listed = (operation.part["responses"]?.members ?? [])
        guard let (status, answer) = listed.first(where: { $0.name.hasPrefix("2") || $0.name.hasPrefix("3") }) else {
            return ""
        }
        let resolved = description.resolved(answer)
        guard resolved["content"] != nil else { return status }
        let body = content(in: resolved)
        return "\(status)\nContent-Type: \(body.mediaType)\n\n\(body.text)"
    }

    /// The first media type of a body with its example.
    private func content(in body: YAMLPart) -> (mediaType: String, text: String) {
        let contents = (body["content"]?.members ?? [])
        guard let (mediaType, content) = contents.first else { return ("", "") }
        guard let example = description.example(ofContent: content) else { return (mediaType, "(bytes)") }
        return (mediaType, mediaType.hasSuffix("json") ? example.json() : example.text ?? "(bytes)")
    }
}
