import Foundation
import Sealing
import Testing

@Suite struct SealedTests {
    @Test func jsonIsOneBase64URLString() throws {
        let sealed = Sealed<String>(bytes: [0xfb, 0xff, 0xfe, 0x00])
        let json = try JSONEncoder().encode([sealed])
        #expect(String(decoding: json, as: UTF8.self) == #"["-__-AA"]"#)
        #expect(try JSONDecoder().decode([Sealed<String>].self, from: json) == [sealed])
    }

    @Test(arguments: ["+/8", "AA==", "A", "AAB", "a b", "ä", "-__-AA\n"])
    func whatIsNotBase64URLIsRefused(text: String) throws {
        let json = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Sealed<String>].self, from: json) }
    }

    @Test func randomBytesSurviveTheText() {
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
