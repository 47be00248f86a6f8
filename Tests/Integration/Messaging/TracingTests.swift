import EventContracts
import Foundation
import Messaging
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Spans of a command", .timeLimit(.minutes(10)))
struct TracingTests {
    @Test("spans: publishing and handling a command continue its trace")
    func continues() async throws {
        let tracer = Tracer(MetricsRegistry()), account = AccountID.random()
        let recorded = TraceContext.root(), other = TraceContext.root()
        let unrecorded = TraceContext(
            traceID: other.traceID, spanID: other.spanID, isSampled: false, correlationID: other.correlationID)
        let seen = Mutex<[String?]>([])
        let behavior: ServicePair.Behavior = { event in
            seen.withLock { $0.append(event.attributes.traceparent) }
        }
        try await ServicePair.with(behavior: behavior, change: { $0.tracer = tracer }) { pair in
            for trace in [recorded, unrecorded] {
                let cause = EventCause.request(correlationID: trace.correlationID, traceparent: trace.traceparent)
                try await pair.owner.database.write(cause) { transaction in
                    try transaction.append(
                        ChangeNotice(accountID: account, noticeID: .random(), read: true), key: account,
                        subject: account)
                }
            }
            try await pair.running {
                try await eventually("both effects") { try await pair.effects() == 2 }
            }
        }
        let spans = tracer.take(atMost: Tracer.capacity)
        let published = try #require(spans.first { $0.name == "publish \(ChangeNotice.topic.name)" })
        #expect(published.kind == .producer && published.parent == recorded.spanID && !published.hasFailed)
        let handled = spans.filter { $0.name == "handle \(ChangeNotice.type.name)" }
        let last = try #require(handled.last)
        #expect(last.kind == .consumer && last.parent == recorded.spanID && !last.hasFailed)
        let traces = Set((handled + [published]).map(\.context.traceID))
        #expect(traces == [recorded.traceID], "the other is not recorded")
        let contexts = seen.withLock { $0 }
        #expect(contexts.contains(last.context.traceparent), "what the handler publishes continues its span")
        #expect(contexts.contains(unrecorded.traceparent))
        #expect(spans.contains { $0.name == "transaction" && $0.attributes["db.namespace"] == "notification" })
    }
}
