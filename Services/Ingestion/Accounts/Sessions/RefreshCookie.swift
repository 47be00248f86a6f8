import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import ServiceRuntime

/// Delivers refresh tokens in a cookie that scripts cannot read, to clients that send `X-Session: cookie`.
///
/// Everything else about a session stays the same: stored answers keep the token in their sealed body, and only the
/// sent answer moves it. Refreshing is the only route that reads the cookie.
struct RefreshCookie: Sendable {
    private let name: String
    private let attributes: String

    /// - Parameter publicURL: The public address. With plain http on this machine the cookie has no `Secure` attribute,
    ///   which browsers would refuse there; request headers have no influence.
    init(publicURL: String) {
        let parts = URLComponents(string: publicURL)
        let isPlain = parts?.scheme == "http" && ["localhost", "127.0.0.1", "[::1]"].contains(parts?.host ?? "")
        name = isPlain ? "refresh" : "__Host-refresh"
        attributes = "Path=/; HttpOnly; \(isPlain ? "" : "Secure; ")SameSite=Strict"
    }

    /// Whether the client keeps its refresh token in the cookie.
    ///
    /// - Throws: `malformedRequest` if `X-Session` has a value other than `cookie`.
    static func isWanted(by call: Call) throws(ProblemDetails) -> Bool {
        guard let value = call.headers[.session] else { return false }
        guard value == "cookie" else {
            throw ProblemDetails(.malformedRequest, detail: "X-Session must be `cookie`, or absent.")
        }
        return true
    }

    /// Moves the refresh token of a new session's answer into the cookie.
    ///
    /// - Throws: A `DecodingError` or `EncodingError`.
    func holding(_ answer: Answer) throws -> Answer {
        guard case .json(let bytes) = answer.body else { return answer }
        var view = try EventCoding.decode(SignedInView.self, from: bytes)
        guard let token = view.session.refreshToken else { return answer }
        view.session.refreshToken = nil
        var moved = try Answer.json(answer.status, view, headers: answer.headers)
        moved.headers[.setCookie] = "\(name)=\(token); \(attributes); Max-Age=\(Int(SessionIssuer.idleLife))"
        return moved
    }

    /// The header that removes the client's cookie; empty if it has none.
    func removal(for call: Call) throws(ProblemDetails) -> HTTPFields {
        var headers = HTTPFields()
        if try Self.isWanted(by: call) { headers[.setCookie] = "\(name)=; \(attributes); Max-Age=0" }
        return headers
    }

    /// The refresh token of the cookie.
    ///
    /// The cookie is `SameSite=Strict`, so other sites cannot send it. `Sec-Fetch-Site`, which scripts cannot set, also
    /// keeps out other origins of the same site, and the required header `X-Session` excludes forms and links.
    ///
    /// - Throws: `invalidFields` if the client does not ask for the cookie; `forbidden` outside pages of this origin;
    ///   `unauthenticated` without a cookie that can be a token.
    func token(of call: Call) throws(ProblemDetails) -> SecretToken {
        guard try Self.isWanted(by: call) else {
            throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/refreshToken", .required)])
        }
        guard call.headers[values: .fetchSite] == ["same-origin"] else {
            throw ProblemDetails(
                .forbidden, detail: "The cookie counts only in requests of this origin (Sec-Fetch-Site: same-origin).")
        }
        let prefix = "\(name)="
        let values = call.headers[values: .cookie].flatMap { $0.split(separator: ";") }.map(HeaderText.trim)
            .filter { $0.hasPrefix(prefix) }
        guard values.count == 1, let token = SecretToken(String(values[0].dropFirst(prefix.count))) else {
            throw ProblemDetails(.unauthenticated, detail: "The cookie has no valid refresh token.")
        }
        return token
    }
}
