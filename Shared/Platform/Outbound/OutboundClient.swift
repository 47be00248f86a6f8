import CLibcurl
import ServiceRuntime
import Synchronization

/// Sends requests with libcurl, outside Swift's cooperative thread pool: a few concurrently, with connections kept
/// open.
package final class OutboundClient: Sendable {
    private let lanes: WorkLanes
    private let reach: OutboundReach
    private let idle = Mutex<[CurlHandle]>([])

    /// A client for at most `lanes` concurrent requests and `waiting` queued ones.
    ///
    /// - Parameters:
    ///   - label: Name of its threads.
    ///   - lanes: Maximum number of concurrent requests.
    ///   - waiting: Maximum number of queued requests.
    ///   - reach: The addresses it may connect to; connections are never shared with a client of another reach.
    package init(label: String, lanes: Int = 4, waiting: Int = 64, reach: OutboundReach = .anywhere) {
        // libcurl must be initialized exactly once, as a static's initializer is.
        _ = Self.isInitialized
        self.lanes = WorkLanes(label: label, lanes: lanes, capacity: waiting)
        self.reach = reach
    }

    private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Sends a request; redirects are not followed.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, whatever its status.
    /// - Throws: `OutboundError`; `cancelled` soon after the task is cancelled.
    package func send(_ request: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        try await work(within: request.timeout) { [reach] handle, left, isCancelled in
            var request = request
            request.timeout = left
            return handle.perform(request, reach, isCancelled)
        }
    }

    /// Sends a mail to its server.
    ///
    /// - Parameter mail: The mail, with its server.
    /// - Returns: The answer of the server.
    /// - Throws: `OutboundError`; `cancelled` soon after the task is cancelled.
    package func send(_ mail: OutboundMail) async throws(OutboundError) -> MailAnswer {
        guard mail.hasPlainAddresses else { throw .malformed }
        return try await work(within: mail.timeout) { [reach] handle, left, isCancelled in
            var mail = mail
            mail.timeout = left
            return handle.deliver(mail, reach, isCancelled)
        }
    }

    private typealias Work<Value> = @Sendable (CurlHandle, Duration, CancellationFlag) -> Result<Value, OutboundError>

    private func work<Value: Sendable>(
        within time: Duration, _ body: @escaping Work<Value>
    ) async throws(OutboundError) -> Value {
        let isCancelled = CancellationFlag(), end = ContinuousClock.now + time
        let result: Result<Value, OutboundError>
        do {
            result = try await withTaskCancellationHandler {
                try await lanes.run { self.perform(until: end, isCancelled, body) }
            } onCancel: {
                isCancelled.set()
            }
        } catch {
            throw .overloaded
        }
        return try result.get()
    }

    private func perform<Value>(
        until end: ContinuousClock.Instant, _ isCancelled: CancellationFlag, _ body: Work<Value>
    ) -> Result<Value, OutboundError> {
        if isCancelled.isSet { return .failure(.cancelled) }
        // The timeout includes the time spent waiting for a lane.
        let left = end - .now
        guard left >= .milliseconds(1) else { return .failure(.timedOut) }
        guard let handle = idle.withLock({ $0.popLast() }) ?? CurlHandle() else { return .failure(.overloaded) }
        let result = body(handle, left, isCancelled)
        idle.withLock { $0.append(handle) }
        return result
    }
}

/// Set by a cancelled task, read by the thread that works for it.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }
}
