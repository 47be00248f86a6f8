/// GS1 trade item numbers, the digits under a product's bar code.
package enum GTIN {
    /// Whether `text` is a GTIN-8, -12, -13 or -14 with a right check digit (GS1 General Specifications section 7.9).
    package static func isValid(_ text: String) -> Bool {
        guard [8, 12, 13, 14].contains(text.utf8.count) else { return false }
        var sum = 0
        for (index, byte) in text.utf8.reversed().enumerated() {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
            sum += Int(byte - UInt8(ascii: "0")) * (index.isMultiple(of: 2) ? 1 : 3)
        }
        return sum.isMultiple(of: 10)
    }
}
