import CLibrdkafka

extension KafkaAdmin {
    /// One setting of a topic.
    package struct TopicSetting: Sendable, Equatable {
        package let value: String
        /// Whether it is set for this topic rather than by the broker's default.
        package let isOwn: Bool
        /// Whether the broker does not allow changes.
        package let isReadOnly: Bool

        package init(value: String, isOwn: Bool, isReadOnly: Bool) {
            self.value = value
            self.isOwn = isOwn
            self.isReadOnly = isReadOnly
        }
    }

    /// The settings of topics as one broker knows them; topics unknown to it are missing.
    ///
    /// - Throws: `KafkaError`: `UNSUPPORTED_VERSION` or `_UNSUPPORTED_FEATURE` if the broker lacks this request,
    ///   `TOPIC_AUTHORIZATION_FAILED` without the permission `DescribeConfigs`.
    package func settings(
        of topics: [String], at broker: Int32, timeout: Duration
    ) async throws(KafkaError) -> [String: [String: TopicSetting]] {
        try await settings(RD_KAFKA_RESOURCE_TOPIC, topics, at: broker, timeout: timeout)
    }

    /// The settings of a running broker, by name.
    ///
    /// - Throws: `KafkaError`; `CLUSTER_AUTHORIZATION_FAILED` without the permission `DescribeConfigs` on the cluster.
    package func brokerSettings(timeout: Duration) async throws(KafkaError) -> [String: String] {
        guard let broker = try await cluster(timeout: timeout).brokers.min() else { return [:] }
        let answer = try await settings(RD_KAFKA_RESOURCE_BROKER, ["\(broker)"], at: broker, timeout: timeout)
        return answer["\(broker)"]?.mapValues(\.value) ?? [:]
    }

