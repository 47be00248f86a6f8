import Foundation

/// An e-mail address with valid syntax (RFC 5321 with the international forms of RFC 6531); does not check whether it
/// can receive mail.
package struct EmailAddress: Sendable, Equatable {
    /// The address as the person typed it.
    package let text: String
    /// The form for comparing two spellings of one mailbox: NFC, lower case, the domain in A-labels.
    ///
    /// Plus-tags and dots are kept: such addresses are different.
    package let normalized: String

    /// The address for mail servers: as typed, with the domain in A-labels.
    package var mailbox: String {
        let local = text.prefix(upTo: text.lastIndex(of: "@") ?? text.endIndex)
        return "\(local)\(normalized.suffix(from: normalized.lastIndex(of: "@") ?? normalized.endIndex))"
    }

    /// Maximum length of the local part, in bytes (RFC 5321 section 4.5.3.1.1).
    package static let maxLocalPartLength = 64
    /// Maximum length of the domain, in bytes (RFC 5321 section 4.5.3.1.2).
    package static let maxDomainLength = 255
    /// Maximum length of the address, in bytes (RFC 3696 erratum 1690: a path of 256 without its brackets).
    package static let maxLength = 254

    /// Parses an address; nil if its syntax is invalid.
    package init?(_ text: String) {
        let composed = text.precomposedStringWithCanonicalMapping
        guard composed.utf8.count <= Self.maxLength, let at = composed.lastIndex(of: "@") else { return nil }
        let local = composed[..<at]
        let domain = composed[composed.index(after: at)...]
        guard Self.isLocalPart(local), let asciiDomain = Self.asciiDomain(domain) else { return nil }
        self.text = composed
        self.normalized = "\(local.lowercased())@\(asciiDomain)"
    }

    // MARK: - Local part

    private static func isLocalPart(_ text: Substring) -> Bool {
        guard !text.isEmpty, text.utf8.count <= maxLocalPartLength else { return false }
        return text.unicodeScalars.first == "\"" ? isQuotedString(text) : isDotAtom(text)
    }

    private static func isDotAtom(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.unicodeScalars.allSatisfy(isAtomText)
        }
    }

    /// `atext` of RFC 5322 section 3.2.3, and all visible characters beyond ASCII (RFC 6532).
    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return isVisible(scalar) }
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": return true
        default: return "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
        }
    }

    private static func isQuotedString(_ text: Substring) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= 2, scalars.last == "\"" else { return false }
        var isEscaped = false
        for scalar in scalars.dropFirst().dropLast() {
            guard scalar.isASCII ? (0x20...0x7e).contains(scalar.value) : isVisible(scalar) else { return false }
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                return false
            }
        }
        return !isEscaped
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            false
        default: true
        }
    }

    // MARK: - Domain

    private static func asciiDomain(_ text: Substring) -> String? {
        if text.hasPrefix("[") { return isAddressLiteral(text) ? text.lowercased() : nil }
        var labels: [String] = []
        for label in text.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
            guard let ascii = asciiLabel(label) else { return nil }
            labels.append(ascii)
        }
        let domain = labels.joined(separator: ".")
        // A last label of digits only would be an address, not a name (RFC 3696 section 2).
        guard domain.utf8.count <= maxDomainLength, labels.last?.allSatisfy(\.isNumber) == false else { return nil }
        return domain
    }

    /// A label in its ASCII form: 1 to 63 letters, digits and inner hyphens.
    private static func asciiLabel(_ label: Substring) -> String? {
        let scalars = label.unicodeScalars
        guard !scalars.isEmpty, scalars.first != "-", scalars.last != "-" else { return nil }
        guard scalars.allSatisfy({ $0 == "-" || isLabelScalar($0) }) else { return nil }
        let ascii: String
        if scalars.allSatisfy(\.isASCII) {
            ascii = String(label)
        } else {
            guard let encoded = Punycode.encode(scalars) else { return nil }
            ascii = "xn--" + encoded
        }
        return ascii.utf8.count <= 63 ? ascii : nil
    }

    private static func isLabelScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
            .decimalNumber:
            true
        default: false
        }
    }

    private static func isAddressLiteral(_ text: Substring) -> Bool {
        guard text.hasSuffix("]") else { return false }
        let inner = text.dropFirst().dropLast()
        if inner.lowercased().hasPrefix("ipv6:") { return IPAddressText.isVersion6(inner.dropFirst(5)) }
        return IPAddressText.isVersion4(inner)
    }
}
