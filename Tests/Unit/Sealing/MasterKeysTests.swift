import Foundation
import Sealing
import Testing

@Suite struct MasterKeysTests {
    private static let key = Data(repeating: 1, count: 32).base64EncodedString()

    @Test(arguments: ["1:\(key)", "new:\(key),old:\(key)"])
    func readsTheFormOfConfiguration(text: String) {
        #expect(MasterKeys(text: text) != nil)
    }

    @Test(arguments: ["", "1", "1:", ":\(key)", "1:AAAA", "1:\(key),", "1:\(key),1:\(key)", "1:\(key)x", key])
    func refusesAnythingElse(text: String) {
        #expect(MasterKeys(text: text) == nil)
    }
}
