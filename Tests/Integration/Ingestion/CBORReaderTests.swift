import IngestionAccounts
import IngestionCore
import IngestionService
import Testing
import UnitSupport

@Suite("CBOR reader") struct CBORReaderTests {
    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    @Test(
        "CBOR: the examples of RFC 8949 appendix A are decoded",
        arguments: [
            ("00", CBORValue.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1903e8", .unsigned(1_000)),
            ("1a000f4240", .unsigned(1_000_000)), ("1bffffffffffffffff", .unsigned(.max)), ("20", .integer(-1)),
            ("3863", .integer(-100)), ("3903e7", .integer(-1_000)), ("40", .bytes([])),
            ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6449455446", .text("IETF")),
            ("62c3bc", .text("\u{fc}")), ("80", .array([])),
            ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])), ("a0", .map([])),
            (
                "a201020304",
                .map([
                    .init(key: .unsigned(1), value: .unsigned(2)), .init(key: .unsigned(3), value: .unsigned(4)),
                ])
            ), ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
        ])
    func vectors(hex: String, expected: CBORValue) throws {
        #expect(try CBORReader.read(Self.bytes(hex)) == expected)
        #expect(CBORWriter.bytes(of: expected) == Self.bytes(hex))
    }

    @Test(
        "CBOR: non-canonical, truncated or hostile input is rejected",
        arguments: [
            ("", CBORReader.Malformed.endsEarly), ("18", .endsEarly), ("4401", .endsEarly), ("8201", .endsEarly),
            ("a101", .endsEarly), ("1817", .notShortest), ("190018", .notShortest), ("1a0000ffff", .notShortest),
            ("1b00000000ffffffff", .notShortest), ("5f41ff", .indefinite), ("9fff", .indefinite), ("bfff", .indefinite),
            ("c000", .unknownType), ("f97e00", .unknownType), ("fb3ff199999999999a", .unknownType),
            ("f7", .unknownType),
            ("1c", .unknownType), ("61ff", .notUTF8), ("0000", .trailing), ("a203040102", .keysOutOfOrder),
            ("a201020102", .keysOutOfOrder), ("a22000 0100".replacing(" ", with: ""), .keysOutOfOrder),
            ("a2626161006162 00".replacing(" ", with: ""), .keysOutOfOrder),
            ("a1800 0".replacing(" ", with: ""), .badKey),
            ("a1f500", .badKey), ("8181818181 00".replacing(" ", with: ""), .tooDeep),
            ("9bffffffffffffffff", .endsEarly), ("5bffffffffffffffff", .endsEarly), ("bbffffffffffffffff", .endsEarly),
        ])
    func refuses(hex: String, fault: CBORReader.Malformed) {
        #expect(throws: fault) { try CBORReader.read(Self.bytes(hex)) }
    }

    @Test("CBOR: 5,000 random values round-trip")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 0xcb0e)
        for _ in 0..<5_000 {
            let value = Self.made(&generator, depth: 0), bytes = CBORWriter.bytes(of: value)
            #expect(try CBORReader.read(bytes) == value)
            for cut in [bytes.count / 2, bytes.count - 1] where cut < bytes.count {
                #expect(throws: CBORReader.Malformed.self) { try CBORReader.read(Array(bytes[..<cut])) }
            }
        }
    }

    /// Accepted bytes have one encoding only: encoded again they are equal.
    @Test(
        "GW-41: CBOR: 50,000 mutated inputs never crash the reader", .slow)
    func fuzz() throws {
        var generator = SeededGenerator(seed: 0x5eed_cb0e), accepted = 0
        for _ in 0..<50_000 {
            var bytes = CBORWriter.bytes(of: Self.made(&generator, depth: 0))
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
                case 2: bytes.remove(at: place)
                default: bytes.append(contentsOf: bytes[..<place])
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let value = try? CBORReader.read(bytes) else { continue }
            accepted += 1
            #expect(CBORWriter.bytes(of: value) == bytes)
        }
        #expect(accepted > 1_000)
    }

    private static func made(_ generator: inout SeededGenerator, depth: Int) -> CBORValue {
        let kinds = depth < CBORReader.deepest ? 8 : 6
        let number = UInt64.random(in: .min ... .max, using: &generator) >> UInt64.random(in: 0..<64, using: &generator)
        switch Int.random(in: 0..<kinds, using: &generator) {
        case 0: return .unsigned(number)
        case 1: return .negative(number)
        case 2:
            let count = Int.random(in: 0...40, using: &generator)
            return .bytes((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        case 3: return .text(String("authData f\u{fc}r \u{1f510} x".prefix(Int(number % 14))))
        case 4: return .bool(number.isMultiple(of: 2))
        case 5: return .null
        case 6:
            let count = Int.random(in: 0...3, using: &generator)
            return .array((0..<count).map { _ in made(&generator, depth: depth + 1) })
        default:
            let keys = Set(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    Int.random(in: 0...100, using: &generator)
                })
            return .map(
                keys.sorted().map { .init(key: .integer($0), value: made(&generator, depth: depth + 1)) })
        }
    }
}
