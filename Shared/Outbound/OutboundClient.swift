import CLibcurl
import ServiceRuntime
import Synchronization

/// Sends requests with libcurl, outside the cooperative pool: a few at a time, connections kept for the next ones.
package final class OutboundClient: Sendable {
    private let lanes: WorkLanes
    private let idle = Mutex<[CurlHandle]>([])

    /// A client for at most `lanes` requests at once, with at most `waiting` behind them.
    package init(label: String, lanes: Int = 4, waiting: Int = 64) {
        // A static's initializer runs once, as libcurl needs it.
        _ = Self.isInitialized
        self.lanes = WorkLanes(label: label, lanes: lanes, capacity: waiting)
    }

    private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// The answer to a request, whatever its status; redirects are not followed.
    ///
    /// - Throws: `OutboundError`; `cancelled` soon after the task is.
    package func send(_ request: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        let isCancelled = CancellationFlag(), end = ContinuousClock.now + request.timeout
        let result: Result<OutboundResponse, OutboundError>
        do {
            result = try await withTaskCancellationHandler {
                try await lanes.run { self.perform(request, until: end, isCancelled) }
            } onCancel: {
                isCancelled.set()
            }
        } catch {
            throw .overloaded
        }
        return try result.get()
    }

    private func perform(
        _ request: OutboundRequest, until end: ContinuousClock.Instant, _ isCancelled: CancellationFlag
    ) -> Result<OutboundResponse, OutboundError> {
        if isCancelled.isSet { return .failure(.cancelled) }
        // What it has waited for a lane is part of its time.
        var request = request
        request.timeout = end - .now
        guard request.timeout >= .milliseconds(1) else { return .failure(.timedOut) }
        guard let handle = idle.withLock({ $0.popLast() }) ?? CurlHandle() else { return .failure(.overloaded) }
        let result = handle.perform(request, isCancelled)
        idle.withLock { $0.append(handle) }
        return result
    }
}

/// Set by a task that is cancelled, read by the thread that works for it.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }
}
