import Foundation
import Quantities
import Testing

@Suite("Timestamps as text")
struct TimestampTests {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    @Test("timestamps: equal Foundation's and round-trip, years 1600 to 9999")
    func agreesWithFoundation() throws {
        var random = SystemRandomNumberGenerator()
        let edges: [Int64] = [0, -1, 1, 951_782_399_999, 951_782_400_000, 1_709_164_799_999, 4_107_542_400_000]
        let some = (0..<500).map { _ in Int64.random(in: -11_676_096_000_000...253_402_300_799_999, using: &random) }
        for milliseconds in edges + some {
            var bytes: [UInt8] = []
            Timestamp.append(milliseconds, to: &bytes)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(bytes.count == Timestamp.length)
            #expect(Timestamp.milliseconds(text) == milliseconds)
            let date = try Self.style.parse(text)
            #expect(Int64((date.timeIntervalSince1970 * 1_000).rounded()) == milliseconds, "\(text)")
        }
    }

    @Test(
        "timestamps: RFC 3339 times are read with fractions and offsets",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.5Z", 500), ("1970-01-01T00:00:00.123456789Z", 123),
            ("1970-01-01T00:00:00.9996Z", 1_000), ("1970-01-01T02:00:00+02:00", 0), ("1969-12-31T19:00:00-05:00", 0),
            ("1970-01-01T05:45:00.250+05:45", 250), ("2024-02-29T12:00:00Z", 1_709_208_000_000),
            ("2026-11-21T07:30:00.125Z", 1_795_246_200_125),
        ])
    func reads(text: String, milliseconds: Int64) {
        #expect(Timestamp.milliseconds(rfc3339: text) == milliseconds)
    }

    @Test(
        "timestamps: nonexistent times and other formats are rejected",
        arguments: [
            "2026-02-30T12:00:00Z", "2023-02-29T12:00:00Z", "2026-06-31T10:00:00-04:00", "2026-11-25T25:00:00Z",
            "2026-11-25T24:00:00Z", "2026-11-25T12:60:00Z", "2026-11-25T12:61:00Z", "2026-11-25T12:00:60Z",
            "2026-11-25T12:00:61Z", "2027-02-31T99:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-01-00T00:00:00Z", "0000-01-01T00:00:00Z", "2026-11-25T12:00:00+24:00", "2026-11-25T12:00:00+02:60",
            "2026-11-25T12:00:00", "2026-11-25T12:00Z", "2026-11-25 12:00:00Z", "2026-11-25t12:00:00z",
            "2026-11-25T12:00:00.Z", "2026-11-25T12:00:00.1234567890Z", "2026-11-25T12:00:00+0200",
            "2026-11-25T12:00:00ZZ", "20261125T120000Z", "2026-W48-3T12:00:00Z", " 2026-11-25T12:00:00Z", "",
            "２026-11-25T12:00:00Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
            "9999-12-31T23:59:59.9999Z", "2026-11-25T12:00:00−02:00",
        ])
    func refuses(text: String) {
        #expect(Timestamp.milliseconds(rfc3339: text) == nil)
    }

    @Test(
        "timestamps: text that differs from the format is rejected",
        arguments: [
            "", "2026-11-21T07:30:00Z", "2026-02-30T00:00:00.000Z", "2026-13-01T00:00:00.000Z",
            "2026-00-01T00:00:00.000Z",
            "2025-02-29T00:00:00.000Z", "2026-01-00T00:00:00.000Z", "2026-01-01T24:00:00.000Z",
            "2026-01-01T00:60:00.000Z", "2026-01-01T00:00:60.000Z", "2026-01-01 00:00:00.000Z",
            "2026-01-01T00:00:00.000z", "+026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.00éZ",
            "2026-01-01T00:00:00.0000Z",
        ])
    func isNone(_ text: String) {
        #expect(Timestamp.milliseconds(text) == nil)
    }
}
