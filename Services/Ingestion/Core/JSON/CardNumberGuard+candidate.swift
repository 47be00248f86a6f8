extension CardNumberGuard {
    /// Groups of digits that may form a card number: close to each other, with their separators.
    package struct Candidate {
        /// Maximum number of characters between two groups.
        package static let maxBetween = 3
        /// Maximum number of digits of a card number.
        private static let maxDigits = 19
        /// The groupings printed on cards; a single run of digits is checked whatever its length.
        private static let printed: Set<[Int]> = [[4, 4, 4, 4], [4, 4, 4, 4, 3], [4, 6, 5], [6, 13]]

        private struct Group {
            var digits: [UInt8] = []
            /// The characters before the group.
            var separator: [Unicode.Scalar] = []
        }

        private var groups: [Group] = []
        private var current = Group()
        private var separator: [Unicode.Scalar] = []

        /// Adds the next character of a text.
        ///
        /// - Returns: Whether a card number has ended before it.
        package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            if let digit = Self.digit(scalar) {
                if current.digits.isEmpty { current.separator = separator }
                separator = []
                // Digits beyond the maximum are not stored, since only the run's length matters then.
                if current.digits.count <= Self.maxDigits { current.digits.append(digit) }
                return false
            }
            if Self.isUnseen(scalar) { return false }
            if !current.digits.isEmpty {
                groups.append(current)
                current = Group()
            }
            if separator.count <= Self.maxBetween { separator.append(scalar) }
            let isBroken = separator.count > Self.maxBetween || Self.isLetter(scalar)
            guard isBroken, !groups.isEmpty else { return false }
            defer { groups = [] }
            return Self.holdsCardNumber(groups)
        }

        /// Whether the text has ended with a card number.
        package func endsWithCardNumber() -> Bool {
            Self.holdsCardNumber(current.digits.isEmpty ? groups : groups + [current])
        }

        private static func holdsCardNumber(_ groups: [Group]) -> Bool {
            for start in groups.indices {
                var digits: [UInt8] = []
                for end in start..<groups.count {
                    digits += groups[end].digits
                    if digits.count > maxDigits { break }
                    if isCardNumber(digits), isPlausible(groups[start...end]) { return true }
                }
            }
            return false
        }

        private static func isPlausible(_ groups: ArraySlice<Group>) -> Bool {
            let lengths = groups.map(\.digits.count), separators = groups.dropFirst().map(\.separator)
            guard groups.count > 1, !printed.contains(lengths) else { return true }
            guard separators.allSatisfy({ $0.count == 1 }) else { return false }
            if separators.allSatisfy({ isSpaceOrHyphen($0[0]) }) { return true }
            guard Set(separators.map { $0[0] }).count == 1, let first = lengths.first, let last = lengths.last else {
                return false
            }
            // Two groups of different lengths are taken for a decimal number.
            return lengths.dropLast().allSatisfy { $0 == first } && (lengths.count > 2 ? last <= first : last == first)
        }

        /// The value of a digit in any script and form; nil for other characters.
        private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
            if scalar.isASCII {
                return ("0"..."9").contains(scalar) ? UInt8(scalar.value) - UInt8(ascii: "0") : nil
            }
            return switch scalar.properties.numericType {
            case .decimal, .digit: scalar.properties.numericValue.flatMap { UInt8(exactly: $0) }
            default: nil
            }
        }

        private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
            guard scalar.isASCII else { return scalar.properties.isAlphabetic }
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        }

        private static func isSpaceOrHyphen(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .dashPunctuation: true
            default: false
            }
        }

        /// Characters without visible width: formats, marks, variation selectors.
        private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
            guard !scalar.isASCII else { return false }
            return switch scalar.properties.generalCategory {
            case .format, .nonspacingMark, .enclosingMark: true
            default: scalar.properties.isDefaultIgnorableCodePoint
            }
        }
    }
}
