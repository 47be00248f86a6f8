import Foundation

/// What is used of librdkafka's statistics (STATISTICS.md of the library).
struct KafkaStatistics {
    /// Records between the committed offset and the log's end, where both are known.
    let lag: [TopicPartition: Int64]
    /// Connections made so far, over all brokers.
    let connects: Int

    init?(json: [UInt8]) {
        guard let document = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else { return nil }
        var lag: [TopicPartition: Int64] = [:]
        for (topic, value) in document["topics"] as? [String: [String: Any]] ?? [:] {
            for (number, partition) in value["partitions"] as? [String: [String: Any]] ?? [:] {
                guard let partitionNumber = Int32(number), partitionNumber >= 0,
                    let behind = (partition["consumer_lag"] as? NSNumber)?.int64Value, behind >= 0
                else { continue }
                lag[TopicPartition(topic: topic, partition: partitionNumber)] = behind
            }
        }
        self.lag = lag
        connects = (document["brokers"] as? [String: [String: Any]] ?? [:]).values
            .reduce(0) { $0 + ((($1["connects"] as? NSNumber)?.intValue) ?? 0) }
    }
}
