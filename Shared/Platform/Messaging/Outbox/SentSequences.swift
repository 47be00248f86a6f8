/// Tracks the numbers that this relay has sent for each key, to know which rows may follow without reading the outbox.
struct SentSequences {
    private struct Stream: Hashable {
        let topic: String
        let key: String
    }

    /// The decision about rows in memory.
    enum Reading {
        /// Rows to send, in this order; rows that were sent before are left out.
        case send([OutboxRows.Due])
        /// An earlier row is missing, perhaps one of another process: the outbox must be read.
        case rescan
    }

    /// Maximum number of tracked streams; beyond it all are dropped and restored by reading the outbox.
    private static let maxStreams = 50_000

    private var sent: [Stream: Int64] = [:]

    /// The rows, ordered by id, that come next in their streams.
    func next(_ rows: [OutboxRows.Due]) -> Reading {
        var next: [OutboxRows.Due] = [], reached: [Stream: Int64] = [:]
        for row in rows {
            guard let sequence = row.sequence else { return .rescan }
            let stream = Stream(topic: row.topic, key: row.key)
            let last = reached[stream] ?? sent[stream] ?? (sequence == 1 ? 0 : nil)
            guard let last, sequence <= last + 1 else { return .rescan }
            guard sequence == last + 1 else { continue }
            reached[stream] = sequence
            next.append(row)
        }
        return .send(next)
    }

    /// Records rows found in the outbox, in order.
    ///
    /// Rows before the first one of a stream were sent; the rest count as not sent, even if this is a repetition.
    mutating func found(_ rows: [OutboxRows.Due]) {
        for row in rows.reversed() { note(row.sequence.map { $0 - 1 }, of: row) }
    }

    /// Records a delivered row.
    mutating func note(_ row: OutboxRows.Due) {
        note(row.sequence, of: row)
    }

    private mutating func note(_ sequence: Int64?, of row: OutboxRows.Due) {
        guard let sequence else { return }
        if sent.count >= Self.maxStreams { sent = [:] }
        sent[Stream(topic: row.topic, key: row.key)] = sequence
    }
}
