/// How far the numbers of keys have been sent by this relay: tells which rows may follow without a look into the outbox.
struct SentSequences {
    private struct Stream: Hashable {
        let topic: String
        let key: String
    }

    /// What becomes of rows that were handed over.
    enum Reading {
        /// To be sent, in this order; what was sent before is left out.
        case send([OutboxRows.Due])
        /// Something is missing before one of them, perhaps of another process: only the outbox can tell.
        case look
    }

    /// Streams that are remembered; when there are more, all are forgotten and found again by looking.
    private static let most = 50_000

    private var sent: [Stream: Int64] = [:]

    /// Which of the rows, ordered by their ids, come next in their streams.
    func next(_ rows: [OutboxRows.Due]) -> Reading {
        var next: [OutboxRows.Due] = [], reached: [Stream: Int64] = [:]
        for row in rows {
            guard let sequence = row.sequence else { return .look }
            let stream = Stream(topic: row.topic, key: row.key)
            let last = reached[stream] ?? sent[stream] ?? (sequence == 1 ? 0 : nil)
            guard let last, sequence <= last + 1 else { return .look }
            guard sequence == last + 1 else { continue }
            reached[stream] = sequence
            next.append(row)
        }
        return .send(next)
    }

    /// The outbox has shown rows to send, in order: what comes before the first of a stream was sent, what follows it was not, as
    /// when they are to be sent once more.
    mutating func found(_ rows: [OutboxRows.Due]) {
        for row in rows.reversed() { note(row.sequence.map { $0 - 1 }, of: row) }
    }

    /// A row was delivered.
    mutating func note(_ row: OutboxRows.Due) {
        note(row.sequence, of: row)
    }

    private mutating func note(_ sequence: Int64?, of row: OutboxRows.Due) {
        guard let sequence else { return }
        if sent.count >= Self.most { sent = [:] }
        sent[Stream(topic: row.topic, key: row.key)] = sequence
    }
}
