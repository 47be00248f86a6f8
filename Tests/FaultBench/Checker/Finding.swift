/// Something that must not be, and how often it is.
package struct Finding: Sendable, Equatable, Codable, CustomStringConvertible {
    /// In which way it is wrong.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// An accepted request has no effect, or is not published everywhere.
        case lost
        /// One thing happened twice.
        case doubled
        /// An operation that was not requested, or is another person's.
        case foreign
        /// A number is missing among those of one resource or key.
        case gap
        /// In another order than it was asked for.
        case disorder
        /// It has not come to rest, or it was refused or slow where that must not be.
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
    /// How many there are of a kind.
    package func count(_ kind: Finding.Kind) -> Int {
        filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
    }
}
