import Foundation
import Hexadecimal
import Testing

struct UUIDTextTests {
    @Test("ids: text and back as with Foundation, in either case")
    func bothWays() {
        for id in (0..<200).map({ _ in UUID() }) {
            #expect(id.text == id.uuidString.lowercased())
            #expect(UUID(text: id.text) == id && UUID(text: id.uuidString) == id)
        }
    }

    @Test(
        "ids: text in another format is rejected",
        arguments: [
            "", "0", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000",
            "000000000000-0000-0000-0000-00000000", "0000000g-0000-0000-0000-000000000000",
            "00000000_0000-0000-0000-000000000000", "{0000000-0000-0000-0000-00000000000}",
            "00000000-0000-0000-0000-00000000000０", " 0000000-0000-0000-0000-000000000000",
        ])
    func refused(text: String) {
        #expect(UUID(text: text) == nil)
    }

    @Test("ids: random ids are of version 4 and differ")
    func random() {
        let ids = (0..<1_000).map { _ in UUID.random() }
        #expect(Set(ids).count == 1_000)
        #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 0b10 })
        // Every other bit takes both values.
        let bytes = ids.map { id in withUnsafeBytes(of: id.uuid) { Array($0) } }
        for index in 0..<16 {
            let fixed: UInt8 = index == 6 ? 0xf0 : index == 8 ? 0xc0 : 0
            let ones = bytes.reduce(fixed) { $0 | $1[index] }, zeros = bytes.reduce(fixed) { $0 | ~$1[index] }
            #expect(ones == 255 && zeros == 255, "byte \(index)")
        }
    }
}
