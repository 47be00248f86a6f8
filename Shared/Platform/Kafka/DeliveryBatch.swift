import Synchronization

/// The delivery reports of one `send`, collected until all have arrived or the caller stops waiting.
final class DeliveryBatch: Sendable {
    typealias Results = [Result<DeliveryReport, KafkaError>]

    private struct State {
        var results: [Result<DeliveryReport, KafkaError>?]
        var missing: Int
        var isOver = false
        var waiter: CheckedContinuation<Results, Never>?
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(results: Array(repeating: nil, count: count), missing: count))
    }

    /// Registers the one continuation that receives the results.
    func wait(_ continuation: CheckedContinuation<Results, Never>) {
        state.withLock { state in
            state.waiter = continuation
            return state.isOver ? Self.handOver(&state) : nil
        }?()
    }

    /// Records the result of one record.
    func report(_ index: Int, _ result: Result<DeliveryReport, KafkaError>) {
        state.withLock { state -> (@Sendable () -> Void)? in
            guard state.results[index] == nil else { return nil }
            state.results[index] = result
            state.missing -= 1
            guard state.missing == 0, !state.isOver else { return nil }
            state.isOver = true
            return Self.handOver(&state)
        }?()
    }

    /// Stops waiting: records without a report have an unknown outcome.
    func giveUp() {
        state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isOver else { return nil }
            state.isOver = true
            return Self.handOver(&state)
        }?()
    }

    /// The action to run outside the lock, if all reports have arrived or waiting has ended.
    private static func handOver(_ state: inout State) -> (@Sendable () -> Void)? {
        guard let waiter = state.waiter else { return nil }
        state.waiter = nil
        let results = state.results.map { $0 ?? .failure(.unknownOutcome) }
        return { waiter.resume(returning: results) }
    }
}

/// The receiver of the report of one record; librdkafka carries it with the record and returns it with the report.
final class DeliverySlot: Sendable {
    private let batch: DeliveryBatch
    private let index: Int

    init(batch: DeliveryBatch, index: Int) {
        self.batch = batch
        self.index = index
    }

    func report(_ result: Result<DeliveryReport, KafkaError>) {
        batch.report(index, result)
    }
}
