import Foundation
import ServiceRuntime
import Testing

@Suite struct MetricsRegistryTests {
    @Test func printsPrometheusText() {
        let registry = MetricsRegistry()
        registry.counter("b_total", help: "Second.", labels: ["topic": "t", "outcome": "ok"]).increment(by: 3)
        registry.gauge("a", help: "First\nline.").set(1.5)
        #expect(
            registry.exposition() == """
                # HELP a First\\nline.
                # TYPE a gauge
                a 1.5
                # HELP b_total Second.
                # TYPE b_total counter
                b_total{outcome="ok",topic="t"} 3

                """)
    }

    @Test func histogramBucketsAreCumulativeWithInclusiveBounds() {
        let registry = MetricsRegistry()
        let histogram = registry.histogram("h_seconds", help: "H.", labels: ["r": "x"], buckets: [0.1, 1])
        histogram.observe(0.1)
        histogram.observe(.milliseconds(500))
        histogram.observe(5)
        #expect(
            registry.exposition() == """
                # HELP h_seconds H.
                # TYPE h_seconds histogram
                h_seconds_bucket{r="x",le="0.1"} 1
                h_seconds_bucket{r="x",le="1"} 2
                h_seconds_bucket{r="x",le="+Inf"} 3
                h_seconds_sum{r="x"} 5.6
                h_seconds_count{r="x"} 3

                """)
    }

    @Test("OpenMetrics: counters, bounds and the newest exemplar of a bucket")
    func openMetrics() {
        let registry = MetricsRegistry()
        registry.counter("c_total", help: "A \"count\".").increment()
        let histogram = registry.histogram("h_seconds", help: "H.", buckets: [0.1, 5])
        histogram.observe(0.05)
        for value in [1, 2.5] {
            histogram.observe(value, traceID: UUID(uuidString: "0AF76519-16CD-43DD-8448-EB211C80319C")!)
        }
        let text = registry.exposition(as: .openMetrics)
        let exemplar = #/ # \{trace_id="0af7651916cd43dd8448eb211c80319c"\} 2\.5 \d{10}(\.\d{1,3})?\n/#
        #expect(
            text.replacing(exemplar, with: " EXEMPLAR\n") == """
                # HELP c A \\"count\\".
                # TYPE c counter
                c_total 1
                # HELP h_seconds H.
                # TYPE h_seconds histogram
                h_seconds_bucket{le="0.1"} 1
                h_seconds_bucket{le="5.0"} 3 EXEMPLAR
                h_seconds_bucket{le="+Inf"} 3
                h_seconds_sum 3.55
                h_seconds_count 3
                # EOF

                """)
        #expect(!registry.exposition().contains("trace_id") && !registry.exposition().contains("EOF"))
    }

    @Test func labelValuesAreEscaped() {
        let registry = MetricsRegistry()
        registry.gauge("g", help: "G.") { [.init(.infinity, labels: ["l": "a\"b\\c\nd"]), .init(.nan)] }
        #expect(registry.exposition().contains("g{l=\"a\\\"b\\\\c\\nd\"} +Inf\ng NaN\n"))
    }

    @Test func callbacksAreAskedEachTime() {
        let registry = MetricsRegistry()
        let counter = registry.counter("c_total", help: "C.")
        registry.gauge("lag", help: "L.") { [.init(Double(counter.value))] }
        counter.increment()
        #expect(registry.exposition().contains("lag 1\n"))
        counter.increment()
        #expect(registry.exposition().contains("lag 2\n"))
    }

    @Test func theSameNameAndLabelsAreOneSeries() async {
        let registry = MetricsRegistry()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        registry.counter("c_total", help: "C.", labels: ["a": "b"]).increment()
                        registry.histogram("h", help: "H.", buckets: [1]).observe(0.5)
                    }
                }
            }
        }
        #expect(registry.counter("c_total", help: "C.", labels: ["a": "b"]).value == 8_000)
        #expect(registry.exposition().contains("h_count 8000\n"))
    }

    @Test func theProcessReportsItself() {
        let registry = MetricsRegistry()
        ProcessMetrics.register(in: registry, startedAt: Date(timeIntervalSince1970: 10))
        let text = registry.exposition()
        for name in ["process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds"] {
            #expect(text.contains("\n\(name) "))
        }
        #expect(text.contains("process_start_time_seconds 10\n"))
    }
}
