import Sealing

/// The header of a JWT, read before anything else is: only what we make ourselves is looked at further (RFC 8725).
package struct AccessTokenHeader {
    private static let algorithm = "ES256"

    private let header: JSONValue

    /// Nil when the text has not the form of a signed token, or its header is no JSON.
    package init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[0])),
            let header = try? JSONReader.read(bytes)
        else { return nil }
        self.header = header
    }

    /// Whether it names our algorithm and one of our keys, and asks for nothing critical.
    package func isAccepted(keyIDs: Set<String>) -> Bool {
        guard header["alg"] == .string(Self.algorithm), header["crit"] == nil, case .string(let kid) = header["kid"]
        else { return false }
        return keyIDs.contains(kid)
    }
}
