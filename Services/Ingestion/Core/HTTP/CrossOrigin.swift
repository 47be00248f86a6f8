import Foundation
import HTTPTypes
import Hummingbird
import ServiceRuntime

/// The origins whose pages may use the API in a browser (CORS protocol of the Fetch standard).
///
/// None, unless the operator configures them. An origin is answered by its own name, never by `*`, and browser
/// credentials are never allowed: requests authenticate with the page's token, not with a cookie.
package struct CrossOrigin: Sendable, Equatable {
    /// The origins in the form that browsers send, such as `https://app.example`.
    package let origins: Set<String>

    /// No origins.
    package static let none = CrossOrigin(origins: [])

    package init(origins: Set<String>) { self.origins = origins }

    /// How long a browser may cache a preflight answer, in seconds.
    private static let memory = 600

    /// Request headers that a page may send in addition to the safelisted ones.
    private static let sent: [HTTPField.Name] = [
        .authorization, .contentType, .acceptLanguage, .ifMatch, .ifNoneMatch, .idempotencyKey, .prefer, .lastEventID,
        .grant, .correlationID, .traceparent,
    ]

    /// Response headers that a page may read in addition to the safelisted ones.
    private static let exposed: [HTTPField.Name] = [
        .eTag, .location, .retryAfter, .preferenceApplied, .contentDisposition, .correlationID, .traceparent, .allow,
        .wwwAuthenticate,
    ]

    /// The allowed origin of a request, if any.
    private func origin(of headers: HTTPFields) -> String? {
        let values = headers[values: .origin]
        guard values.count == 1, origins.contains(values[0]) else { return nil }
        return values[0]
    }

    /// The answer to a browser's preflight request; nil for all other requests.
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

    /// Adds the headers that tell the browser whether the page may read the answer, and caches that it depends on the
    /// origin.
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
    /// Origins in the form that browsers send: a scheme, a host name in lower case, and a port unless it is the
    /// scheme's default.
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
