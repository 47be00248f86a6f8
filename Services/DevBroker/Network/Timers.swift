import Glibc

/// Something that is to happen at a time, unless it is cancelled before.
final class Timer {
    fileprivate let deadline: Int64
    fileprivate private(set) var action: (() -> Void)?
    private let timers: Timers

    fileprivate init(deadline: Int64, timers: Timers, action: @escaping () -> Void) {
        self.deadline = deadline
        self.timers = timers
        self.action = action
    }

    /// Whether it is still to happen.
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

/// The timers of the event loop: a heap with the next one on top.
final class Timers {
    /// Of a millisecond.
    private static let nanoseconds: Int64 = 1_000_000

    private var heap: [Timer] = []
    /// Cancelled timers that are still in the heap.
    private var cancelled = 0

    /// Nanoseconds since some moment in the past; never goes back.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Calls the action after so many milliseconds.
    ///
    /// - Parameters:
    ///   - milliseconds: How long from now.
    ///   - slack: By how many milliseconds it may come sooner, so that timers about as long end together.
    ///   - action: What to do then.
    /// - Returns: The timer, which may be cancelled.
    @discardableResult
    func after(milliseconds: Int, slack: Int = 0, _ action: @escaping () -> Void) -> Timer {
        var deadline = Self.now + Int64(milliseconds) * Self.nanoseconds
        if slack > 0 { deadline -= deadline % (Int64(slack) * Self.nanoseconds) }
        let timer = Timer(deadline: deadline, timers: self, action: action)
        heap.append(timer)
        siftUp(heap.count - 1)
        return timer
    }

    /// Whole milliseconds until the next timer, rounded up; -1 when there is none.
    var millisecondsUntilNext: Int32 {
        while let first = heap.first, !first.isPending { removeFirst() }
        guard let first = heap.first else { return -1 }
        return Int32(clamping: max(0, (first.deadline - Self.now + Self.nanoseconds - 1) / Self.nanoseconds))
    }

    /// Fires every timer whose time has come.
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
        // Most of the heap is dead: what a busy hour leaves behind does not stay.
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
