import Kafka
import Synchronization

/// Where a consumer stands in one partition it holds; a new one is made with every assignment.
final class PartitionState: Sendable {
    private let position: Mutex<PartitionPosition>
    /// Whether a batch of it is being taken in.
    private let isBusy = Mutex(false)
    /// Keys of which an event was set aside after tries, and when.
    private let failing = Mutex<[String: ContinuousClock.Instant]>([:])

    /// How long a key whose event failed to the last is tried once only.
    private static let failingFor = Duration.seconds(60)
    /// Most of those keys.
    private static let maxFailing = 1_000

    /// A position as stored; with `looksBack`, fetching begins one record early.
    init(epoch: Int64, next: Int64, looksBack: Bool) {
        position = Mutex(PartitionPosition(epoch: epoch, next: next, looksBack: looksBack && next > 0))
    }

    /// Where fetching begins.
    var fetchOffset: Int64 { position.withLock { $0.looksBack ? $0.next - 1 : $0.next } }

    var current: PartitionPosition { position.withLock { $0 } }

    /// Reads offsets and epochs of a batch, before anything of it is applied; moves the epoch, not the offset.
    func read(_ records: [(offset: Int64, epoch: Int64)], rules: any DeliveryRules) -> PartitionPosition.Reading {
        position.withLock { rules.read(records, at: &$0) }
    }

    /// The batch up to `offset` (exclusive) is committed.
    func advance(to offset: Int64) {
        position.withLock { $0.next = offset }
    }

    /// Looks at the record before the position once more; nil when there is none, or a batch is being taken in.
    func lookBack() -> Int64? {
        guard !isBusy.withLock({ $0 }) else { return nil }
        return position.withLock { position in
            guard position.next > 0 else { return nil }
            position.looksBack = true
            return position.next - 1
        }
    }

    /// Whether an event of the key was set aside just now.
    func isFailing(_ key: String) -> Bool {
        failing.withLock { $0[key].map { .now - $0 < Self.failingFor } ?? false }
    }

    /// An event of the key was set aside after tries.
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
