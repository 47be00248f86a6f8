import Foundation
import ServiceRuntime

/// Sends finished spans to a collector of OpenTelemetry, as JSON over HTTP (OTLP 1.x, `POST /v1/traces`).
package struct TraceCollector: Sendable {
    /// Maximum number of spans in one request.
    static let batch = 512
    /// Timeout of one request.
    static let timeout = Duration.seconds(5)

    private let endpoint: String
    private let service: String
    private let tracer: Tracer
    private let client: OutboundClient

    /// The collector refused spans, with this status.
    package struct Refusal: Error, Sendable, CustomStringConvertible {
        let status: Int

        package var description: String { "the collector of traces answered with \(status)" }
    }

    /// Creates a collector.
    ///
    /// - Parameters:
    ///   - endpoint: The collector's address without `/v1/traces` and without a trailing slash.
    ///   - service: The name of the service that recorded the spans.
    ///   - tracer: Provides finished spans.
    package init(endpoint: String, service: String, tracer: Tracer) {
        self.endpoint = endpoint
        self.service = service
        self.tracer = tracer
        client = OutboundClient(label: "traces", lanes: 1, waiting: 1)
    }

    /// Sends finished spans; spans of a failed request are dropped and counted.
    ///
    /// - Throws: `OutboundError` or `Refusal`.
    package func export() async throws {
        while true {
            let spans = tracer.take(atMost: Self.batch)
            if spans.isEmpty { return }
            do {
                try await send(spans)
                tracer.noteSent(spans.count)
            } catch {
                tracer.noteDropped(spans.count)
                throw error
            }
        }
    }

    private func send(_ spans: [TraceSpan]) async throws {
        var request = OutboundRequest(.post, "\(endpoint)/v1/traces")
        request.headers = [("Content-Type", "application/json")]
        request.body = Array(try JSONEncoder().encode(TracesMessage(spans, of: service)))
        request.timeout = Self.timeout
        let answer = try await client.send(request)
        guard (200..<300).contains(answer.status) else { throw Refusal(status: answer.status) }
    }
}

/// OTLP's `ExportTraceServiceRequest` in its JSON form: ids in hexadecimal, 64-bit numbers as text.
private struct TracesMessage: Encodable {
    struct Attribute: Encodable {
        struct Value: Encodable {
            let stringValue: String
        }

        let key: String
        let value: Value

        init(_ key: String, _ value: String) {
            self.key = key
            self.value = Value(stringValue: value)
        }
    }

    struct Resource: Encodable {
        let attributes: [Attribute]
    }

    struct Scope: Encodable {
        let name: String
    }

    struct Status: Encodable {
        let code: Int
    }

    struct Span: Encodable {
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

    struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [Span]
    }

    struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }

    /// OTLP's status code for an error.
    private static let error = 2

    let resourceSpans: [ResourceSpans]

    init(_ spans: [TraceSpan], of service: String) {
        let encoded = spans.map { span in
            Span(
                traceId: span.context.traceIDText, spanId: span.context.spanIDText,
                parentSpanId: span.parent.map(TraceContext.text(ofSpan:)), name: span.name, kind: span.kind.rawValue,
                startTimeUnixNano: String(span.start), endTimeUnixNano: String(span.end),
                attributes: span.attributes.sorted { $0.key < $1.key }.map { Attribute($0.key, $0.value) },
                status: span.hasFailed ? Status(code: Self.error) : nil)
        }
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: [Attribute("service.name", service)]),
                scopeSpans: [ScopeSpans(scope: Scope(name: "foodmagic"), spans: encoded)])
        ]
    }
}
