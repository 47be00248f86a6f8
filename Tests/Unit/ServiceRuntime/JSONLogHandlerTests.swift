import Foundation
import Logging
import ServiceRuntime
import Synchronization
import TestPeers
import Testing

@Suite struct JSONLogHandlerTests {
    private struct Output {
        let logger: Logger
        private let lines: LineStore

        init(level: Logger.Level = .trace) {
            let lines = LineStore()
            self.lines = lines
            logger = Logger(label: "test") { label in
                JSONLogHandler(
                    service: "allergen", label: label, level: level,
                    clock: FixedClock(Date(timeIntervalSince1970: 1.25)),
                    sink: LogSink { line, _ in lines.append(line) })
            }
        }

        var texts: [String] { lines.all.map { String(decoding: $0, as: UTF8.self) } }

        func only() throws -> [String: Any] {
            let line = try #require(lines.all.only)
            #expect(line.last == UInt8(ascii: "\n"))
            return try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        }
    }

    private final class LineStore: Sendable {
        private let lines = Mutex<[[UInt8]]>([])
        var all: [[UInt8]] { lines.withLock { $0 } }
        func append(_ line: [UInt8]) { lines.withLock { $0.append(line) } }
    }

    private struct Leaky: Error {
        let email = "person@example.org"
    }

    private struct Careful: Error, CustomStringConvertible {
        let email = "person@example.org"
        var description: String { "careful error" }
    }

    private enum Plain: Error { case withValue(String) }

    @Test func oneLineHoldsTheFields() throws {
        let output = Output()
        output.logger.info("hello", metadata: ["kafka": ["topic": "t", "partition": "3"], "tags": ["a", "b"]])
        let line = try output.only()
        #expect(line["time"] as? String == "1970-01-01T00:00:01.250Z")
        #expect(line["level"] as? String == "info")
        #expect(line["service"] as? String == "allergen")
        #expect(line["logger"] as? String == "test")
        #expect(line["message"] as? String == "hello")
        #expect(line["trace_id"] == nil)
        let metadata = try #require(line["metadata"] as? [String: Any])
        #expect(metadata["kafka.topic"] as? String == "t")
        #expect(metadata["kafka.partition"] as? String == "3")
        #expect(metadata["tags"] as? [String] == ["a", "b"])
    }

    @Test func idsComeFromTheRunningTask() throws {
        let output = Output()
        let trace = TraceContext.root()
        TraceContext.$current.withValue(trace) { output.logger.info("x") }
        let line = try output.only()
        #expect(line["trace_id"] as? String == trace.traceIDText)
        #expect(line["correlation_id"] as? String == trace.correlationIDText)
    }

    @Test func ownMetadataWinsOverTheLoggers() throws {
        let output = Output()
        var logger = output.logger
        logger[metadataKey: "a"] = "logger"
        logger[metadataKey: "b"] = "logger"
        logger.info("x", metadata: ["a": "line"])
        let metadata = try #require(try output.only()["metadata"] as? [String: String])
        #expect(metadata == ["a": "line", "b": "logger"])
    }

    @Test(arguments: ["quote \" backslash \\", "line\nbreak\ttab\r", "\u{0}\u{1f}\u{7f}", "日本 é 👩‍👩‍👧", "</script>"])
    func anyTextSurvives(text: String) throws {
        let output = Output()
        output.logger.info("\(text)", metadata: ["k\(text)": "\(text)"])
        #expect(output.texts.first?.dropLast().contains("\n") == false)
        let line = try output.only()
        #expect(line["message"] as? String == text)
        #expect((line["metadata"] as? [String: String])?["k\(text)"] == text)
    }

    @Test func linesBelowTheLevelAreDropped() {
        let output = Output(level: .warning)
        output.logger.notice("quiet")
        #expect(output.texts.isEmpty)
    }

    @Test("GW-49: a logged error shows its printable form, never stored values")
    func errorsShowNoValues() throws {
        let output = Output()
        output.logger.error("a", metadata: ["error": .error(Leaky())])
        output.logger.error("b", metadata: ["error": .error(Plain.withValue("person@example.org"))])
        output.logger.error("c", metadata: ["error": .error(Careful())])
        output.logger.error("d", error: Leaky())
        let all = output.texts.joined()
        #expect(!all.contains("person@example.org"))
        #expect(all.contains("careful error"))
        #expect(all.contains("Leaky"))
    }
}

extension Array {
    /// The element of an array that has exactly one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
