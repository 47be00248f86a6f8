import ServiceRuntime

/// Messaging's counters; the alerts in the runbook refer to these names.
package struct MessagingMetrics: Sendable {
    private let sentRecords: Counter
    private let failedSends: Counter
    private let prunedRows: Counter
    private let owned: Gauge
    private let appliedEvents: Counter
    private let ignoredEvents: Counter
    private let unknownEvents: Counter
    private let erasedEvents: Counter
    private let holes: Counter
    private let gaps: Counter
    private let lost: Counter
    private let deadLetters: Counter
    private let parked: Counter
    private let retries: Counter
    private let restarts: Counter
    private let handling: Histogram

    package init(_ registry: MetricsRegistry) {
        sentRecords = registry.counter("foodmagic_outbox_sent_total", help: "Records the broker has confirmed.")
        failedSends = registry.counter(
            "foodmagic_outbox_send_failures_total", help: "Records whose delivery failed; they are sent again.")
        prunedRows = registry.counter("foodmagic_outbox_pruned_keys_total", help: "Keys whose old rows were pruned.")
        owned = registry.gauge("foodmagic_outbox_owned_partitions", help: "Partitions this copy relays.")
        appliedEvents = registry.counter("foodmagic_inbox_applied_total", help: "Events applied.")
        ignoredEvents = registry.counter(
            "foodmagic_inbox_duplicates_total", help: "Events known as done before, ignored.")
        unknownEvents = registry.counter(
            "foodmagic_inbox_unknown_total",
            help: "Events of a type, or with a value, that this service does not know, skipped.")
        erasedEvents = registry.counter(
            "foodmagic_inbox_erased_total", help: "Events of erased accounts, skipped.")
        holes = registry.counter("foodmagic_inbox_holes_total", help: "Jumps in the numbering found.")
        gaps = registry.counter("foodmagic_inbox_gaps_total", help: "Skipped offsets found.")
        lost = registry.counter(
            "foodmagic_inbox_reported_losses_total", help: "Ranges that policy had pruned before they were read.")
        deadLetters = registry.counter("foodmagic_dead_letters_total", help: "Events set aside.")
        parked = registry.counter("foodmagic_parked_total", help: "Events that wait behind a dead letter.")
        retries = registry.counter("foodmagic_inbox_retries_total", help: "Batches tried again after a passing error.")
        restarts = registry.counter(
            "foodmagic_inbox_log_restarts_total", help: "Times a partition was read again from offset 0.")
        handling = registry.histogram(
            "foodmagic_inbox_batch_seconds", help: "Time to take in one batch, commit included.",
            buckets: Histogram.latencyBuckets)
    }

    func sent(_ count: Int) { sentRecords.increment(by: UInt64(count)) }
    func sendFailed() { failedSends.increment() }
    func pruned(_ count: Int) { prunedRows.increment(by: UInt64(count)) }
    func ownedPartitions(_ count: Int) { owned.set(Double(count)) }
    func retried() { retries.increment() }
    func restarted() { restarts.increment() }

    func took(_ duration: Duration, tally: InboxTally) {
        handling.observe(duration)
        appliedEvents.increment(by: UInt64(tally.applied))
        ignoredEvents.increment(by: UInt64(tally.ignored))
        unknownEvents.increment(by: UInt64(tally.unknown))
        erasedEvents.increment(by: UInt64(tally.erased))
        holes.increment(by: UInt64(tally.holes))
        gaps.increment(by: UInt64(tally.gaps))
        lost.increment(by: UInt64(tally.lost))
        deadLetters.increment(by: UInt64(tally.dead))
        parked.increment(by: UInt64(tally.parked))
    }
}

/// The counts of one batch; added to the metrics only after it is committed.
struct InboxTally: Sendable, Equatable {
    var applied = 0
    var ignored = 0
    var unknown = 0
    var erased = 0
    var holes = 0
    var gaps = 0
    var lost = 0
    var dead = 0
    var parked = 0

    mutating func add(_ other: InboxTally) {
        applied += other.applied
        ignored += other.ignored
        unknown += other.unknown
        erased += other.erased
        holes += other.holes
        gaps += other.gaps
        lost += other.lost
        dead += other.dead
        parked += other.parked
    }
}
