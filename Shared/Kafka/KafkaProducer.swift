import CLibrdkafka
import Foundation
import Logging
import Synchronization

/// Sends records: idempotent, `acks=all`, in order per partition; says for each what became of it.
package final class KafkaProducer: Sendable {
    private let configuration: KafkaConfiguration
    private let logger: Logger
    private let client: Mutex<ProducerClient>

    /// A producer that connects when it is first needed.
    ///
    /// - Throws: a configuration that librdkafka refuses.
    package init(_ configuration: KafkaConfiguration, logger: Logger) throws(KafkaError) {
        self.configuration = configuration
        self.logger = logger
        client = Mutex(try ProducerClient(configuration, logger: logger))
    }

    /// Sends records and waits until the fate of each is known.
    ///
    /// A cancelled caller waits no longer; the outcome of what was not reported by then is unknown.
    ///
    /// - Returns: one result per record, in the order given.
    package func send(_ records: [OutgoingRecord]) async -> [Result<DeliveryReport, KafkaError>] {
        guard !records.isEmpty else { return [] }
        let client = client.withLock { $0 }
        let batch = DeliveryBatch(count: records.count)
        let results = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                batch.await(continuation)
                for (index, record) in records.enumerated() {
                    if let error = client.enqueue(record, DeliverySlot(batch: batch, index: index)) {
                        batch.report(index, .failure(error))
                    }
                }
            }
        } onCancel: {
            batch.giveUp()
        }
        renewAfterFatalError(of: client)
        return results
    }

    /// The id of the cluster behind the brokers.
    ///
    /// - Throws: `_TIMED_OUT` when no broker answers in time.
    package func clusterID(timeout: Duration) async throws(KafkaError) -> String {
        let client = client.withLock { $0 }
        return try await client.handle.blocking { pointer in
            // The library keeps the first answer; metadata asks anew and renews it.
            var metadata: UnsafePointer<rd_kafka_metadata>?
            let error = rd_kafka_metadata(pointer, 0, nil, &metadata, timeout.timeout)
            guard error == RD_KAFKA_RESP_ERR_NO_ERROR else { return .failure(KafkaError(error, doing: "cluster id")) }
            rd_kafka_metadata_destroy(metadata)
            guard let text = rd_kafka_clusterid(pointer, timeout.timeout) else {
                return .failure(KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: "cluster id"))
            }
            defer { rd_kafka_mem_free(pointer, text) }
            return .success(String(cString: text))
        }
    }

    /// The first offset still there and the offset of the next record to come, as the broker says now.
    ///
    /// - Throws: `KafkaError` when the broker does not answer in time or knows no such partition.
    package func watermarks(
        _ partition: TopicPartition, timeout: Duration
    ) async throws(KafkaError) -> (low: Int64, high: Int64) {
        let client = client.withLock { $0 }
        return try await client.handle.blocking { pointer in
            var low: Int64 = 0
            var high: Int64 = 0
            let error = rd_kafka_query_watermark_offsets(
                pointer, partition.topic, partition.partition, &low, &high, timeout.timeout)
            guard error == RD_KAFKA_RESP_ERR_NO_ERROR else { return .failure(KafkaError(error, doing: "watermarks")) }
            return .success((low, high))
        }
    }

    /// Sends what is queued, within the limit, and ends.
    package func flushAndClose(within limit: Duration) async {
        await client.withLock { $0 }.close(within: limit)
    }

    /// After a fatal error a client refuses everything; another takes its place.
    private func renewAfterFatalError(of failed: ProducerClient) {
        guard failed.isBroken else { return }
        let replaced = client.withLock { client -> Bool in
            guard client === failed, let next = try? ProducerClient(configuration, logger: logger) else { return false }
            client = next
            return true
        }
        guard replaced else { return }
        logger.warning("the producer met a fatal error and was replaced")
        failed.abandon()
    }
}

