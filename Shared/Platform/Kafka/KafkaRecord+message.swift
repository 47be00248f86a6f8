import CLibrdkafka

extension TopicPartition {
    /// The partition of a librdkafka message.
    init(_ message: UnsafePointer<rd_kafka_message_t>) {
        self.init(
            topic: String(cString: rd_kafka_topic_name(message.pointee.rkt)), partition: message.pointee.partition)
    }
}

extension KafkaRecord {
    /// Copies a librdkafka message, which still belongs to the caller.
    init(_ message: UnsafePointer<rd_kafka_message_t>) {
        let content = message.pointee
        var type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        self.init(
            topicPartition: TopicPartition(message), offset: content.offset,
            timestamp: rd_kafka_message_timestamp(message, &type), key: Self.bytes(content.key, content.key_len),
            value: Self.bytes(content.payload, content.len), headers: Self.headers(message))
    }

    private static func headers(_ message: UnsafePointer<rd_kafka_message_t>) -> [KafkaHeader] {
        var list: OpaquePointer?
        guard rd_kafka_message_headers(message, &list) == RD_KAFKA_RESP_ERR_NO_ERROR else { return [] }
        var headers: [KafkaHeader] = []
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        while rd_kafka_header_get_all(list, headers.count, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR {
            headers.append(
                KafkaHeader(name: name.map { String(cString: $0) } ?? "", value: bytes(value, size) ?? []))
        }
        return headers
    }

    private static func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8]? {
        start.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) }
    }
}
