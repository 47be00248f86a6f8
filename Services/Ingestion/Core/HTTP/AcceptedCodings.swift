import HTTPTypes

/// The content codings that a client accepts (RFC 9110 section 12.5.3).
package struct AcceptedCodings: Sendable {
    /// The weights by name, in lower case; `*` applies to all names not listed.
    private var weights: [String: Double] = [:]

    /// Reads the values of `Accept-Encoding`; a weight that is not a number counts as 0.
    package init(_ headers: HTTPFields) {
        for coding in headers[values: .acceptEncoding].flatMap({ HeaderText.split($0.lowercased(), at: ",") }) {
            let parts = HeaderText.split(coding, at: ";")
            guard let name = parts.first else { continue }
            weights[name == "x-gzip" ? "gzip" : name] = Self.weight(parts.dropFirst())
        }
    }

    private static func weight(_ parameters: ArraySlice<String>) -> Double {
        guard let parameter = parameters.first(where: { $0.hasPrefix("q") }) else { return 1 }
        let pair = parameter.split(separator: "=", maxSplits: 1).map(HeaderText.trim)
        guard pair.count == 2, pair[0] == "q", let weight = Double(pair[1]), (0...1).contains(weight) else { return 0 }
        return weight
    }

    /// Whether the client accepts gzip and does not prefer an uncompressed answer.
    package var prefersGzip: Bool {
        guard let gzip = weights["gzip"] ?? weights["*"], gzip > 0 else { return false }
        return gzip >= weights["identity"] ?? 0
    }
}
