import CLibrdkafka

/// Means "no offset" in a list.
let noOffset = Int64(RD_KAFKA_OFFSET_INVALID)

/// A list of partitions in librdkafka's form, for the duration of one call.
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

/// A list of partitions without offsets, for the duration of one call.
func withPartitionList<Value>(
    of partitions: some Collection<TopicPartition>,
    _ body: (UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) throws -> Value
) rethrows -> Value {
    try withPartitionList(partitions.map { ($0, noOffset) }, body)
}

/// The partitions of a list, with their offsets.
func partitions(of list: UnsafePointer<rd_kafka_topic_partition_list_t>?) -> [(TopicPartition, Int64)] {
    guard let list else { return [] }
    return (0..<Int(list.pointee.cnt)).map { index in
        let element = list.pointee.elems[index]
        return (TopicPartition(topic: String(cString: element.topic), partition: element.partition), element.offset)
    }
}
