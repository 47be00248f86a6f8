/// The `Prefer` header (RFC 7240), of which `wait` and `respond-async` are understood.
package struct Preference: Sendable, Equatable {
    /// Longest time a request is held, in seconds: no back-end task takes longer than 12 s (GW-40).
    package static let longestWait = 12

    /// Seconds the client is ready to wait for the result, at most `longestWait`; nil = answer at once.
    package var wait: Int?

    /// Reads the header's values; what is malformed or unknown is ignored, as the standard asks.
    package init(_ values: [String]) {
        for value in values {
            for preference in HeaderText.split(value, at: ",") {
                guard let first = HeaderText.split(preference, at: ";").first else { continue }
                let parts = first.split(separator: "=", maxSplits: 1).map(HeaderText.trim)
                guard parts.count == 2, parts[0].lowercased() == "wait", wait == nil,
                    let seconds = Int(HeaderText.unquote(parts[1])), seconds >= 0
                else { continue }
                wait = min(seconds, Self.longestWait)
            }
        }
        if wait == 0 { wait = nil }
    }
}
