import Kafka
import Synchronization

/// The state of an assigned partition; a new one is created with each assignment.
final class PartitionState: Sendable {
    private let position: Mutex<PartitionPosition>
    /// Whether a batch of the partition is being processed.
    private let isBusy = Mutex(false)
    /// Keys with a recent dead letter after retries, and its time.
    private let failing = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Time after a dead letter during which events of its key are tried only once.
    private static let failingFor = Duration.seconds(60)
    /// Maximum number of such keys.
    private static let maxFailing = 1_000

    /// A stored position; with `readsBack`, fetching begins one record early.
    init(epoch: Int64, next: Int64, readsBack: Bool) {
        position = Mutex(PartitionPosition(epoch: epoch, next: next, readsBack: readsBack && next > 0))
    }

    /// The offset where fetching begins.
    var fetchOffset: Int64 { position.withLock { $0.readsBack ? $0.next - 1 : $0.next } }

    var current: PartitionPosition { position.withLock { $0 } }

    /// Interprets offsets and epochs of a batch before it is applied; updates the epoch, not the offset.
    func read(_ records: [(offset: Int64, epoch: Int64)], rules: any DeliveryRules) -> PartitionPosition.Reading {
        position.withLock { rules.read(records, at: &$0) }
    }

    /// The batch up to `offset` (exclusive) is committed.
    func advance(to offset: Int64) {
        position.withLock { $0.next = offset }
    }

    /// Requests the record before the position again; nil at the start, or while a batch is being processed.
    func readBack() -> Int64? {
        guard !isBusy.withLock({ $0 }) else { return nil }
        return position.withLock { position in
            guard position.next > 0 else { return nil }
            position.readsBack = true
            return position.next - 1
        }
    }

    /// Prepares for fetching from the start of a log that ends before the position, because it is not the log that was
    /// read; the position follows the first record.
    ///
    /// - Parameters:
    ///   - end: The end of the log, as the broker reported it.
    ///   - next: The position when the broker was asked.
    /// - Returns: Whether fetching must begin at 0; nil while a batch is being processed.
    func restart(ifLogEndsAt end: Int64, before next: Int64) -> Bool? {
        guard !isBusy.withLock({ $0 }) else { return nil }
        return position.withLock { position in
            guard position.next == next, end < next else { return false }
            position.readsBack = false
            return true
        }
    }

    /// Continues at a later offset, as the log contains no record before it.
    ///
    /// - Returns: Whether the position was still `next`; false while a batch is being processed.
    func skip(from next: Int64, to offset: Int64) -> Bool {
        guard !isBusy.withLock({ $0 }) else { return false }
        return position.withLock { position in
            guard position.next == next else { return false }
            position.next = offset
            position.readsBack = false
            return true
        }
    }

    /// Whether an event of the key became a dead letter recently.
    func isFailing(_ key: String) -> Bool {
        failing.withLock { $0[key].map { .now - $0 < Self.failingFor } ?? false }
    }

    /// Records that an event of the key became a dead letter after retries.
    func noteFailing(_ key: String) {
        failing.withLock { failing in
            if failing.count >= Self.maxFailing { failing = failing.filter { .now - $0.value < Self.failingFor } }
            if failing.count < Self.maxFailing { failing[key] = .now }
        }
    }

    func setBusy(_ value: Bool) {
        isBusy.withLock { $0 = value }
    }
}
