import Foundation
import IngestionCore
import Outbound
import ServiceRuntime

/// An external issuer of identities (OpenID Connect), such as Auth0, for signing in without a password.
///
/// | key | type | default |
/// |---|---|---|
/// | `OIDC_ISSUERS` | JSON: a list of objects with the fields below | none |
/// | `OIDC_SECRET_<NAME>` | the client secret of the issuer with that name, in capitals, `-` as `_`; secret | a client without a secret |
package struct IssuerSettings: Sendable, Equatable {
    /// The issuer's signature algorithm; others are refused.
    package enum Algorithm: String, Sendable, CaseIterable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    /// Permanent name in paths and tables: 1 to 32 of `a-z`, `0-9` and `-`.
    package var name: String
    /// The name on the sign-in button; 1 to 64 characters, derived from `name` if not set.
    package var title: String
    /// The issuer identifier, exactly as in its tokens.
    package var issuer: String
    package var clientID: String
    /// The client secret; nil for a client without one.
    package var clientSecret: String?
    /// The redirect URI: a page or app that passes `code` and `state` to the gateway.
    package var redirectURI: String
    /// The requested scopes, separated by spaces; must include `openid`.
    package var scopes = "openid email"
    package var algorithm = Algorithm.rs256

    package init(name: String, issuer: String, clientID: String, clientSecret: String?, redirectURI: String) {
        self.name = name
        title = name.capitalized
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.redirectURI = redirectURI
    }

    /// Whether a URL of the issuer may be called: with `https:`, or on this machine if the issuer itself is on this
    /// machine.
    package func mayCall(_ url: String) -> Bool { Self.isSafe(url) }

    /// An `https:` URL, or an `http:` URL on this machine, without user, password and fragment.
    static func isSafe(_ url: String) -> Bool {
        guard TargetURL(url, allowsPlain: true) != nil, let parts = URLComponents(string: url) else { return false }
        return parts.scheme == "https" || ["127.0.0.1", "localhost", "[::1]"].contains(parts.host ?? "")
    }

    /// Maximum number of issuers.
    private static let maxIssuers = 8

    /// Reads the environment variables of the table above.
    package static func read(from environment: inout EnvironmentReader) -> [IssuerSettings] {
        var issuers = environment.optional("OIDC_ISSUERS", as: .issuers, default: [])
        for place in issuers.indices {
            let key = "OIDC_SECRET_" + issuers[place].name.uppercased().replacing("-", with: "_")
            issuers[place].clientSecret = environment.optional(key, as: .string, secret: true)
        }
        return issuers
    }

    fileprivate static func parse(_ text: String) -> [IssuerSettings]? {
        guard case .array(let values)? = try? JSONReader.read(Array(text.utf8)), values.count <= maxIssuers else {
            return nil
        }
        let issuers = values.compactMap(IssuerSettings.init)
        guard issuers.count == values.count, Set(issuers.map(\.name)).count == issuers.count,
            Set(issuers.map(\.issuer)).count == issuers.count
        else { return nil }
        return issuers
    }

    private init?(_ value: JSONValue) {
        func text(_ name: String) -> String? {
            guard case .string(let text)? = value[name], !text.isEmpty, text.utf8.count <= 1_024 else { return nil }
            return text
        }
        guard let name = text("name"), name.utf8.count <= 32,
            name.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }),
            let issuer = text("issuer"), Self.isSafe(issuer), URLComponents(string: issuer)?.query == nil,
            let clientID = text("clientId"), let redirectURI = text("redirectUri"),
            URLComponents(string: redirectURI)?.scheme != nil
        else { return nil }
        self.init(name: name, issuer: issuer, clientID: clientID, clientSecret: nil, redirectURI: redirectURI)
        if value["title"] != nil {
            guard let title = text("title"), title.count <= 64 else { return nil }
            self.title = title
        }
        if value["scopes"] != nil {
            guard let scopes = text("scopes"), scopes.split(separator: " ").contains("openid") else { return nil }
            self.scopes = scopes
        }
        if value["algorithm"] != nil {
            guard let algorithm = text("algorithm").flatMap(Algorithm.init) else { return nil }
            self.algorithm = algorithm
        }
    }
}

extension EnvironmentFormat<[IssuerSettings]> {
    /// Issuers as JSON.
    fileprivate static var issuers: Self {
        Self(
            """
            a JSON list of {name, title, issuer, clientId, redirectUri, scopes, algorithm}; https, or http on this \
            machine
            """,
            placeholder: []
        ) { _, text in IssuerSettings.parse(text) }
    }
}
