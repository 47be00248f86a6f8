import CLibrdkafka
import Dispatch
import Foundation
import Logging

/// Owns one librdkafka client and everything its callbacks refer to.
///
/// `@unchecked Sendable`: the pointer never changes and librdkafka's functions are thread-safe; the one call that is not,
/// destroying it, is made once, by `destroy()`, when the owner's thread has ended.
final class KafkaHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    /// What callbacks find by the client's opaque pointer; kept alive until the client is destroyed.
    private let context: AnyObject
    private let queue = DispatchQueue(label: "kafka.blocking")

    /// A client with librdkafka's properties by name; `callbacks` sets the callbacks, which get `context`.
    ///
    /// - Throws: a property that the library refuses.
    init(
        _ type: rd_kafka_type_t, _ properties: [String: String], context: AnyObject,
        callbacks: (OpaquePointer) -> Void
    ) throws(KafkaError) {
        guard let configuration = rd_kafka_conf_new() else { throw KafkaError(configuration: "out of memory") }
        var message = [CChar](repeating: 0, count: 512)
        for (name, value) in properties
        where rd_kafka_conf_set(configuration, name, value, &message, message.count) != RD_KAFKA_CONF_OK {
            rd_kafka_conf_destroy(configuration)
            throw KafkaError(configuration: Self.text(message))
        }
        rd_kafka_conf_set_opaque(configuration, Unmanaged.passUnretained(context).toOpaque())
        callbacks(configuration)
        guard let pointer = rd_kafka_new(type, configuration, &message, message.count) else {
            rd_kafka_conf_destroy(configuration)
            throw KafkaError(configuration: Self.text(message))
        }
        self.pointer = pointer
        self.context = context
    }

    /// Ends the client, which nobody may use afterwards; blocks for a moment, so not for the cooperative pool.
    func destroy() {
        rd_kafka_destroy(pointer)
    }

    /// Runs a blocking call of librdkafka on a queue of this client's own.
    func blocking<Value: Sendable>(
        _ body: @escaping @Sendable (OpaquePointer) -> Result<Value, KafkaError>
    ) async throws(KafkaError) -> Value {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body(self.pointer)) }
        }
        return try result.get()
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Stands for "no offset" where a list needs one.
let noOffset = Int64(RD_KAFKA_OFFSET_INVALID)

/// A list of partitions in librdkafka's form, for the time of one call.
func withPartitionList<Value>(
    _ partitions: some Collection<(TopicPartition, Int64)>,
    _ body: (UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) throws -> Value
) rethrows -> Value {
    guard let list = rd_kafka_topic_partition_list_new(Int32(partitions.count)) else {
        preconditionFailure("librdkafka aborts the process itself when memory ends")
    }
    defer { rd_kafka_topic_partition_list_destroy(list) }
    for (place, offset) in partitions {
        rd_kafka_topic_partition_list_add(list, place.topic, place.partition).pointee.offset = offset
    }
    return try body(list)
}

/// The partitions of a list, with their offsets.
func partitions(of list: UnsafePointer<rd_kafka_topic_partition_list_t>?) -> [(TopicPartition, Int64)] {
    guard let list else { return [] }
    return (0..<Int(list.pointee.cnt)).map { index in
        let element = list.pointee.elems[index]
        return (TopicPartition(topic: String(cString: element.topic), partition: element.partition), element.offset)
    }
}

extension KafkaRecord {
    /// Copies a message of librdkafka.
    init(_ message: UnsafePointer<rd_kafka_message_t>) {
        func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8]? {
            start.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) }
        }
        let content = message.pointee
        var headers: [KafkaHeader] = []
        var list: OpaquePointer?
        if rd_kafka_message_headers(message, &list) == RD_KAFKA_RESP_ERR_NO_ERROR {
            var name: UnsafePointer<CChar>?
            var value: UnsafeRawPointer?
            var size = 0
            var index = 0
            while rd_kafka_header_get_all(list, index, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR {
                headers.append(
                    KafkaHeader(name: name.map { String(cString: $0) } ?? "", value: bytes(value, size) ?? []))
                index += 1
            }
        }
        var type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        self.init(
            topicPartition: TopicPartition(
                topic: String(cString: rd_kafka_topic_name(content.rkt)), partition: content.partition),
            offset: content.offset, timestamp: rd_kafka_message_timestamp(message, &type),
            key: bytes(content.key, content.key_len), value: bytes(content.payload, content.len), headers: headers)
    }
}
