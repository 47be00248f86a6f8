import Glibc

/// A one-shot timer.
final class Timer {
    fileprivate let deadline: Int64
    fileprivate private(set) var action: (() -> Void)?
    private let timers: Timers

    fileprivate init(deadline: Int64, timers: Timers, action: @escaping () -> Void) {
        self.deadline = deadline
        self.timers = timers
        self.action = action
    }

    /// Whether the timer was neither fired nor cancelled.
    var isPending: Bool { action != nil }

    func cancel() {
        guard action != nil else { return }
        action = nil
        timers.noteCancelled()
    }

    fileprivate func fire() {
        let due = action
        action = nil
        due?()
    }
}

/// The timers of the event loop: a heap with the earliest deadline on top.
final class Timers {
    /// Nanoseconds of a millisecond.
    private static let nanoseconds: Int64 = 1_000_000

    private var heap: [Timer] = []
    /// Cancelled timers that are still in the heap.
    private var cancelled = 0

    /// Monotonic time, in nanoseconds.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Starts a timer.
    ///
    /// - Parameters:
    ///   - milliseconds: Time from now.
    ///   - slack: Milliseconds by which it may fire early, so that timers of similar length share one wake-up.
    ///   - action: Called once.
    /// - Returns: The timer, which can be cancelled.
    @discardableResult
    func after(milliseconds: Int, slack: Int = 0, _ action: @escaping () -> Void) -> Timer {
        var deadline = Self.now + Int64(milliseconds) * Self.nanoseconds
        if slack > 0 { deadline -= deadline % (Int64(slack) * Self.nanoseconds) }
        let timer = Timer(deadline: deadline, timers: self, action: action)
        heap.append(timer)
        siftUp(heap.count - 1)
        return timer
    }

    /// Milliseconds until the next timer, rounded up; -1 without timers.
    var millisecondsUntilNext: Int32 {
        while let first = heap.first, !first.isPending { removeFirst() }
        guard let first = heap.first else { return -1 }
        return Int32(clamping: max(0, (first.deadline - Self.now + Self.nanoseconds - 1) / Self.nanoseconds))
    }

    /// Fires every expired timer.
    func fireDue() {
        guard !heap.isEmpty else { return }
        let now = Self.now
        while let first = heap.first, !first.isPending || first.deadline <= now {
            removeFirst()
            first.fire()
        }
    }

    fileprivate func noteCancelled() {
        cancelled += 1
        // Remove cancelled timers once they are the majority.
        guard cancelled > 64, cancelled > heap.count / 2 else { return }
        heap = heap.filter(\.isPending).sorted { $0.deadline < $1.deadline }
        cancelled = 0
    }

    private func removeFirst() {
        guard let last = heap.popLast() else { return }
        if let first = heap.first {
            if !first.isPending { cancelled = max(0, cancelled - 1) }
            heap[0] = last
            siftDown(0)
        } else if !last.isPending {
            cancelled = max(0, cancelled - 1)
        }
    }

    private func siftUp(_ start: Int) {
        var index = start
        while index > 0, heap[index].deadline < heap[(index - 1) / 2].deadline {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private func siftDown(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && heap[child].deadline < heap[smallest].deadline {
                smallest = child
            }
            guard smallest != index else { return }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }
}
