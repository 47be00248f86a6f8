import Hexadecimal
import Testing

struct HexadecimalTests {
    @Test("hexadecimal: two lowercase digits per byte, round-trip")
    func bothWays() {
        let bytes = Array(UInt8.min...UInt8.max), text = bytes.hexadecimal
        #expect(text.utf8.count == 512 && text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        #expect([UInt8](hexadecimal: text) == bytes && [UInt8](hexadecimal: text.uppercased()) == bytes)
        #expect([UInt8](hexadecimal: "") == [])
    }

    @Test("hexadecimal: text in another format is rejected", arguments: ["0", "0g", "+1", " 1", "0x", "００", "1é"])
    func refused(text: String) {
        #expect([UInt8](hexadecimal: text) == nil)
    }
}
