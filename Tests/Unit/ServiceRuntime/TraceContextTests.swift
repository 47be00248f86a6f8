import Foundation
import ServiceRuntime
import Testing

@Suite struct TraceContextTests {
    private let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test func readsAndWritesTheHeader() throws {
        let id = UUID()
        let context = try #require(TraceContext(traceparent: text, correlationID: id))
        #expect(context.traceparent == text)
        #expect(context.traceIDText == "0af7651916cd43dd8448eb211c80319c")
        #expect(context.spanIDText == "b7ad6b7169203331")
        #expect(context.isSampled)
        #expect(context.correlationID == id)
    }

    @Test(arguments: [
        "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0é",
    ])
    func malformedHeadersAreRefused(header: String) {
        #expect(TraceContext(traceparent: header, correlationID: UUID()) == nil)
    }

    @Test func aLaterVersionIsReadByItsFirstFields() throws {
        let later = "01" + text.dropFirst(2) + "-more"
        #expect(TraceContext(traceparent: later, correlationID: UUID())?.traceparent == text)
    }

    @Test func aChildKeepsTraceAndCorrelation() {
        let root = TraceContext.root()
        let child = root.child()
        #expect(child.traceID == root.traceID && child.correlationID == root.correlationID)
        #expect(child.spanID != root.spanID)
    }

    @Test func anyContextSurvivesTheHeader() {
        for _ in 0..<1_000 {
            let context = TraceContext.root()
            #expect(TraceContext(traceparent: context.traceparent, correlationID: context.correlationID) == context)
        }
    }

    @Test func randomBytesNeverCrashTheParser() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let header = String(decoding: bytes, as: UTF8.self)
            if let context = TraceContext(traceparent: header, correlationID: UUID()) {
                #expect(context.traceparent.utf8.count == 55)
            }
        }
    }
}
