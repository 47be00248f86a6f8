import CLibrdkafka

extension KafkaHandle {
    /// The first offset still there and the offset of the next record to come.
    func watermarks(
        _ partition: TopicPartition, timeout: Duration
    ) async throws(KafkaError) -> (low: Int64, high: Int64) {
        try await blocking { pointer in
            var low: Int64 = 0
            var high: Int64 = 0
            let code = rd_kafka_query_watermark_offsets(
                pointer, partition.topic, partition.partition, &low, &high, timeout.timeout)
            if let error = KafkaError(ifFailed: code, doing: "watermarks") { return .failure(error) }
            return .success((low, high))
        }
    }

    /// The offset of the next record to come, for many partitions in one question; without those that are not known.
    func logEnds(
        of wanted: [TopicPartition], timeout: Duration
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        guard !wanted.isEmpty else { return [:] }
        return try await blocking { pointer in
            // In place of a time, "the end" is answered with the end of the log.
            withPartitionList(wanted.map { ($0, Int64(RD_KAFKA_OFFSET_END)) }) { list in
                let code = rd_kafka_offsets_for_times(pointer, list, timeout.timeout)
                if let error = KafkaError(ifFailed: code, doing: "log ends") { return .failure(error) }
                return .success(Dictionary(uniqueKeysWithValues: partitions(of: list).filter { $0.1 >= 0 }))
            }
        }
    }

    /// The partitions of every topic; asking for all of them makes none, as asking for one might.
    func partitionCounts(timeout: Duration) async throws(KafkaError) -> [String: Int32] {
        try await blocking { pointer in
            var metadata: UnsafePointer<rd_kafka_metadata>?
            let code = rd_kafka_metadata(pointer, 1, nil, &metadata, timeout.timeout)
            guard code == RD_KAFKA_RESP_ERR_NO_ERROR, let metadata else {
                return .failure(KafkaError(code, doing: "list topics"))
            }
            defer { rd_kafka_metadata_destroy(metadata) }
            var counts: [String: Int32] = [:]
            for index in 0..<Int(metadata.pointee.topic_cnt) {
                let topic = metadata.pointee.topics[index]
                counts[String(cString: topic.topic)] = topic.partition_cnt
            }
            return .success(counts)
        }
    }
}
