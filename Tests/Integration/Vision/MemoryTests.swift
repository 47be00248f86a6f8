import Foundation
import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Reads a picture in many sizes in a separate process (`deploy/vision-memory` reads 500).
@Suite("Memory of the text recognizer", .slow, .timeLimit(.minutes(10)))
struct MemoryTests {
    private struct Result: Decodable {
        let pictures: Int
        let peakMegabytes: Int
        let restMegabytes: Int
        let isSameAfterRest: Bool
    }

    @Test("text recognizer: stays below 1 GB with any sizes, and 450 MB at rest")
    func many() throws {
        let process = Process(), output = Pipe()
        process.executableURL = Engines.decoderProgram.deletingLastPathComponent()
            .appending(component: "vision-evaluation")
        process.arguments =
            ["memory", Engines.root.appending(path: ".local").path, "8", "2"]
            + SampleLabel.every.map {
                Engines.root.appending(path: "Shared/Testing/SampleLabels/Labels/\($0.file)").path
            }
        process.standardOutput = output
        try process.run()
        let published = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let result = try JSONDecoder().decode(Result.self, from: published)
        #expect(result.pictures == 8)
        #expect(result.peakMegabytes < 1_024, "\(String(decoding: published, as: UTF8.self))")
        #expect(result.isSameAfterRest)
        #expect(result.restMegabytes < 450, "\(String(decoding: published, as: UTF8.self))")
    }
}
