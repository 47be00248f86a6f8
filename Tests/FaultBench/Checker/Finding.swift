/// A violated invariant, and the number of cases.
package struct Finding: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The kind of violation.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// An accepted request has no effect, or is not published everywhere.
        case lost
        /// An effect happened twice.
        case doubled
        /// An operation that was not requested, or that belongs to another person.
        case foreign
        /// A number is missing among those of one resource or key.
        case gap
        /// Effects are in another order than the requests.
        case disorder
        /// The system did not become idle, or a request was refused or slow without reason.
        case other
    }

    package let kind: Kind
    package let name: String
    package let count: Int

    package init(_ kind: Kind, _ name: String, count: Int = 1) {
        self.kind = kind
        self.name = name
        self.count = count
    }

    package var description: String { "\(name): \(count) (\(kind.rawValue))" }
}

extension [Finding] {
    /// The number of findings of a kind.
    package func count(_ kind: Finding.Kind) -> Int {
        filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
    }
}
