/// A fetch that found fewer bytes than its minimum, and waits for records of its partitions.
///
/// An append notifies only the fetches of its partition, so its cost does not depend on the number of partitions.
final class WaitingFetch {
    /// A fetch may end early by this fraction of its wait (1/n), so that idle consumers share one wake-up.
    private static let slack = 10

    private let logs: [PartitionLog]
    /// Number of bytes that are still missing to the minimum.
    private var missing: Int
    private unowned let fetches: WaitingFetches
    private var answer: (() -> Void)?
    private var timer: Timer?

    fileprivate init(_ logs: [PartitionLog], missing: Int, fetches: WaitingFetches, answer: @escaping () -> Void) {
        self.logs = logs
        self.missing = missing
        self.fetches = fetches
        self.answer = answer
    }

    fileprivate func begin(_ timers: Timers, milliseconds: Int) {
        for log in logs { log.add(self) }
        timer = timers.after(milliseconds: milliseconds, slack: milliseconds / Self.slack) { [weak self] in self?.end()
        }
    }

    /// Counts bytes that were appended to one of the partitions of the fetch.
    func noteAppended(_ count: Int) {
        guard missing > 0 else { return }
        missing -= count
        if missing <= 0 { fetches.noteReady(self) }
    }

    /// Answers with the available records; does nothing the second time.
    func end() {
        guard let answer else { return }
        self.answer = nil
        timer?.cancel()
        for log in logs { log.remove(self) }
        answer()
    }
}

/// The waiting fetches, and those that are ready to be answered.
final class WaitingFetches {
    private var ready: [WaitingFetch] = []

    /// Whether a fetch is ready to be answered.
    var hasReady: Bool { !ready.isEmpty }

    /// Adds a fetch that waits for more bytes or its timeout.
    ///
    /// - Parameters:
    ///   - missing: Bytes to wait for.
    ///   - logs: The partitions.
    ///   - milliseconds: The timeout.
    ///   - timers: The timers of the event loop.
    ///   - answer: Called once, at the end.
    /// - Returns: The fetch, which can be ended early.
    func wait(
        for missing: Int, in logs: [PartitionLog], milliseconds: Int, _ timers: Timers, answer: @escaping () -> Void
    ) -> WaitingFetch {
        let fetch = WaitingFetch(logs, missing: missing, fetches: self, answer: answer)
        fetch.begin(timers, milliseconds: milliseconds)
        return fetch
    }

    /// Answers the ready fetches.
    ///
    /// Called after all pending input was handled, so that one answer has all its records.
    func answerReady() {
        let due = ready
        ready.removeAll(keepingCapacity: true)
        for fetch in due { fetch.end() }
    }

    fileprivate func noteReady(_ fetch: WaitingFetch) {
        ready.append(fetch)
    }
}
