import Foundation

/// Encodes values as JSON in one pass over one buffer.
///
/// The text is that of Foundation's encoder with sorted keys and without escaped slashes. It takes about half of that
/// encoder's time, which was 23 % of the processor time of `allergen` under load (docs/cost.md).
package enum JSONBytes {
    /// How a `Date` is written.
    package enum Dates: Sendable {
        /// As seconds since 2001, Foundation's default.
        case seconds
        /// As a text.
        case text(@Sendable (Date) -> String)
    }

    /// Encodes a value.
    ///
    /// - Throws: `EncodingError` for a number that is not finite, and errors of the value.
    package static func encode(_ value: some Encodable, dates: Dates = .seconds) throws -> [UInt8] {
        let output = JSONOutput(dates: dates)
        try output.encode(value)
        return output.bytes
    }
}

/// The text that is being written.
final class JSONOutput {
    /// Not checked for exclusive access, as in `OpenJSONValue`.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    private let dates: JSONBytes.Dates

    init(dates: JSONBytes.Dates) {
        self.dates = dates
        bytes.reserveCapacity(1_024)
    }

    /// Writes a value of any type.
    func encode<Value: Encodable>(_ value: Value) throws {
        if Value.self == String.self, let text = value as? String {
            write(text)
        } else if Value.self == Date.self, let date = value as? Date {
            switch dates {
            case .seconds: try write(date.timeIntervalSinceReferenceDate)
            case .text(let format): write(format(date))
            }
        } else if Value.self == Data.self, let data = value as? Data {
            write(data.base64EncodedString())
        } else if Value.self == URL.self, let url = value as? URL {
            write(url.absoluteString)
        } else if Value.self == Decimal.self, let number = value as? Decimal {
            guard !number.isNaN else { throw Self.notANumber(number) }
            write(unescaped: number.description)
        } else {
            let open = OpenJSONValue(self)
            try value.encode(to: open)
            open.close()
        }
    }

    /// Writes a text in quotes.
    func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            var done = 0
            for (index, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5c {
                bytes.append(contentsOf: text[done..<index])
                escape(byte)
                done = index + 1
            }
            bytes.append(contentsOf: text[done...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0a: bytes.append(UInt8(ascii: "n"))
        case 0x0c: bytes.append(UInt8(ascii: "f"))
        case 0x0d: bytes.append(UInt8(ascii: "r"))
        case 0x22, 0x5c: bytes.append(byte)
        default: write(unescaped: byte < 16 ? "u000\(String(byte, radix: 16))" : "u00\(String(byte, radix: 16))")
        }
    }

    func write(_ number: some BinaryInteger) { write(unescaped: String(number)) }

    /// - Throws: `EncodingError` if the number is not finite.
    func write(_ number: some BinaryFloatingPoint & LosslessStringConvertible) throws {
        guard number.isFinite else { throw Self.notANumber(number) }
        let text = number.description
        write(unescaped: text.hasSuffix(".0") ? text.dropLast(2) : text[...])
    }

    private static func notANumber(_ value: Any) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: "not a JSON number"))
    }

    func write(_ value: Bool) { write(unescaped: value ? "true" : "false") }

    func writeNull() { write(unescaped: "null") }

    func write(unescaped text: some StringProtocol) { bytes.append(contentsOf: text.utf8) }

    /// The number of bytes so far.
    var count: Int { bytes.count }

    /// Replaces the end of the text.
    func replace(from start: Int, with end: [UInt8]) {
        bytes.replaceSubrange(start..., with: end)
    }

    /// The bytes of a range.
    subscript(range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

    /// A separate text with the same dates, for a part that is written while another is still open.
    func separate() -> JSONOutput { JSONOutput(dates: dates) }
}
