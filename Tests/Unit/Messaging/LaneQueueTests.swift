import Testing

@testable import Messaging

@Suite("Batching into transactions")
struct LaneQueueTests {
    /// Wraps the queue in a class, since `#expect` cannot evaluate a mutating call on a value.
    private final class Queue {
        private var queue: LaneQueue<String>

        init(_ gathering: Gathering = .prompt) {
            queue = LaneQueue(gathering: gathering)
        }

        var workers: Int { queue.workers }

        private let start = ContinuousClock.now

        /// Puts a batch some milliseconds after the start.
        func put(_ name: String, number: Int32, records: Int, at time: Int = 0) -> Bool {
            queue.put(name, number: number, records: records, at: start + .milliseconds(time))
        }

        /// The pause before a transaction some milliseconds after the start.
        func pause(at time: Int) -> Duration { queue.pause(at: start + .milliseconds(time)) }

        func release(_ numbers: [Int32]) { queue.release(numbers) }

        func next(after done: [Int32]) -> [String] {
            queue.release(done)
            return queue.next()
        }
    }

    @Test("batching: combines up to 100 records; larger batches run alone")
    func gathers() {
        let queue = Queue()
        #expect(queue.put("first", number: 0, records: 1))
        #expect(queue.next(after: []) == ["first"])
        #expect(!queue.put("a", number: 1, records: 40))
        #expect(!queue.put("b", number: 2, records: 50))
        #expect(queue.next(after: [0]) == ["a", "b"])
        #expect(!queue.put("c", number: 3, records: 20))
        #expect(queue.put("d", number: 4, records: 500))
        #expect(queue.next(after: []) == ["c"])
        #expect(queue.next(after: [1, 2]) == ["d"])
    }

    @Test("batching: a hundred records start a second worker, never a third")
    func second() {
        let queue = Queue()
        #expect(queue.put("first", number: 0, records: 1))
        #expect(queue.next(after: []) == ["first"])
        #expect(!queue.put("a", number: 1, records: 60))
        #expect(queue.put("b", number: 2, records: 60))
        #expect(queue.next(after: []) == ["a"])
        #expect(!queue.put("c", number: 3, records: 400))
        #expect(queue.workers == 2)
    }

    @Test("batching: partitions with the same number share a transaction")
    func numbers() {
        let queue = Queue()
        #expect(queue.put("commands/0", number: 0, records: 100))
        #expect(queue.next(after: []) == ["commands/0"])
        #expect(!queue.put("events/0", number: 0, records: 100))
        #expect(queue.put("events/1", number: 1, records: 100))
        #expect(queue.next(after: []) == ["events/1"])
        #expect(queue.next(after: [0]) == ["events/0"])
    }

    @Test("partitions of a pausing worker are processed by the other one")
    func releases() {
        let queue = Queue()
        #expect(queue.put("a", number: 0, records: 100))
        #expect(queue.next(after: []) == ["a"])
        #expect(queue.put("b", number: 1, records: 100))
        #expect(queue.next(after: []) == ["b"])
        #expect(!queue.put("c", number: 0, records: 100))
        #expect(!queue.put("d", number: 1, records: 5))
        // The first worker pauses now.
        queue.release([0])
        #expect(queue.next(after: [1]) == ["c"])
        #expect(queue.workers == 2)
    }

    @Test("batching: a partial batch is left to the active worker")
    func rest() {
        let queue = Queue()
        #expect(queue.put("a", number: 0, records: 100))
        #expect(queue.next(after: []) == ["a"])
        #expect(queue.put("b", number: 1, records: 100))
        #expect(queue.next(after: []) == ["b"])
        #expect(!queue.put("c", number: 2, records: 5))
        #expect(queue.next(after: [0]).isEmpty)
        #expect(queue.workers == 1)
        #expect(queue.next(after: [1]) == ["c"])
        #expect(queue.next(after: [2]).isEmpty)
        #expect(queue.workers == 0)
        #expect(queue.put("d", number: 0, records: 1))
    }

    @Test("batching: a transaction waits for more only if batches come often")
    func pause() {
        let queue = Queue(), many = LaneQueue<String>.manyBatches
        for index in 0..<many {
            #expect(queue.pause(at: index * 20) == .zero, "\(index)")
            if index > 0 { _ = queue.next(after: [Int32(index - 2)]) }
            _ = queue.put("\(index)", number: Int32(index), records: 1, at: index * 20)
        }
        #expect(queue.pause(at: 140) == .milliseconds(5))
        #expect(queue.pause(at: 143) == .milliseconds(2), "the batch has waited already")
        #expect(queue.pause(at: 150) == .zero)
        _ = queue.next(after: [6])
        #expect(queue.pause(at: 145) == .zero, "nothing waits")
        _ = queue.put("late", number: 20, records: 1, at: 170)
        #expect(queue.pause(at: 170) == .milliseconds(5))
        _ = queue.put("large", number: 21, records: 99, at: 171)
        #expect(queue.pause(at: 171) == .zero, "a full transaction")
        _ = queue.next(after: Array(0..<30))
        _ = queue.put("alone", number: 2, records: 1, at: 1_000)
        #expect(queue.pause(at: 1_000) == .zero)
    }

    @Test(
        "batching: balanced work waits as long as two more batches take",
        arguments: [(45, 40), (20, 40), (10, 20), (5, 10), (1, 5), (46, 0)])
    func balanced(interval: Int, milliseconds: Int) {
        let queue = Queue(.balanced)
        for index in 0..<LaneQueue<String>.manyBatches {
            if index > 0 { _ = queue.next(after: [Int32(index - 2)]) }
            _ = queue.put("\(index)", number: Int32(index), records: 1, at: index * interval)
        }
        #expect(queue.pause(at: 7 * interval) == .milliseconds(milliseconds))
    }

    @Test(
        "batching: under load each kind of work waits for its shortest time",
        arguments: [
            (Gathering.prompt, 5), (.balanced, 5), (.together, 3), (.relaxed, 100),
        ])
    func load(gathering: Gathering, milliseconds: Int) {
        let queue = Queue(gathering)
        for index in 0..<LaneQueue<String>.manyBatches {
            if index > 0 { _ = queue.next(after: [Int32(index - 2)]) }
            _ = queue.put("\(index)", number: Int32(index), records: 1, at: index)
        }
        #expect(queue.pause(at: 7) == .milliseconds(milliseconds))
    }

    @Test("batching: relaxed work waits 100 ms at ten batches a second")
    func relaxed() {
        let queue = Queue(.relaxed)
        for index in 0..<LaneQueue<String>.manyBatches {
            #expect(queue.pause(at: index * 100) == .zero, "\(index)")
            if index > 0 { _ = queue.next(after: [Int32(index - 2)]) }
            _ = queue.put("\(index)", number: Int32(index), records: 1, at: index * 100)
        }
        #expect(queue.pause(at: 700) == .milliseconds(100))
        #expect(queue.pause(at: 800) == .zero, "the last one has waited long enough")
    }
}
