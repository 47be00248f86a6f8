import CLibrdkafka

extension KafkaHandle {
    /// The first remaining offset and the offset of the next record.
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

    /// The offset of the next record, for many partitions in one request; unknown ones are left out.
    func logEnds(
        of wanted: [TopicPartition], timeout: Duration
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await offsets(of: wanted, at: Int64(RD_KAFKA_OFFSET_END), timeout: timeout)
    }

    /// The first remaining offset, for many partitions in one request; unknown ones are left out.
    func logStarts(
        of wanted: [TopicPartition], timeout: Duration
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await offsets(of: wanted, at: Int64(RD_KAFKA_OFFSET_BEGINNING), timeout: timeout)
    }

    private func offsets(
        of wanted: [TopicPartition], at marker: Int64, timeout: Duration
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        guard !wanted.isEmpty else { return [:] }
        return try await blocking { pointer in
            // With a marker in place of a time, the response is the end or the start of the log.
            withPartitionList(wanted.map { ($0, marker) }) { list in
                let code = rd_kafka_offsets_for_times(pointer, list, timeout.timeout)
                if let error = KafkaError(ifFailed: code, doing: "log offsets") { return .failure(error) }
                return .success(Dictionary(uniqueKeysWithValues: partitions(of: list).filter { $0.1 >= 0 }))
            }
        }
    }

    /// The partitions of every topic; a query for all topics creates none, while a query for one might.
    func partitionCounts(timeout: Duration) async throws(KafkaError) -> [String: Int32] {
        try await cluster(timeout: timeout).topics.mapValues(\.partitions)
    }

    /// Every topic and broker that one of the brokers knows.
    func cluster(timeout: Duration) async throws(KafkaError) -> KafkaCluster {
        try await blocking { pointer in
            var metadata: UnsafePointer<rd_kafka_metadata>?
            let code = rd_kafka_metadata(pointer, 1, nil, &metadata, timeout.timeout)
            guard code == RD_KAFKA_RESP_ERR_NO_ERROR, let metadata else {
                return .failure(KafkaError(code, doing: "list topics", because: self.refusal()))
            }
            defer { rd_kafka_metadata_destroy(metadata) }
            self.noteAdmission()
            return .success(KafkaCluster(metadata.pointee))
        }
    }
}

/// The topics and brokers of a cluster.
package struct KafkaCluster: Sendable, Equatable {
    /// The layout of a topic.
    package struct Topic: Sendable, Equatable {
        package let partitions: Int32
        /// Number of replicas of the partition with the fewest.
        package let replicas: Int32

        package init(partitions: Int32, replicas: Int32) {
            self.partitions = partitions
            self.replicas = replicas
        }
    }

    package let topics: [String: Topic]
    /// Ids of the running brokers.
    package let brokers: Set<Int32>

    fileprivate init(_ metadata: rd_kafka_metadata) {
        var topics: [String: Topic] = [:]
        for index in 0..<Int(metadata.topic_cnt) {
            let topic = metadata.topics[index]
            let replicas = (0..<Int(topic.partition_cnt)).map { topic.partitions[$0].replica_cnt }
            topics[String(cString: topic.topic)] = Topic(partitions: topic.partition_cnt, replicas: replicas.min() ?? 0)
        }
        self.topics = topics
        brokers = Set((0..<Int(metadata.broker_cnt)).map { metadata.brokers[$0].id })
    }
}
