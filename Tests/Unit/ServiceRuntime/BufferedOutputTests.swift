import Foundation
import ServiceRuntime
import TestPeers
import Testing
import UnitSupport

@Suite("Buffered log output")
struct BufferedOutputTests {
    private final class Sink: Sendable {
        private let pipe = Pipe()
        let output: BufferedOutput

        init() {
            output = BufferedOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
            _ = fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK)
        }

        /// The bytes written since the last call.
        var text: String {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(pipe.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    @Test("buffered output: concurrent lines are flushed complete, in order")
    func order() async throws {
        let sink = Sink()
        await withDiscardingTaskGroup { group in
            for writer in 0..<8 {
                group.addTask {
                    for line in 0..<100 { sink.output.write(Array("\(writer) \(line)\n".utf8), isUrgent: false) }
                }
            }
        }
        var text = ""
        try await eventually("every line is there") {
            text += sink.text
            return text.count { $0 == "\n" } == 800
        }
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
        for writer in 0..<8 { #expect(lines.filter { $0[0] == writer }.map { $0[1] } == Array(0..<100)) }
    }

    @Test("buffered output: an urgent line is flushed at once, in order")
    func urgent() {
        let sink = Sink()
        sink.output.write(Array("first\n".utf8), isUrgent: false)
        sink.output.write(Array("warning\n".utf8), isUrgent: true)
        #expect(sink.text == "first\nwarning\n")
    }
}
