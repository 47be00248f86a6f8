import IncomingText

/// Parses JSON strictly (RFC 8259): no duplicate names, no lone surrogates, limited depth, valid `IncomingText`.
///
/// Stricter than a general decoder, because accepted texts are passed to every service.
package struct JSONReader {
    /// The fault that makes bytes unacceptable as JSON, and its place.
    package struct Malformed: Error, Equatable {
        package let reason: Reason
        /// Offset in bytes from the start of the body.
        package let offset: Int

        package init(reason: Reason, offset: Int) {
            self.reason = reason
            self.offset = offset
        }

        /// The kinds of fault.
        package enum Reason: String, Sendable {
            case endsEarly = "the text ends early"
            case unexpected = "unexpected character"
            case notUTF8 = "not UTF-8"
            case tooDeep = "nested too deep"
            case duplicateName = "an object names a member twice"
            case loneSurrogate = "half of a surrogate pair"
            case nulCharacter = "NUL characters are not accepted"
            case controlCharacter = "control characters are not accepted"
            case badNumber = "not a JSON number"
            case trailing = "text after the value"
        }
    }

    /// Maximum nesting of arrays and objects.
    package static let deepest = 32

    /// The origin of the bytes, which decides the accepted texts.
    package enum Origin: Sendable {
        /// Texts must be valid `IncomingText`, and are normalized to NFC.
        case outside
        /// Any text is accepted, because it was checked when it was first received.
        case ownRecords
    }

    private let bytes: [UInt8]
    private let origin: Origin
    private var position = 0

    private init(_ bytes: [UInt8], from origin: Origin) {
        self.bytes = bytes
        self.origin = origin
    }

    /// Parses bytes.
    ///
    /// - Throws: `Malformed`.
    package static func read(_ bytes: [UInt8], from origin: Origin = .outside) throws(Malformed) -> JSONValue {
        var reader = JSONReader(bytes, from: origin)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.malformed(.trailing) }
        return value
    }

    private func malformed(_ reason: Malformed.Reason) -> Malformed { Malformed(reason: reason, offset: position) }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func next() throws(Malformed) -> UInt8 {
        guard let byte = current else { throw malformed(.endsEarly) }
        position += 1
        return byte
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
    }

    private mutating func expect(_ text: StaticString) throws(Malformed) {
        for index in 0..<text.utf8CodeUnitCount {
            guard let byte = current else { throw malformed(.endsEarly) }
            guard byte == text.utf8Start[index] else { throw malformed(.unexpected) }
            position += 1
        }
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(Malformed) -> JSONValue {
        guard let byte = current else { throw malformed(.endsEarly) }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try expect("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw malformed(.unexpected)
        }
    }

    private mutating func object(depth: Int) throws(Malformed) -> JSONValue {
        guard depth <= Self.deepest else { throw malformed(.tooDeep) }
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        try expect("{")
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return .object(members)
        }
        while true {
            skipSpace()
            let name = try string()
            guard names.insert(name).inserted else { throw malformed(.duplicateName) }
            skipSpace()
            try expect(":")
            skipSpace()
            members.append(JSONValue.Member(name: name, value: try value(depth: depth)))
            skipSpace()
            if try endsList(with: UInt8(ascii: "}")) { return .object(members) }
        }
    }

    private mutating func array(depth: Int) throws(Malformed) -> JSONValue {
        guard depth <= Self.deepest else { throw malformed(.tooDeep) }
        var values: [JSONValue] = []
        try expect("[")
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return .array(values)
        }
        while true {
            skipSpace()
            values.append(try value(depth: depth))
            skipSpace()
            if try endsList(with: UInt8(ascii: "]")) { return .array(values) }
        }
    }

    private mutating func endsList(with end: UInt8) throws(Malformed) -> Bool {
        let byte = try next()
        if byte == end { return true }
        guard byte == UInt8(ascii: ",") else {
            position -= 1
            throw malformed(.unexpected)
        }
        return false
    }

    private mutating func number() throws(Malformed) -> String {
        let start = position
        while let byte = current, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard JSONNumber.isValid(text), Double(text)?.isFinite == true else { throw malformed(.badNumber) }
        return text
    }

    // MARK: - Strings

    private mutating func string() throws(Malformed) -> String {
        try expect("\"")
        var content: [UInt8] = []
        while true {
            let byte = try next()
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else { throw malformed(.notUTF8) }
                return try accepted(text)
            case UInt8(ascii: "\\"): content.append(contentsOf: String(try escaped()).utf8)
            case 0..<0x20: throw malformed(byte == 0 ? .nulCharacter : .unexpected)
            default: content.append(byte)
            }
        }
    }

    private func accepted(_ text: String) throws(Malformed) -> String {
        guard origin == .outside else { return text }
        do {
            return try IncomingText(text).value
        } catch {
            throw malformed(error == .nulCharacter ? .nulCharacter : .controlCharacter)
        }
    }

    private mutating func escaped() throws(Malformed) -> Character {
        switch try next() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try unicodeEscape())
        default: throw malformed(.unexpected)
        }
    }

    private mutating func unicodeEscape() throws(Malformed) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xd800..<0xdc00).contains(first), current == UInt8(ascii: "\\") else { throw malformed(.loneSurrogate) }
        try expect("\\u")
        let second = try codeUnit()
        guard (0xdc00..<0xe000).contains(second),
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00))
        else { throw malformed(.loneSurrogate) }
        return scalar
    }

    private mutating func codeUnit() throws(Malformed) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try next())).hexDigitValue else { throw malformed(.unexpected) }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
