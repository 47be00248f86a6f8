/// Entity tags, which are resource versions in quotes, and the conditions on them (RFC 9110 section 13.1).
package enum EntityTag {
    /// The tag of a version.
    package static func text(_ version: Int64) -> String { "\"\(version)\"" }

    /// What `If-Match` or `If-None-Match` names.
    package enum Condition: Sendable, Equatable {
        case any
        /// Versions; tags that are none of ours are left out, since they match nothing.
        case versions([Int64])
    }

    /// Reads the values of the header; nil when it is absent.
    ///
    /// Weak tags (`W/"…"`) count when `weak` is set: they do for `If-None-Match`, never for `If-Match`.
    package static func condition(_ values: [String], weak: Bool) -> Condition? {
        guard !values.isEmpty else { return nil }
        let tags = values.flatMap { HeaderText.split($0, at: ",") }
        if tags.contains("*") { return .any }
        return .versions(
            tags.compactMap { tag in
                var tag = Substring(tag)
                if tag.hasPrefix("W/") {
                    guard weak else { return nil }
                    tag = tag.dropFirst(2)
                }
                guard tag.count >= 3, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
                return Int64(tag.dropFirst().dropLast())
            })
    }
}

extension EntityTag.Condition {
    /// Whether the condition names the version.
    package func matches(_ version: Int64) -> Bool {
        switch self {
        case .any: true
        case .versions(let versions): versions.contains(version)
        }
    }
}
