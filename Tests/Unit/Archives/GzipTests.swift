import Archives
import Foundation
import Testing

@Suite("Gzip") struct GzipTests {
    /// The result of `gzip -d`.
    private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        let process = Process(), input = Pipe(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let result = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return [UInt8](result)
    }

    @Test("gzip: another program decompresses the output", arguments: [1_024, 40_000, 1 << 20])
    func roundTrip(count: Int) throws {
        let text = Array(String(repeating: #"{"name":"lait – 牛奶","grams":12.5},"#, count: count / 30).utf8)
        let packed = try #require(Gzip.compress(text))
        #expect(packed.count < text.count / 4)
        #expect(try unpacked(packed) == text)
        #expect(Gzip.compress(text) == packed)
    }

    @Test("gzip: incompressible bytes give nil", arguments: [0, 1, 20, 1_024, 100_000])
    func noise(count: Int) {
        #expect(Gzip.compress((0..<count).map { _ in UInt8.random(in: 0...255) }) == nil)
    }
}
