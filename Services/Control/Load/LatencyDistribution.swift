/// Computes percentiles of durations.
struct LatencyDistribution: Sendable, Equatable {
    private var durations: [Duration] = []
    private var isSorted = true

    var count: Int { durations.count }

    mutating func add(_ duration: Duration) {
        durations.append(duration)
        isSorted = false
    }

    /// The smallest duration that at least `share` (above 0, up to 1) of all durations do not exceed (nearest rank);
    /// nil without durations.
    mutating func percentile(_ share: Double) -> Duration? {
        guard !durations.isEmpty else { return nil }
        sort()
        let rank = Int((share * Double(durations.count)).rounded(.up))
        return durations[min(max(rank, 1), durations.count) - 1]
    }

    /// The percentiles that reports show.
    mutating func summary() -> LatencySummary? {
        guard let p50 = percentile(0.5), let p80 = percentile(0.8), let p99 = percentile(0.99), let max = percentile(1)
        else { return nil }
        return LatencySummary(p50: p50, p80: p80, p99: p99, max: max)
    }

    private mutating func sort() {
        guard !isSorted else { return }
        durations.sort()
        isSorted = true
    }
}

/// Percentiles of one kind of duration; milliseconds in JSON.
struct LatencySummary: Sendable, Equatable, Encodable {
    let p50: Duration
    let p80: Duration
    let p99: Duration
    let max: Duration

    private enum Key: String, CodingKey { case p50, p80, p99, max }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, duration) in [(Key.p50, p50), (.p80, p80), (.p99, p99), (.max, max)] {
            try container.encode(duration / .milliseconds(1), forKey: key)
        }
    }
}
