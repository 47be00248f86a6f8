import Kafka
import Synchronization

/// Where a consumer stands in one partition it holds; a new one is made with every assignment.
final class PartitionState: Sendable {
    struct Position: Equatable {
        /// Highest epoch seen.
        var epoch: Int64
        /// The next offset to take in.
        var next: Int64
        /// The next record that comes is the one before `next`, read only for its epoch.
        var looksBack: Bool
    }

    private let position: Mutex<Position>
    /// Whether a batch of it is being taken in.
    private let isBusy = Mutex(false)
    /// Keys of which an event was set aside after tries, and when.
    private let failing = Mutex<[String: ContinuousClock.Instant]>([:])

    /// How long a key whose event failed to the last is tried once only.
    private static let failingFor = Duration.seconds(60)
    /// Most of those keys.
    private static let mostFailing = 1_000

    /// A position as stored; with `looksBack`, fetching begins one record early.
    init(epoch: Int64, next: Int64, looksBack: Bool) {
        position = Mutex(Position(epoch: epoch, next: next, looksBack: looksBack && next > 0))
    }

    /// Where fetching begins.
    var fetchOffset: Int64 { position.withLock { $0.looksBack ? $0.next - 1 : $0.next } }

    var current: Position { position.withLock { $0 } }

    /// What a batch means for the position.
    enum Reading: Equatable {
        /// Another log: forget what came, fetch from this offset on.
        case restart(at: Int64)
        /// Take in the records from this index on; offsets in `missing` were skipped.
        case take(from: Int, missing: [Range<Int64>])
    }

    /// Reads offsets and epochs of a batch, before anything of it is applied; moves the epoch, not the offset.
    func read(_ records: [(offset: Int64, epoch: Int64)], rules: MessagingRules) -> Reading {
        position.withLock { position in
            guard let first = records.first else { return .take(from: 0, missing: []) }
            let newest = records.reduce(0) { max($0, $1.epoch) }
            var start = 0
            if position.looksBack {
                position.looksBack = false
                if first.offset == position.next - 1, first.epoch <= position.epoch { start = 1 }
            }
            if newest > position.epoch {
                position.epoch = newest
                // From the log's very start there is nothing to go back to.
                if rules.contains(.seek), first.offset > 0, position.next > 0 {
                    position.next = 0
                    return .restart(at: 0)
                }
                start = 0
            }
            // An offset below ours: the log was cut and fetching began anew at its start.
            if let next = records[start...].first, next.offset < position.next { position.next = next.offset }
            var missing: [Range<Int64>] = []
            var expected = position.next
            for record in records[start...] {
                if record.offset > expected { missing.append(expected..<record.offset) }
                expected = record.offset + 1
            }
            return .take(from: start, missing: rules.contains(.gap) ? missing : [])
        }
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
            if failing.count >= Self.mostFailing { failing = failing.filter { .now - $0.value < Self.failingFor } }
            if failing.count < Self.mostFailing { failing[key] = .now }
        }
    }

    func setBusy(_ value: Bool) {
        isBusy.withLock { $0 = value }
    }
}
