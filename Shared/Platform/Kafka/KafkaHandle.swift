import CLibrdkafka
import Dispatch
import Synchronization

/// Owns one librdkafka client and the state of its callbacks; the client is destroyed with its last reference, exactly
/// once.
///
/// `@unchecked Sendable`: the pointers never change, and librdkafka's functions may be called from any thread.
final class KafkaHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The state that callbacks find via the client's opaque pointer; it lives until the client is destroyed.
    private let context: ClientContext
    /// The queue that is polled.
    private let queue: OpaquePointer?
    private let calls = DispatchQueue(label: "kafka.calls")

    /// Clients are destroyed on this queue: that joins the library's threads, which may take a moment.
    private static let endings = DispatchQueue(label: "kafka.endings", attributes: .concurrent)

    /// A client with librdkafka properties by name; `callbacks` installs callbacks in addition to those of every
    /// client.
    ///
    /// - Throws: For a property that the library refuses.
    init(
        _ type: rd_kafka_type_t, _ properties: [String: String], context: ClientContext,
        callbacks: (OpaquePointer) -> Void = { _ in }
    ) throws(KafkaError) {
        guard let configuration = rd_kafka_conf_new() else { throw KafkaError(configuration: "out of memory") }
        var message = [CChar](repeating: 0, count: 512)
        for (name, value) in properties
        where rd_kafka_conf_set(configuration, name, value, &message, message.count) != RD_KAFKA_CONF_OK {
            rd_kafka_conf_destroy(configuration)
            throw KafkaError(configuration: "\(name) is unknown or has a value that cannot be used")
        }
        rd_kafka_conf_set_opaque(configuration, Unmanaged.passUnretained(context).toOpaque())
        ClientContext.installCallbacks(in: configuration)
        callbacks(configuration)
        let client = KafkaLibrary.withSlack { rd_kafka_new(type, configuration, &message, message.count) }
        guard let pointer = client else {
            rd_kafka_conf_destroy(configuration)
            throw KafkaError(
                configuration: String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        if type == RD_KAFKA_CONSUMER { rd_kafka_poll_set_consumer(pointer) }
        self.pointer = pointer
        self.context = context
        queue = type == RD_KAFKA_CONSUMER ? rd_kafka_queue_get_consumer(pointer) : rd_kafka_queue_get_main(pointer)
    }

    deinit {
        if let queue { rd_kafka_queue_destroy(queue) }
        nonisolated(unsafe) let pointer = pointer
        // The library's threads may call back until it is destroyed.
        Self.endings.async { [context] in
            withExtendedLifetime(context) { rd_kafka_destroy(pointer) }
        }
    }

    /// Makes the running or next poll return at once.
    func wake() {
        if let queue { rd_kafka_queue_yield(queue) }
    }

    /// Why the brokers reject this client, such as a wrong password; nil if none has rejected it since `noteAdmission`.
    ///
    /// Not for consumers, whose polling thread alone receives the library's reports.
    func refusal() -> String? {
        if rd_kafka_type(pointer) == RD_KAFKA_PRODUCER { rd_kafka_poll(pointer, 0) }
        return context.refusal.withLock(\.self)
    }

    /// Clears an earlier rejection after a broker has answered, since it would explain later errors wrongly.
    func noteAdmission() {
        // A report still in the queue is older than the response.
        _ = refusal()
        context.refusal.withLock { $0 = nil }
    }

    /// Runs a blocking call of librdkafka on this client's own queue, one at a time.
    ///
    /// The call ends by its own timeout; cancellation does not shorten it.
    func blocking<Value: Sendable>(
        _ body: @escaping @Sendable (OpaquePointer) -> Result<Value, KafkaError>
    ) async throws(KafkaError) -> Value {
        let result = await withCheckedContinuation { continuation in
            calls.async { continuation.resume(returning: body(self.pointer)) }
        }
        return try result.get()
    }
}
