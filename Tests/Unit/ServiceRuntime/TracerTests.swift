import Foundation
import ServiceRuntime
import Testing

@Suite("Recording spans")
struct TracerTests {
    private let registry = MetricsRegistry()
    private let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test("span: continues the trace of a traceparent, below its span")
    func continues() throws {
        let tracer = Tracer(registry)
        let open = try #require(tracer.begin("handle", .consumer, after: parent))
        #expect(tracer.take(atMost: 10).isEmpty, "it is not finished")
        open.end(["messaging.destination.name": "allergen.scan.v1"], hasFailed: true)
        let spans = tracer.take(atMost: 10)
        let span = try #require(spans.first)
        #expect(spans.count == 1 && span.name == "handle" && span.kind == .consumer && span.hasFailed)
        #expect(span.context.traceIDText == "0af7651916cd43dd8448eb211c80319c")
        #expect(span.parent == 0xb7ad_6b71_6920_3331 && span.context.spanID != span.parent)
        #expect(span.end >= span.start && abs(Double(span.start) / 1e9 - Date().timeIntervalSince1970) < 60)
        #expect(span.attributes == ["messaging.destination.name": "allergen.scan.v1"])
        #expect(tracer.take(atMost: 10).isEmpty, "it is taken once")
    }

    @Test("span: not recorded if the caller does not record the trace")
    func unsampled() {
        let tracer = Tracer(registry)
        #expect(tracer.begin("handle", .consumer, after: String(parent.dropLast()) + "0") == nil)
        #expect(tracer.begin("handle", .consumer, after: "malformed") == nil)
        #expect(tracer.begin("handle", .consumer, after: nil) == nil)
    }

    @Test("span: is a child of the task's span, or the first of a trace")
    func here() throws {
        let tracer = Tracer(registry), current = TraceContext.root()
        let opened = TraceContext.$current.withValue(current) { tracer.beginHere("transaction", .client) }
        let below = try #require(opened)
        let alone = try #require(tracer.beginHere("transaction", .client))
        below.end()
        alone.end()
        let spans = tracer.take(atMost: 10)
        #expect(spans.map(\.parent) == [current.spanID, nil])
        #expect(spans.map(\.context.traceID) == [current.traceID, alone.context.traceID])
    }

    @Test("new traces: the configured share is recorded", arguments: [0, 0.25, 1])
    func share(share: Double) {
        let tracer = Tracer(registry, share: share)
        let recorded = (0..<4_000).count { _ in tracer.root().isSampled }
        // Six standard deviations of a quarter are 164.
        #expect(abs(recorded - Int(share * 4_000)) <= (share == 0.25 ? 164 : 0))
        #expect((tracer.beginHere("transaction", .client) == nil) == (share == 0) || share == 0.25)
    }

    @Test("full queue: further spans are dropped and counted")
    func bounded() {
        let tracer = Tracer(registry, capacity: 2)
        for _ in 0..<5 { tracer.beginHere("transaction", .client)?.end() }
        #expect(tracer.take(atMost: 10).count == 2)
        #expect(registry.exposition().contains("foodmagic_trace_spans_dropped_total 3\n"))
        tracer.beginHere("transaction", .client)?.end()
        #expect(tracer.take(atMost: 10).count == 1, "there is room again")
    }
}
