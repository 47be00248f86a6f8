/// Entity tags (quoted resource versions) and their conditions (RFC 9110 section 13.1).
///
/// If another service adds facts to a resource, their version follows after a dot: `"3.1"`. Changes refer to the first
/// number; the part after the dot is used only for `If-None-Match`.
package enum EntityTag {
    /// The version in a tag.
    package struct Version: Sendable, Hashable {
        package let version: Int64
        package let beside: Int64?

        /// A version of a resource, with the version of another service's facts about it.
        package init(_ version: Int64, beside: Int64? = nil) {
            self.version = version
            self.beside = beside
        }

        /// The text for the header.
        package var tag: String { beside.map { "\"\(version).\($0)\"" } ?? EntityTag.text(version) }

        /// Whether the values of `If-None-Match` contain the version.
        package func isNamed(in values: [String]) -> Bool {
            values.flatMap { HeaderText.split($0, at: ",") }.contains { value in
                value == "*" || (value.hasPrefix("W/") ? String(value.dropFirst(2)) : String(value)) == tag
            }
        }
    }

    /// The tag of a version.
    package static func text(_ version: Int64) -> String { "\"\(version)\"" }

    /// The condition in `If-Match` or `If-None-Match`.
    package enum Condition: Sendable, Equatable {
        case any
        /// Versions; tags of other forms are left out, since they match nothing.
        case versions([Int64])
    }

    /// Parses the values of the header; nil if it is absent.
    ///
    /// Weak tags (`W/"…"`) are accepted if `weak` is set: they do for `If-None-Match`, never for `If-Match`.
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
    /// Whether the condition contains the version.
    package func matches(_ version: Int64) -> Bool {
        switch self {
        case .any: true
        case .versions(let versions): versions.contains(version)
        }
    }
}
