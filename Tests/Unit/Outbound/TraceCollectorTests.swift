import Foundation
import Outbound
import ServiceRuntime
import TestPeers
import Testing
import UnitSupport

@Suite("Exporting spans", .timeLimit(.minutes(10)))
struct TraceCollectorTests {
    private struct Message: Decodable {
        struct Attribute: Decodable, Equatable {
            struct Value: Decodable, Equatable {
                let stringValue: String
            }

            let key: String
            let value: Value
        }

        struct Resource: Decodable {
            let attributes: [Attribute]
        }

        struct Status: Decodable {
            let code: Int
        }

        struct Span: Decodable {
            let traceId: String
            let spanId: String
            let parentSpanId: String?
            let name: String
            let kind: Int
            let startTimeUnixNano: String
            let endTimeUnixNano: String
            let attributes: [Attribute]
            let status: Status?
        }

        struct ScopeSpans: Decodable {
            let spans: [Span]
        }

        struct ResourceSpans: Decodable {
            let resource: Resource
            let scopeSpans: [ScopeSpans]
        }

        let resourceSpans: [ResourceSpans]
    }

    private let registry = MetricsRegistry()

    @Test("spans: arrive as OTLP JSON, in batches, each once")
    func arrives() async throws {
        try await HTTPPeer.with { peer in
            peer.answer(200)
            let tracer = Tracer(registry)
            let collector = TraceCollector(
                endpoint: "http://127.0.0.1:\(peer.port)", service: "allergen", tracer: tracer)
            try await collector.export()
            #expect(peer.calls.isEmpty, "nothing is sent without spans")
            let first = try #require(
                tracer.begin(
                    "handle", .consumer, after: "00-0af7651916cd43dd8448eb211c80319c-00ad6b7169203331-01"))
            first.end(["messaging.destination.name": "allergen.scan.v1"], hasFailed: true)
            for _ in 0..<600 { tracer.beginHere("transaction", .client)?.end() }
            try await collector.export()
            let calls = peer.calls
            #expect(calls.map(\.path) == ["/v1/traces", "/v1/traces"])
            #expect(calls.allSatisfy { $0["Content-Type"] == "application/json" })
            let messages = try calls.map { try JSONDecoder().decode(Message.self, from: Data($0.body)) }
            let spans = messages.flatMap { $0.resourceSpans.flatMap { $0.scopeSpans.flatMap(\.spans) } }
            #expect(spans.count == 601 && Set(spans.map(\.spanId)).count == 601)
            #expect(messages.first?.resourceSpans.first?.resource.attributes.first?.key == "service.name")
            #expect(messages.first?.resourceSpans.first?.resource.attributes.first?.value.stringValue == "allergen")
            let span = try #require(spans.first)
            #expect(span.traceId == "0af7651916cd43dd8448eb211c80319c" && span.parentSpanId == "00ad6b7169203331")
            #expect(span.spanId.count == 16 && span.name == "handle" && span.kind == 5 && span.status?.code == 2)
            let times = (UInt64(span.startTimeUnixNano) ?? 0, UInt64(span.endTimeUnixNano) ?? 0)
            #expect(times.0 > 0 && times.1 >= times.0)
            #expect(span.attributes.map(\.value.stringValue) == ["allergen.scan.v1"])
            #expect(spans.last?.parentSpanId == nil && spans.last?.status == nil)
            #expect(registry.exposition().contains("foodmagic_trace_spans_sent_total 601\n"))
        }
    }

    @Test("spans: an unavailable collector loses spans, nothing else")
    func refused() async throws {
        try await HTTPPeer.with { peer in
            peer.answer(503)
            let tracer = Tracer(registry)
            let collector = TraceCollector(
                endpoint: "http://127.0.0.1:\(peer.port)", service: "allergen", tracer: tracer)
            tracer.beginHere("transaction", .client)?.end()
            await #expect(throws: TraceCollector.Refusal.self) { try await collector.export() }
            peer.answer(200)
            tracer.beginHere("transaction", .client)?.end()
            try await collector.export()
            #expect(peer.calls.count == 2)
            try await ClosedPort.with { port in
                let gone = TraceCollector(endpoint: "http://127.0.0.1:\(port)", service: "allergen", tracer: tracer)
                tracer.beginHere("transaction", .client)?.end()
                await #expect(throws: OutboundError.unreachable) { try await gone.export() }
            }
            let metrics = registry.exposition()
            #expect(metrics.contains("foodmagic_trace_spans_dropped_total 2\n"))
            #expect(metrics.contains("foodmagic_trace_spans_sent_total 1\n"))
        }
    }
}