/// One librdkafka producer with its polling thread.
private final class ProducerClient: Sendable {
    let handle: KafkaHandle
    private let isClosing = Atomic(false)
    private let flushMilliseconds = Atomic<Int32>(0)
    private let closed = Mutex<(isClosed: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    init(_ configuration: KafkaConfiguration, logger: Logger) throws(KafkaError) {
        handle = try KafkaHandle(RD_KAFKA_PRODUCER, configuration.producer, context: ClientLog(logger)) { conf in
            ClientLog.install(in: conf)
            rd_kafka_conf_set_dr_msg_cb(conf) { _, message, _ in
                guard let message = message?.pointee, let opaque = message._private else { return }
                let slot = Unmanaged<DeliverySlot>.fromOpaque(opaque).takeRetainedValue()
                guard message.err == RD_KAFKA_RESP_ERR_NO_ERROR else {
                    return slot.batch.report(slot.index, .failure(KafkaError(message.err, doing: "delivery")))
                }
                slot.batch.report(
                    slot.index, .success(DeliveryReport(partition: message.partition, offset: message.offset)))
            }
        }
        let thread = Thread { [self] in poll() }
        thread.name = "kafka-producer"
        thread.start()
    }

    var isBroken: Bool { rd_kafka_fatal_error(handle.pointer, nil, 0) != RD_KAFKA_RESP_ERR_NO_ERROR }

    /// Hands a record to the library, which copies it; the slot is released with its report.
    func enqueue(_ record: OutgoingRecord, _ slot: DeliverySlot) -> KafkaError? {
        guard !isClosing.load(ordering: .acquiring) else {
            return KafkaError(RD_KAFKA_RESP_ERR__DESTROY, doing: "send")
        }
        let partition = record.partition ?? record.key.map { _ in RD_KAFKA_PARTITION_UA } ?? RD_KAFKA_PARTITION_UA
        let opaque = Unmanaged.passRetained(slot).toOpaque()
        let headers = rd_kafka_headers_new(record.headers.count)
        for header in record.headers {
            _ = header.value.withUnsafeBytes { value in
                rd_kafka_header_add(headers, header.name, -1, value.baseAddress ?? emptyBytes, value.count)
            }
        }
        let failure = record.topic.withCString { topic in
            withBytes(record.key) { key in
                withBytes(record.value) { value -> OpaquePointer? in
                    var fields: [rd_kafka_vu_t] = []
                    func add(_ type: rd_kafka_vtype_t, _ set: (inout rd_kafka_vu_t) -> Void) {
                        var field = rd_kafka_vu_t()
                        field.vtype = type
                        set(&field)
                        fields.append(field)
                    }
                    add(RD_KAFKA_VTYPE_TOPIC) { $0.u.cstr = topic }
                    add(RD_KAFKA_VTYPE_PARTITION) { $0.u.i32 = partition }
                    add(RD_KAFKA_VTYPE_KEY) { $0.u.mem = .init(ptr: key.start, size: key.count) }
                    add(RD_KAFKA_VTYPE_VALUE) { $0.u.mem = .init(ptr: value.start, size: value.count) }
                    add(RD_KAFKA_VTYPE_MSGFLAGS) { $0.u.i = RD_KAFKA_MSG_F_COPY }
                    add(RD_KAFKA_VTYPE_HEADERS) { $0.u.headers = headers }
                    add(RD_KAFKA_VTYPE_OPAQUE) { $0.u.ptr = opaque }
                    return rd_kafka_produceva(handle.pointer, &fields, fields.count)
                }
            }
        }
        guard let failure else { return nil }
        rd_kafka_headers_destroy(headers)
        Unmanaged<DeliverySlot>.fromOpaque(opaque).release()
        return KafkaError(consuming: failure, doing: "send")
    }

    /// Flushes within the limit and waits for the end of the thread.
    func close(within limit: Duration) async {
        flushMilliseconds.store(limit.timeout, ordering: .relaxed)
        isClosing.store(true, ordering: .releasing)
        await withCheckedContinuation { continuation in
            let isClosed = closed.withLock { closed in
                if !closed.isClosed { closed.waiters.append(continuation) }
                return closed.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    /// Ends without waiting; what was queued is reported as failed.
    func abandon() {
        isClosing.store(true, ordering: .releasing)
    }

    private func poll() {
        while !isClosing.load(ordering: .acquiring) { rd_kafka_poll(handle.pointer, 100) }
        rd_kafka_flush(handle.pointer, flushMilliseconds.load(ordering: .relaxed))
        rd_kafka_purge(handle.pointer, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT)
        rd_kafka_poll(handle.pointer, 100)
        let waiters = closed.withLock { closed in
            defer { closed = (true, []) }
            return closed.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    deinit {
        handle.destroy()
    }
}

/// The reports of one `send`.
private final class DeliveryBatch: Sendable {
    private struct State {
        var results: [Result<DeliveryReport, KafkaError>?]
        var missing: Int
        var continuation: CheckedContinuation<[Result<DeliveryReport, KafkaError>], Never>?
        var isOver = false
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(results: Array(repeating: nil, count: count), missing: count))
    }

    func await(_ continuation: CheckedContinuation<[Result<DeliveryReport, KafkaError>], Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isOver { continuation.resume(returning: outcome) }
    }

    func report(_ index: Int, _ result: Result<DeliveryReport, KafkaError>) {
        let continuation = state.withLock {
            state -> CheckedContinuation<[Result<DeliveryReport, KafkaError>], Never>? in
            guard state.results[index] == nil else { return nil }
            state.results[index] = result
            state.missing -= 1
            guard state.missing == 0, !state.isOver else { return nil }
            state.isOver = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    func giveUp() {
        let continuation = state.withLock {
            state -> CheckedContinuation<[Result<DeliveryReport, KafkaError>], Never>? in
            guard !state.isOver else { return nil }
            state.isOver = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    private var outcome: [Result<DeliveryReport, KafkaError>] {
        state.withLock { $0.results.map { $0 ?? .failure(.unknownOutcome) } }
    }
}

/// Where the report of one record goes.
private final class DeliverySlot: Sendable {
    let batch: DeliveryBatch
    let index: Int

    init(batch: DeliveryBatch, index: Int) {
        self.batch = batch
        self.index = index
    }
}

/// A value of no bytes is not the same as no value: it needs an address.
nonisolated(unsafe) private let emptyBytes = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

private func withBytes<Value>(
    _ bytes: [UInt8]?, _ body: ((start: UnsafeMutableRawPointer?, count: Int)) -> Value
) -> Value {
    guard let bytes else { return body((nil, 0)) }
    return bytes.withUnsafeBytes { buffer in
        body((UnsafeMutableRawPointer(mutating: buffer.baseAddress ?? emptyBytes), buffer.count))
    }
}
