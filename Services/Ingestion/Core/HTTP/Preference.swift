/// The `Prefer` header (RFC 7240), with support for `wait`, `respond-async` and `handling`.
package struct Preference: Sendable, Equatable {
    /// Maximum wait of a request, in seconds: no back-end task takes longer than 12 s (GW-40).
    package static let maxWait = 12

    /// Seconds the client wants to wait for the result, at most `maxWait`; nil = answer at once.
    package var wait: Int?

    /// Whether unknown members of a JSON body are ignored instead of refused: `handling=lenient`.
    package var isLenient = false

    /// Parses the header's values; the first instance of a preference counts, and malformed and unknown ones are
    /// ignored (RFC 7240, section 2).
    package init(_ values: [String]) {
        var known: Set<String> = []
        for value in values {
            for preference in HeaderText.split(value, at: ",") {
                guard let first = HeaderText.split(preference, at: ";").first else { continue }
                let parts = first.split(separator: "=", maxSplits: 1).map(HeaderText.trim)
                guard let name = parts.first?.lowercased(), known.insert(name).inserted, parts.count == 2 else {
                    continue
                }
                let text = HeaderText.unquote(parts[1])
                if name == "handling" { isLenient = text.lowercased() == "lenient" }
                guard name == "wait", let seconds = Int(text), seconds >= 0 else { continue }
                wait = min(seconds, Self.maxWait)
            }
        }
        if wait == 0 { wait = nil }
    }
}
