import Postgres

/// Writes that the handlers of a transaction gather, so that they take one statement instead of one per event.
struct GatheredWrites: Sendable {
    fileprivate static let local = TransactionLocal<GatheredWrites>()

    fileprivate var writes: [@Sendable (borrowing Transaction) throws -> Void] = []
}

extension Transaction {
    /// Registers a write to run once: before the next handler that does more than gather, and at the latest at the
    /// commit.
    ///
    /// - Throws: `NotAMessagingTransaction`.
    package func gather(_ write: @escaping @Sendable (borrowing Transaction) throws -> Void) throws {
        _ = try eventTime()
        withLocal(GatheredWrites.local) { gathered in
            var open = gathered ?? GatheredWrites()
            gathered = nil
            open.writes.append(write)
            gathered = open
        }
    }

    /// Executes the gathered writes.
    package func writeGathered() throws {
        let gathered = withLocal(GatheredWrites.local) { gathered in
            defer { gathered = nil }
            return gathered
        }
        for write in gathered?.writes ?? [] { try write(self) }
    }
}