    /// Replaces all settings of topics, so settings that are not listed are reset.
    ///
    /// - Throws: `KafkaError` of the first topic that was refused.
    package func replaceSettings(
        _ settings: [String: [String: String]], timeout: Duration
    ) async throws(KafkaError) {
        try await handle().blocking { pointer -> Result<Void, KafkaError> in
            var resources = settings.map { topic, values in
                let resource = rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic)
                for (name, value) in values { rd_kafka_ConfigResource_set_config(resource, name, value) }
                return resource
            }
            defer { rd_kafka_ConfigResource_destroy_array(&resources, resources.count) }
            return answer(
                of: pointer, to: RD_KAFKA_ADMIN_OP_ALTERCONFIGS, timeout: timeout, doing: "alter settings"
            ) { options, queue in
                rd_kafka_AlterConfigs(pointer, &resources, resources.count, options, queue)
            } reading: { event in
                if let error = KafkaError(ifFailed: rd_kafka_event_error(event), doing: "alter settings") {
                    return .failure(error)
                }
                var count = 0
                let answers = rd_kafka_AlterConfigs_result_resources(
                    rd_kafka_event_AlterConfigs_result(event), &count)
                for index in 0..<count {
                    let code = rd_kafka_ConfigResource_error(answers?[index])
                    if let error = KafkaError(ifFailed: code, doing: "alter settings") { return .failure(error) }
                }
                return .success(())
            }
        }
    }

    /// Deletes topics with all of their records; those that do not exist are skipped.
    ///
    /// - Throws: `KafkaError` of the first topic that was refused.
    package func delete(_ topics: [String], timeout: Duration) async throws(KafkaError) {
        guard !topics.isEmpty else { return }
        try await handle().blocking { pointer -> Result<Void, KafkaError> in
            var doomed = topics.map { rd_kafka_DeleteTopic_new($0) }
            defer { rd_kafka_DeleteTopic_destroy_array(&doomed, doomed.count) }
            return answer(
                of: pointer, to: RD_KAFKA_ADMIN_OP_DELETETOPICS, timeout: timeout, doing: "delete topics"
            ) { options, queue in
                rd_kafka_DeleteTopics(pointer, &doomed, doomed.count, options, queue)
            } reading: { event in
                if let error = KafkaError(ifFailed: rd_kafka_event_error(event), doing: "delete topics") {
                    return .failure(error)
                }
                var count = 0
                let answers = rd_kafka_DeleteTopics_result_topics(
                    rd_kafka_event_DeleteTopics_result(event), &count)
                for index in 0..<count {
                    let code = rd_kafka_topic_result_error(answers?[index])
                    guard code != RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART else { continue }
                    if let error = KafkaError(ifFailed: code, doing: "delete topics") { return .failure(error) }
                }
                return .success(())
            }
        }
    }

    /// Deletes the records of partitions before these offsets, as retention does.
    ///
    /// - Throws: `KafkaError` of the first partition that was refused.
    package func deleteRecords(
        before offsets: [TopicPartition: Int64], timeout: Duration
    ) async throws(KafkaError) {
        guard !offsets.isEmpty else { return }
        try await handle().blocking { pointer -> Result<Void, KafkaError> in
            var requests = withPartitionList(offsets.map { ($0.key, $0.value) }) {
                [rd_kafka_DeleteRecords_new($0)]
            }
            defer { rd_kafka_DeleteRecords_destroy_array(&requests, requests.count) }
            return answer(
                of: pointer, to: RD_KAFKA_ADMIN_OP_DELETERECORDS, timeout: timeout, doing: "delete records"
            ) { options, queue in
                rd_kafka_DeleteRecords(pointer, &requests, requests.count, options, queue)
            } reading: { event in
                if let error = KafkaError(ifFailed: rd_kafka_event_error(event), doing: "delete records") {
                    return .failure(error)
                }
                guard
                    let list = rd_kafka_DeleteRecords_result_offsets(rd_kafka_event_DeleteRecords_result(event))
                else { return .success(()) }
                for index in 0..<Int(list.pointee.cnt) {
                    let code = list.pointee.elems[index].err
                    if let error = KafkaError(ifFailed: code, doing: "delete records") { return .failure(error) }
                }
                return .success(())
            }
        }
    }

    private func settings(
        _ type: rd_kafka_ResourceType_t, _ names: [String], at broker: Int32, timeout: Duration
    ) async throws(KafkaError) -> [String: [String: TopicSetting]] {
        guard !names.isEmpty else { return [:] }
        return try await handle().blocking { pointer -> Result<[String: [String: TopicSetting]], KafkaError> in
            var resources = names.map { rd_kafka_ConfigResource_new(type, $0) }
            defer { rd_kafka_ConfigResource_destroy_array(&resources, resources.count) }
            return answer(
                of: pointer, to: RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS, timeout: timeout, doing: "describe settings"
            ) { options, queue in
                var message = [CChar](repeating: 0, count: 256)
                rd_kafka_AdminOptions_set_broker(options, broker, &message, message.count)
                rd_kafka_DescribeConfigs(pointer, &resources, resources.count, options, queue)
            } reading: { event in
                if let error = KafkaError(ifFailed: rd_kafka_event_error(event), doing: "describe settings") {
                    return .failure(error)
                }
                var count = 0
                let answers = rd_kafka_DescribeConfigs_result_resources(
                    rd_kafka_event_DescribeConfigs_result(event), &count)
                var settings: [String: [String: TopicSetting]] = [:]
                for index in 0..<count {
                    guard let resource = answers?[index] else { continue }
                    let code = rd_kafka_ConfigResource_error(resource)
                    guard code != RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART else { continue }
                    if let error = KafkaError(ifFailed: code, doing: "describe settings") { return .failure(error) }
                    settings[String(cString: rd_kafka_ConfigResource_name(resource))] = entries(of: resource)
                }
                return .success(settings)
            }
        }
    }
}

/// The settings in a broker's response about one resource, without secret ones, which have no value.
private func entries(of resource: OpaquePointer) -> [String: KafkaAdmin.TopicSetting] {
    var count = 0
    let list = rd_kafka_ConfigResource_configs(resource, &count)
    var entries: [String: KafkaAdmin.TopicSetting] = [:]
    for index in 0..<count {
        guard let entry = list?[index], let value = rd_kafka_ConfigEntry_value(entry) else { continue }
        let source = rd_kafka_ConfigEntry_source(entry)
        entries[String(cString: rd_kafka_ConfigEntry_name(entry))] = KafkaAdmin.TopicSetting(
            value: String(cString: value), isOwn: source == RD_KAFKA_CONFIG_SOURCE_DYNAMIC_TOPIC_CONFIG,
            isReadOnly: rd_kafka_ConfigEntry_is_read_only(entry) != 0)
    }
    return entries
}
