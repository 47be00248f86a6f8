import Foundation
import IncomingText
import Testing

@Suite("Incoming text")
struct IncomingTextTests {
    @Test(
        "text: control characters and noncharacters are rejected anywhere",
        arguments: [
            0x0, 0x1, 0x7, 0x8, 0xb, 0xc, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0xfdd0, 0xfffe, 0xffff, 0x1_fffe,
            0x10_ffff,
        ] as [UInt32])
    func forbidden(value: UInt32) throws {
        let character = String(Character(try #require(Unicode.Scalar(value))))
        for text in [character, "milk\(character)", "\(character)milk", "a\(character)b é"] {
            let fault: IncomingText.Fault = character == "\u{0}" ? .nulCharacter : .controlCharacter
            #expect(throws: fault) { try IncomingText(text) }
            #expect(throws: fault) { try IncomingText(utf8: Array(text.utf8)) }
            #expect(!IncomingText(cleaning: text).value.contains(character))
        }
    }

    @Test("text: any script, line breaks, tabs and emoji are unchanged")
    func kept() throws {
        for text in [
            "", "milk\tsugar\r\nsalt\n", "Ingrédients : blé", "成分：麵粉", "حليب‏", "दूध", "นม", "👩‍🍳🥜", "\u{feff}a",
        ] {
            #expect(try Array(IncomingText(text).value.utf8) == Array(text.utf8))
            #expect(Array(IncomingText(cleaning: text).value.utf8) == Array(text.utf8))
        }
    }

    @Test("text: decomposed text becomes NFC")
    func composes() throws {
        for (text, expected) in [("ble\u{301}", "bl\u{e9}"), ("\u{1112}\u{1161}\u{11ab}", "\u{d55c}")] {
            #expect(try Array(IncomingText(text).value.unicodeScalars) == Array(expected.unicodeScalars))
            #expect(try Array(IncomingText(utf8: text.utf8).value.unicodeScalars) == Array(expected.unicodeScalars))
        }
    }

    @Test(
        "text: bytes that are not UTF-8 are rejected",
        arguments: [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: IncomingText.Fault.notUTF8) { try IncomingText(utf8: Array("a".utf8) + bytes) }
    }

    @Test("text: beyond the limit it is rejected")
    func bounded() throws {
        #expect(throws: IncomingText.Fault.tooLong) { try IncomingText("four", maxBytes: 3) }
        #expect(throws: IncomingText.Fault.tooLong) { try IncomingText(utf8: "four".utf8, maxBytes: 3) }
        #expect(try IncomingText("four", maxBytes: 4).value == "four")
    }
}
