/// Text forms of IP addresses, for e-mail domain literals (RFC 5321 section 4.1.3) and rate limits.
package enum IPAddressText {
    /// Whether a text is an IPv4 address: four decimal numbers up to 255.
    package static func isVersion4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.utf8.count) && part.utf8.allSatisfy(isDigit) && UInt8(part) != nil
            }
    }

    /// Whether a text is an IPv6 address: eight groups of up to four hexadecimal digits; `::` once for a run of zero
    /// groups; the last two groups may be an IPv4 address.
    package static func isVersion6(_ text: Substring) -> Bool {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return false }
        var groups = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            guard let count = groupCount(half, mayEndInVersion4: index == halves.count - 1) else { return false }
            groups += count
        }
        return halves.count == 2 ? groups <= 7 : groups == 8
    }

    /// The first 64 bits of a valid IPv6 address, as four groups.
    package static func network64(_ text: String) -> String {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        let left = halves[0].split(separator: ":")
        let right = halves.count > 1 ? halves[1].split(separator: ":") : []
        let zeros = [Substring](repeating: "0", count: max(8 - left.count - right.count, 0))
        return (left + zeros + right).prefix(4).joined(separator: ":")
    }

    private static func groupCount(_ text: Substring, mayEndInVersion4: Bool) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var count = 0
        for (index, part) in parts.enumerated() {
            if mayEndInVersion4, index == parts.count - 1, part.contains(".") {
                guard isVersion4(part) else { return nil }
                count += 2
            } else {
                guard (1...4).contains(part.utf8.count), UInt16(part, radix: 16) != nil,
                    part.utf8.allSatisfy({ $0 != UInt8(ascii: "+") })
                else { return nil }
                count += 1
            }
        }
        return count
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
