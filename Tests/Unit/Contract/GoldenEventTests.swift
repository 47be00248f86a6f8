import EventContracts
import Foundation
import Testing

/// A golden file is never edited after its version was released.
///
/// A new event type gets its file by a run with `GOLDEN_DIRECTORY` set to `Tests/Unit/Contract/Golden`.
@Suite("JSON of every event version is stable")
struct GoldenEventTests {
    @Test("event samples: every event type has one")
    func samplesAreComplete() {
        #expect(EventSamples.all.map(\.type) == EventRegistry.all.map(\.type))
    }

    @Test("event samples: encode to the golden bytes and back", arguments: EventSamples.all + EventSamples.additions)
    func golden(_ sample: EventSamples.Sample) throws {
        let encoded = try sample.encoded()
        if let folder = ProcessInfo.processInfo.environment["GOLDEN_DIRECTORY"] {
            let file = URL(fileURLWithPath: folder).appending(path: "\(sample.file).json")
            if !FileManager.default.fileExists(atPath: file.path) {
                try Data(encoded + [UInt8(ascii: "\n")]).write(to: file)
            }
        }
        let golden = try Self.bytes(of: sample.file)
        #expect(String(decoding: encoded, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
        #expect(try sample.isDecoded(golden))
    }

    @Test("events: a field of a later version is ignored", arguments: EventSamples.all)
    func unknownField(_ sample: EventSamples.Sample) throws {
        let golden = String(decoding: try Self.bytes(of: sample.file), as: UTF8.self)
        let later = #"{"addedLater":{"deep":[1,2]},"# + golden.dropFirst()
        #expect(try sample.isDecoded(Array(later.utf8)))
    }

    @Test("events: data of another type is rejected", arguments: EventSamples.all)
    func wrongShape(_ sample: EventSamples.Sample) {
        for text in ["", "null", "[]", "{}", #"{"accountID":5}"#, "\u{0}"] {
            #expect(throws: (any Error).self) { try sample.isDecoded(Array(text.utf8)) }
        }
    }

    static func bytes(of file: String) throws -> [UInt8] {
        let url = try #require(
            Bundle.module.url(forResource: file, withExtension: "json", subdirectory: "Golden"),
            "no golden file \(file)")
        let bytes = [UInt8](try Data(contentsOf: url))
        return bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes
    }
}
