/// Entity tags, which are resource versions in quotes, and the conditions on them (RFC 9110 section 13.1).
///
/// Where another service tells something of a resource, its version stands behind a point: `"3.1"`. Whoever changes the
/// resource names the first of the two; what stands behind the point is looked at for `If-None-Match` alone.
package enum EntityTag {
    /// What a tag names.
    package struct Version: Sendable, Hashable {
        package let version: Int64
        package let beside: Int64?

        /// A version of a resource, beside that of what another service tells of it.
        package init(_ version: Int64, beside: Int64? = nil) {
            self.version = version
            self.beside = beside
        }

        /// As it stands in the header.
        package var tag: String { beside.map { "\"\(version).\($0)\"" } ?? EntityTag.text(version) }

        /// Whether the values of `If-None-Match` name it.
        package func isNamed(in values: [String]) -> Bool {
            values.flatMap { HeaderText.split($0, at: ",") }.contains { value in
                value == "*" || (value.hasPrefix("W/") ? String(value.dropFirst(2)) : String(value)) == tag
            }
        }
    }

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
                return Int64(tag.dropFirst().dropLast().prefix { $0 != "." })
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
