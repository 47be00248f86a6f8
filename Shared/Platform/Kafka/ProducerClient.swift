import CLibrdkafka
import Foundation
import Logging
import Synchronization
import Threads

/// One librdkafka producer with the thread that polls it for delivery reports.
final class ProducerClient: Sendable {
    let handle: KafkaHandle
    private let life = ProducerLife()

    /// - Throws: For a configuration that librdkafka refuses.
    init(_ configuration: KafkaConfiguration, logger: Logger) throws(KafkaError) {
        handle = try KafkaHandle(
            RD_KAFKA_PRODUCER, configuration.producer, context: ClientContext(logger: logger)
        ) { configuration in
            rd_kafka_conf_set_dr_msg_cb(configuration) { _, message, _ in
                guard let message = message?.pointee, let opaque = message._private else { return }
                // `enqueue` retained it; the library reports each accepted record exactly once.
                let slot = Unmanaged<DeliverySlot>.fromOpaque(opaque).takeRetainedValue()
                if let error = KafkaError(ifFailed: message.err, doing: "delivery") {
                    slot.report(.failure(error))
                } else {
                    slot.report(.success(DeliveryReport(partition: message.partition, offset: message.offset)))
                }
            }
        }
        NamedThread.start("kafka-producer") { [handle, life] in life.run(handle.pointer) }
    }

    deinit {
        life.close(within: .zero)
        handle.wake()
    }

    /// After a fatal error a client refuses everything.
    var isBroken: Bool { rd_kafka_fatal_error(handle.pointer, nil, 0) != RD_KAFKA_RESP_ERR_NO_ERROR }

    /// Passes records to the library, which copies them; each one is reported to the batch exactly once.
    func enqueue(_ records: [OutgoingRecord], _ batch: DeliveryBatch) {
        let isOpen = life.whileOpen {
            for (index, record) in records.enumerated() {
                if let error = enqueue(record, DeliverySlot(batch: batch, index: index)) {
                    batch.report(index, .failure(error))
                }
            }
        }
        guard !isOpen else { return }
        for index in records.indices { batch.report(index, .failure(.closed)) }
    }

    /// Sends queued records within the limit, reports the rest as failed, and closes.
    func close(within limit: Duration) async {
        life.close(within: limit)
        handle.wake()
        await life.waitUntilClosed()
    }

    private func enqueue(_ record: OutgoingRecord, _ slot: DeliverySlot) -> KafkaError? {
        let opaque = Unmanaged.passRetained(slot).toOpaque()
        let headers = rd_kafka_headers_new(record.headers.count)
        for header in record.headers {
            _ = withBytes(header.value) { rd_kafka_header_add(headers, header.name, -1, $0, $1) }
        }
        let failure = record.topic.withCString { topic in
            withBytes(record.key) { key, keySize in
                withBytes(record.value) { value, valueSize in
                    var fields = [
                        Self.field(RD_KAFKA_VTYPE_TOPIC) { $0.cstr = topic },
                        Self.field(RD_KAFKA_VTYPE_PARTITION) { $0.i32 = record.partition ?? RD_KAFKA_PARTITION_UA },
                        Self.field(RD_KAFKA_VTYPE_KEY) { $0.mem = .init(ptr: key, size: keySize) },
                        Self.field(RD_KAFKA_VTYPE_VALUE) { $0.mem = .init(ptr: value, size: valueSize) },
                        Self.field(RD_KAFKA_VTYPE_MSGFLAGS) { $0.i = RD_KAFKA_MSG_F_COPY },
                        Self.field(RD_KAFKA_VTYPE_HEADERS) { $0.headers = headers },
                        Self.field(RD_KAFKA_VTYPE_OPAQUE) { $0.ptr = opaque },
                    ]
                    return rd_kafka_produceva(handle.pointer, &fields, fields.count)
                }
            }
        }
        guard let failure else { return nil }
        // The record was not accepted, so the headers and the slot still belong to this code.
        rd_kafka_headers_destroy(headers)
        Unmanaged<DeliverySlot>.fromOpaque(opaque).release()
        return KafkaError(consuming: failure, doing: "send")
    }

    private static func field(
        _ type: rd_kafka_vtype_t, _ set: (inout rd_kafka_vu_s.__Unnamed_union_u) -> Void
    ) -> rd_kafka_vu_t {
        var field = rd_kafka_vu_t()
        field.vtype = type
        set(&field.u)
        return field
    }
}

/// Whether a producer accepts records, and the progress of closing.
private final class ProducerLife: Sendable {
    private struct State {
        var enqueuing = 0
        /// Set once closing has begun.
        var flushMilliseconds: Int32?
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// Maximum wait of a poll for reports; closing wakes it.
    private static let pollMilliseconds: Int32 = 1_000
    /// Maximum number of polls for the reports of purged records.
    private static let lastPolls = 100

    /// Runs the body unless closing has begun; closing waits for it.
    ///
    /// - Returns: Whether it ran.
    func whileOpen(_ body: () -> Void) -> Bool {
        let isOpen = state.withLock { state in
            guard state.flushMilliseconds == nil else { return false }
            state.enqueuing += 1
            return true
        }
        guard isOpen else { return false }
        body()
        state.withLock { $0.enqueuing -= 1 }
        return true
    }

    func close(within limit: Duration) {
        state.withLock { state in
            if state.flushMilliseconds == nil { state.flushMilliseconds = limit.timeout }
        }
    }

    func waitUntilClosed() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.closers.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    /// Polls until closed; every accepted record is reported before this returns.
    func run(_ pointer: OpaquePointer) {
        var limit: Int32?
        while limit == nil {
            rd_kafka_poll(pointer, Self.pollMilliseconds)
            limit = state.withLock { $0.enqueuing == 0 ? $0.flushMilliseconds : nil }
        }
        rd_kafka_flush(pointer, limit ?? 0)
        rd_kafka_purge(pointer, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT)
        for _ in 0..<Self.lastPolls where rd_kafka_outq_len(pointer) > 0 { rd_kafka_poll(pointer, 10) }
        let closers = state.withLock { state in
            state.isClosed = true
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }
}

/// The bytes for the duration of one call; an empty array is distinct from nil and has an address.
private func withBytes<Value>(_ bytes: [UInt8]?, _ body: (UnsafeMutableRawPointer?, Int) -> Value) -> Value {
    guard let bytes else { return body(nil, 0) }
    guard bytes.isEmpty else {
        return bytes.withUnsafeBytes { body(UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count) }
    }
    var nothing: UInt8 = 0
    return withUnsafeMutableBytes(of: &nothing) { body($0.baseAddress, 0) }
}
