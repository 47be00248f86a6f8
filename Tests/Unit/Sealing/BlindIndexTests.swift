import Sealing
import Testing

@Suite struct BlindIndexTests {
    @Test func equalTextsHaveEqualHashesUnderOneKey() {
        let index = BlindIndex(key: Array(0..<32))
        #expect(index.hash("a@example.org") == index.hash("a@example.org"))
        #expect(index.hash("a@example.org") != index.hash("b@example.org"))
        #expect(index.hash("a@example.org") != BlindIndex(key: Array(1..<33)).hash("a@example.org"))
    }

    /// Stored hashes must be found by every later version; the value is from Python's `hmac` module.
    @Test func theHashIsHMACSHA256() {
        let hash = BlindIndex(key: Array(0..<32)).hash("person@example.org")
        let text = hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(text == "349869981668a9e7a0244db90c5922204eed9478b0422af9354234ea7c06f00d")
    }
}
