import Foundation
import HTTPTypes
import Hummingbird
import ServiceRuntime

/// Which pages of other origins a browser lets use the API (CORS protocol of the Fetch standard).
///
/// Nobody's, unless the operator names them. An origin is answered by its own name, never by `*`, and credentials of the
/// browser's are never allowed: who somebody is says the token that the page sends, not a cookie.
package struct CrossOrigin: Sendable, Equatable {
    /// As browsers write them, such as `https://app.example`.
    package let origins: Set<String>

    /// Nobody's pages.
    package static let none = CrossOrigin(origins: [])

    package init(origins: Set<String>) { self.origins = origins }

    /// How long a browser may remember what it was told, in seconds.
    private static let memory = 600

    /// What a page may send beside what it may send anyway.
    private static let sent: [HTTPField.Name] = [
        .authorization, .contentType, .acceptLanguage, .ifMatch, .ifNoneMatch, .idempotencyKey, .prefer, .lastEventID,
        .grant, .correlationID, .traceparent,
    ]

    /// What a page may read beside what it may read anyway.
    private static let exposed: [HTTPField.Name] = [
        .eTag, .location, .retryAfter, .preferenceApplied, .contentDisposition, .correlationID, .traceparent, .allow,
        .wwwAuthenticate,
    ]

    /// The origin of a request's page, where it may use the API.
    private func origin(of headers: HTTPFields) -> String? {
        let values = headers[values: .origin]
        guard values.count == 1, origins.contains(values[0]) else { return nil }
        return values[0]
    }

    /// The answer to a browser that asks before it sends a page's request; nil of every other request, which goes its way.
    package func preflight(_ request: Request, _ match: RouteTable.Match) -> Response? {
        guard request.method == .options, case .otherMethods(let methods) = match,
            request.headers[.accessControlRequestMethod] != nil, origin(of: request.headers) != nil
        else { return nil }
        var headers = HTTPFields()
        headers[.accessControlAllowMethods] = methods.map(\.rawValue).joined(separator: ", ")
        headers[.accessControlAllowHeaders] = Self.list(Self.sent)
        headers[.accessControlMaxAge] = "\(Self.memory)"
        return Response(status: .noContent, headers: headers)
    }

    /// Tells the browser whether the page may read the answer, and caches that it depends on the page.
    package func addHeaders(to response: inout Response, for request: Request) {
        guard !origins.isEmpty else { return }
        response.headers.vary(by: "Origin")
        guard let origin = origin(of: request.headers) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = Self.list(Self.exposed)
    }

    private static func list(_ names: [HTTPField.Name]) -> String {
        names.map(\.rawName).joined(separator: ", ")
    }
}

extension EnvironmentFormat<Set<String>> {
    /// Origins as browsers write them: a scheme, a name in lower case, a port that is not the scheme's own; nothing else.
    package static var origins: Self {
        Self("https origins such as https://app.example, http on this machine alone, commas between", placeholder: []) {
            _, text in
            let origins = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return origins.allSatisfy(isOrigin) ? Set(origins) : nil
        }
    }

    private static func isOrigin(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme, let host = parts.host, !host.isEmpty,
            !host.contains("*"), host == host.lowercased(),
            scheme == "https" || scheme == "http" && ["localhost", "127.0.0.1", "[::1]"].contains(host)
        else { return false }
        let standard = scheme == "https" ? 443 : 80
        let port = parts.port.map { ":\($0)" } ?? ""
        return parts.port != standard && text == "\(scheme)://\(host)\(port)"
    }
}
