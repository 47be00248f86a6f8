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

    @Test("span: none for a trace that its caller does not record")
    func unsampled() {
        let tracer = Tracer(registry)
        #expect(tracer.begin("handle", .consumer, after: String(parent.dropLast()) + "0") == nil)
        #expect(tracer.begin("handle", .consumer, after: "malformed") == nil)
        #expect(tracer.begin("handle", .consumer, after: nil) == nil)
    }

    @Test("span: below the running task's, or the first of a trace")
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

    @Test("span: a full queue drops further ones and counts them")
    func bounded() {
        let tracer = Tracer(registry, capacity: 2)
        for _ in 0..<5 { tracer.beginHere("transaction", .client)?.end() }
        #expect(tracer.take(atMost: 10).count == 2)
        #expect(registry.exposition().contains("foodmagic_trace_spans_dropped_total 3\n"))
        tracer.beginHere("transaction", .client)?.end()
        #expect(tracer.take(atMost: 10).count == 1, "there is room again")
    }
}
