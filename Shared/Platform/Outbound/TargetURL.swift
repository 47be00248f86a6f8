import Foundation

/// A URL that a user entered and the service will call.
package struct TargetURL: Sendable, Hashable {
    /// The URL as entered.
    package let text: String
    /// Scheme, host and port in the form of RFC 6454.
    package let origin: String

    /// Maximum length, in bytes.
    package static let maxLength = 2_048

    /// The URL of a text; nil unless it is `https:` with a host and without user, password and fragment.
    ///
    /// The host's address is checked at each call (`OutboundReach`), since a name can change its address.
    ///
    /// - Parameters:
    ///   - text: The given text.
    ///   - allowsPlain: Whether `http:` is accepted, on the operator's own network.
    package init?(_ text: String, allowsPlain: Bool = false) {
        guard text.utf8.count <= Self.maxLength, text.utf8.allSatisfy({ (0x21..<0x7f).contains($0) }),
            let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "https" || allowsPlain && scheme == "http", let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return nil }
        if let port = parts.port, !(1...65_535).contains(port) { return nil }
        self.text = text
        let usual = scheme == "https" ? 443 : 80
        origin = "\(scheme)://\(host)" + (parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? "")
    }

    /// The ntfy topic in the URL: the only path segment, of letters, digits, `-` and `_`; nil without one.
    package var topic: String? {
        guard let parts = URLComponents(string: text), parts.query == nil else { return nil }
        let path = parts.path.split(separator: "/")
        guard let topic = path.last, path.count == 1,
            topic.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || "-_".contains($0) })
        else { return nil }
        return String(topic)
    }
}
