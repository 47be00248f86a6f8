/// The `Prefer` header (RFC 7240), with support for `wait`, `respond-async` and `handling`.
package struct Preference: Sendable, Equatable {
    /// Maximum wait of a request, in seconds: no back-end task takes longer than 12 s (GW-40).
    package static let longestWait = 12

    /// Seconds the client wants to wait for the result, at most `longestWait`; nil = answer at once.
    package var wait: Int?

    /// Whether unknown members of a JSON body are ignored instead of refused: `handling=lenient`.
    package var isLenient = false

    /// Parses the header's values; ignores malformed and unknown ones, as the standard requires.
    package init(_ values: [String]) {
        for value in values {
            for preference in HeaderText.split(value, at: ",") {
                guard let first = HeaderText.split(preference, at: ";").first else { continue }
                let parts = first.split(separator: "=", maxSplits: 1).map(HeaderText.trim)
                guard parts.count == 2 else { continue }
                let name = parts[0].lowercased(), text = HeaderText.unquote(parts[1])
                if name == "handling" { isLenient = text.lowercased() == "lenient" }
                guard name == "wait", wait == nil, let seconds = Int(text), seconds >= 0 else { continue }
                wait = min(seconds, Self.longestWait)
            }
        }
        if wait == 0 { wait = nil }
    }
}
