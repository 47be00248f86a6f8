/// A partition of a topic.
package struct TopicPartition: Hashable, Sendable {
    package let topic: String
    package let partition: Int32

    package init(topic: String, partition: Int32) {
        self.topic = topic
        self.partition = partition
    }
}

/// One header of a record; names may repeat.
package struct KafkaHeader: Sendable, Equatable {
    package let name: String
    package let value: [UInt8]

    package init(name: String, value: [UInt8]) {
        self.name = name
        self.value = value
    }
}

/// A received record.
package struct KafkaRecord: Sendable {
    package let topicPartition: TopicPartition
    package let offset: Int64
    /// Milliseconds since 1970, set by the producer or the broker; -1 if missing.
    package let timestamp: Int64
    package let key: [UInt8]?
    package let value: [UInt8]?
    package let headers: [KafkaHeader]

    package init(
        topicPartition: TopicPartition, offset: Int64, timestamp: Int64, key: [UInt8]?, value: [UInt8]?,
        headers: [KafkaHeader]
    ) {
        self.topicPartition = topicPartition
        self.offset = offset
        self.timestamp = timestamp
        self.key = key
        self.value = value
        self.headers = headers
    }

    /// Its approximate memory, in bytes.
    var size: Int { (key?.count ?? 0) + (value?.count ?? 0) + headers.reduce(64) { $0 + $1.value.count + 32 } }
}

/// A record to send; without a partition the key decides, as in Java's producer.
package struct OutgoingRecord: Sendable {
    package let topic: String
    package let partition: Int32?
    package let key: [UInt8]?
    package let value: [UInt8]?
    package let headers: [KafkaHeader]

    package init(topic: String, partition: Int32?, key: [UInt8]?, value: [UInt8]?, headers: [KafkaHeader]) {
        self.topic = topic
        self.partition = partition
        self.key = key
        self.value = value
        self.headers = headers
    }
}

/// The position of a delivered record.
package struct DeliveryReport: Sendable, Equatable {
    package let partition: Int32
    package let offset: Int64
}

/// Records of one partition, in offset order; never empty.
package struct RecordBatch: Sendable {
    package let partition: TopicPartition
    package let records: [KafkaRecord]
}

/// An event of a consumer.
package enum ConsumerEvent: Sendable {
    case assigned([TopicPartition])
    case revoked([TopicPartition])
    case records(RecordBatch)
    /// All records of the partition were returned; `offset` is the log's end.
    case endOfPartition(TopicPartition, offset: Int64)
}

/// Limits of a consumer's buffers.
package struct ConsumerLimits: Sendable {
    /// Maximum number of records of a batch.
    package var batchRecords = 100
    /// Maximum size of a batch, in bytes; a single larger record is a batch of its own.
    package var batchBytes = 4 << 20
    /// Records buffered per partition before fetching it is paused.
    package var bufferedRecords = 1_000
    /// Bytes buffered per partition before fetching it is paused.
    package var bufferedBytes = 8 << 20

    package init() {}
}
