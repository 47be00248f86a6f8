import Foundation
import Quantities
import Testing

@Suite("Instants as text")
struct TimestampTests {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    @Test("what is written is what Foundation reads, and is read back, from the year 1600 to 9999")
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
        "any other text is none",
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
