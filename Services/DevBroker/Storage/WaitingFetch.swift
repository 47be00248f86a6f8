/// A fetch that found too little, and waits for records of its partitions.
///
/// Each append tells the fetches that wait for its partition and no others, so the work follows what changed, not how
/// many partitions are waited for.
final class WaitingFetch {
    /// Which part of its time a fetch may end sooner: the fetches of consumers at rest end together, in one turn.
    private static let slack = 10

    private let logs: [PartitionLog]
    /// Bytes that have to come before it is answered.
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

    /// A partition it waits for has so many bytes more.
    func noteAppended(_ count: Int) {
        guard missing > 0 else { return }
        missing -= count
        if missing <= 0 { fetches.noteReady(self) }
    }

    /// Answers with what there is.
    func end() {
        guard let answer else { return }
        self.answer = nil
        timer?.cancel()
        for log in logs { log.remove(self) }
        answer()
    }
}

/// The fetches that wait, and those that have what they waited for.
final class WaitingFetches {
    private var ready: [WaitingFetch] = []

    /// Whether there are fetches to answer.
    var hasReady: Bool { !ready.isEmpty }

    /// Lets a fetch wait until so many bytes have come or its time is over.
    ///
    /// - Parameters:
    ///   - missing: The bytes.
    ///   - logs: Where they may come.
    ///   - milliseconds: Its time.
    ///   - timers: Those of the event loop.
    ///   - answer: Called once, at the end.
    /// - Returns: The fetch, which may be ended before.
    func wait(
        for missing: Int, in logs: [PartitionLog], milliseconds: Int, _ timers: Timers, answer: @escaping () -> Void
    ) -> WaitingFetch {
        let fetch = WaitingFetch(logs, missing: missing, fetches: self, answer: answer)
        fetch.begin(timers, milliseconds: milliseconds)
        return fetch
    }

    /// Answers the fetches that have enough; called when what has come at one time has been stored.
    func answerReady() {
        let due = ready
        ready.removeAll(keepingCapacity: true)
        for fetch in due { fetch.end() }
    }

    fileprivate func noteReady(_ fetch: WaitingFetch) {
        ready.append(fetch)
    }
}
