import Sealing

/// The header of a JWT, read first: only tokens of this gateway are processed further (RFC 8725).
package struct AccessTokenHeader {
    private static let algorithm = "ES256"

    private let header: JSONValue

    /// Nil if the text does not have the form of a signed token, or its header is not JSON.
    package init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[0])),
            let header = try? JSONReader.read(bytes)
        else { return nil }
        self.header = header
    }

    /// Whether the header names the algorithm and one of the keys in use, and has no critical extensions.
    package func isAccepted(keyIDs: Set<String>) -> Bool {
        guard header["alg"] == .string(Self.algorithm), header["crit"] == nil, case .string(let kid) = header["kid"]
        else { return false }
        return keyIDs.contains(kid)
    }
}
