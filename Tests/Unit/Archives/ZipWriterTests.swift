import Archives
import Foundation
import TestPeers
import Testing
import UnitSupport

@Suite("ZIP archives") struct ZipWriterTests {
    private func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: [UInt8]) {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, [UInt8](output))
    }

    @Test("GW-22: a streamed archive is readable by another program", .slow)
    func comesOut() async throws {
        // Longer than the compression window, so that the repetition is not compressed.
        let piece = (0..<65_537).map { _ in UInt8.random(in: 0...255) }
        let text = "naïve – 食物\n", noise = [UInt8](repeatElement(piece, count: 46).joined())
        let zip = try ZipWriter()
        var bytes: [UInt8] = []
        try zip.begin("LISEZMOI – 说明.txt", changedAt: Date(timeIntervalSince1970: 1_700_000_000))
        for character in text { try zip.append(Array(String(character).utf8)) }
        try zip.begin("photos/one.jpeg", changedAt: Date())
        for start in stride(from: 0, to: noise.count, by: 70_000) {
            try zip.append(noise[start..<min(start + 70_000, noise.count)])
            bytes += zip.take()
        }
        try zip.begin("empty.json", changedAt: Date())
        try zip.finish()
        bytes += zip.take()
        let all = bytes
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "all.zip")
            try Data(all).write(to: file)
            let script = """
                import sys, zipfile, hashlib
                z = zipfile.ZipFile(sys.argv[1])
                assert z.testzip() is None
                for i in z.infolist():
                    print(i.filename, i.file_size, hashlib.sha256(z.read(i)).hexdigest())
                """
            let read = try run("/usr/bin/env", ["python3", "-c", script, file.path()])
            #expect(read.status == 0)
            let lines = String(decoding: read.output, as: UTF8.self).split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines.first?.hasPrefix("LISEZMOI – 说明.txt \(text.utf8.count) ") == true, "\(lines)")
            try Data(noise).write(to: directory.appending(path: "noise"))
            let sum = try run("/usr/bin/env", ["sha256sum", directory.appending(path: "noise").path()])
            #expect(lines[1].hasSuffix(" " + String(decoding: sum.output.prefix(64), as: UTF8.self)))
        }
    }

    @Test("GW-22: memory use is bounded by the data added since the last flush")
    func bounded() throws {
        let zip = try ZipWriter(), piece = (0..<65_536).map { _ in UInt8.random(in: 0...255) }
        try zip.begin("noise", changedAt: Date())
        var peak = 0, sum = 0
        for _ in 0..<100 {
            try zip.append(piece)
            peak = max(peak, zip.ready)
            sum += zip.take().count
        }
        #expect(sum > 100 * 65_536 - 1_000_000)
        #expect(peak < 2 * 65_536 + 65_536, "\(peak)")
    }

    @Test("ZIP archive: a discarded writer leaves nothing behind")
    func letGo() throws {
        for _ in 0..<100 {
            let zip = try ZipWriter()
            try zip.begin("half", changedAt: Date())
            try zip.append([1, 2, 3])
        }
    }
}
