import Foundation
import Synchronization

/// A finished piece of work of a trace.
///
/// Names and attributes come from small fixed sets (operations, topics, types): never an id or a person's text.
package struct TraceSpan: Sendable, Equatable {
    /// The role of the work in a connection; raw values are OTLP's.
    package enum Kind: Int, Sendable {
        case `internal` = 1
        case server, client, producer, consumer
    }

    package var name: String
    package let kind: Kind
    /// The trace and this span.
    package let context: TraceContext
    /// The span that caused it; nil for the first one of a trace.
    package let parent: UInt64?
    /// Nanoseconds since the epoch.
    package let start: UInt64
    /// Nanoseconds since the epoch, not before `start`.
    package var end: UInt64
    package var attributes: [String: String] = [:]
    package var hasFailed = false
}

/// Collects finished spans until they are exported; exists only in processes that export spans.
///
/// The queue is bounded: while it is full, further spans are dropped and counted, so that no caller waits.
package final class Tracer: Sendable {
    /// Maximum number of spans in the queue, about 2 MB.
    package static let capacity = 4_096

    private let finished = Mutex<[TraceSpan]>([])
    private let capacity: Int
    private let share: Double
    private let sent: Counter
    private let dropped: Counter

    /// A tracer with an empty queue.
    ///
    /// - Parameters:
    ///   - registry: Counts sent and dropped spans.
    ///   - share: The share of new traces that are recorded, 0 to 1.
    ///   - capacity: Maximum number of spans in the queue.
    package init(_ registry: MetricsRegistry, share: Double = 1, capacity: Int = Tracer.capacity) {
        self.share = share
        self.capacity = capacity
        sent = registry.counter("foodmagic_trace_spans_sent_total", help: "Spans that the collector accepted.")
        dropped = registry.counter(
            "foodmagic_trace_spans_dropped_total", help: "Spans lost: the queue was full, or the collector refused.")
    }

    /// The start of a new trace, recorded if its random id falls into the share.
    package func root(correlationID: UUID? = nil) -> TraceContext {
        let root = TraceContext.root(correlationID: correlationID)
        return TraceContext(
            traceID: root.traceID, spanID: root.spanID, isSampled: isRecorded(root.traceID),
            correlationID: root.correlationID)
    }

    /// Decided by the last 7 bytes, which are random in every version of UUID that is made here.
    private func isRecorded(_ traceID: UUID) -> Bool {
        let number = withUnsafeBytes(of: traceID.uuid) { $0.suffix(7).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return Double(number) < share * Double(UInt64(1) << 56)
    }

    /// Begins a span.
    ///
    /// - Parameters:
    ///   - name: The kind of work.
    ///   - kind: Its role in a connection.
    ///   - context: The trace and the new span.
    ///   - parent: The span that caused it.
    /// - Returns: The span; nil if its trace is not recorded.
    package func begin(
        _ name: String, _ kind: TraceSpan.Kind, at context: TraceContext, under parent: UInt64? = nil
    ) -> OpenSpan? {
        context.isSampled ? OpenSpan(tracer: self, name: name, kind: kind, context: context, parent: parent) : nil
    }

    /// Begins a span below the one in a record's `traceparent`; nil without one, or if its trace is not recorded.
    package func begin(_ name: String, _ kind: TraceSpan.Kind, after traceparent: String?) -> OpenSpan? {
        guard let traceparent, let caller = TraceContext(traceparent: traceparent, correlationID: UUID())
        else { return nil }
        return begin(name, kind, at: caller.child(), under: caller.spanID)
    }

    /// Begins a span below the running task's, or a new trace without one.
    package func beginHere(_ name: String, _ kind: TraceSpan.Kind) -> OpenSpan? {
        guard let current = TraceContext.current else { return begin(name, kind, at: root()) }
        return begin(name, kind, at: current.child(), under: current.spanID)
    }

    /// Takes the oldest spans out of the queue, at most `limit`.
    package func take(atMost limit: Int) -> [TraceSpan] {
        finished.withLock { finished in
            let taken = Array(finished.prefix(limit))
            finished.removeFirst(taken.count)
            return taken
        }
    }

    /// Counts spans that the collector accepted.
    package func noteSent(_ count: Int) { sent.increment(by: UInt64(count)) }

    /// Counts spans that were taken from the queue and lost.
    package func noteDropped(_ count: Int) { dropped.increment(by: UInt64(count)) }

    fileprivate func record(_ span: TraceSpan) {
        let isKept = finished.withLock { finished in
            guard finished.count < capacity else { return false }
            finished.append(span)
            return true
        }
        if !isKept { dropped.increment() }
    }
}

/// A span whose work is not finished; dropping it records nothing.
package struct OpenSpan: Sendable {
    /// The trace and this span.
    package let context: TraceContext
    private let tracer: Tracer
    private let name: String
    private let kind: TraceSpan.Kind
    private let parent: UInt64?
    private let start = Date()
    private let begun = ContinuousClock.now

    fileprivate init(tracer: Tracer, name: String, kind: TraceSpan.Kind, context: TraceContext, parent: UInt64?) {
        self.context = context
        self.tracer = tracer
        self.name = name
        self.kind = kind
        self.parent = parent
    }

    /// Records the finished work; to be called once.
    ///
    /// - Parameters:
    ///   - newName: The name, if it became known during the work.
    ///   - attributes: Facts from small fixed sets.
    ///   - hasFailed: Whether the work failed.
    package func end(named newName: String? = nil, _ attributes: [String: String] = [:], hasFailed: Bool = false) {
        let nanoseconds = (ContinuousClock.now - begun) / .nanoseconds(1)
        let startTime = UInt64(start.timeIntervalSince1970 * 1e9)
        tracer.record(
            TraceSpan(
                name: newName ?? name, kind: kind, context: context, parent: parent, start: startTime,
                end: startTime + UInt64(max(0, nanoseconds)), attributes: attributes, hasFailed: hasFailed))
    }
}
