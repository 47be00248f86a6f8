import CLibrdkafka
import Foundation
import Logging
import Synchronization

/// Sends records: idempotent, `acks=all`, in order per partition; says for each what became of it.
package final class KafkaProducer: Sendable {
    private let configuration: KafkaConfiguration
    private let logger: Logger
    private let client: Mutex<ProducerClient>

    /// A producer that connects when it is first needed.
    ///
    /// - Throws: a configuration that librdkafka refuses.
    package init(_ configuration: KafkaConfiguration, logger: Logger) throws(KafkaError) {
        self.configuration = configuration
        self.logger = logger
        client = Mutex(try ProducerClient(configuration, logger: logger))
    }

    /// Sends records and waits until the fate of each is known; a broker that is away is waited for.
    ///
    /// A cancelled caller waits no longer; the outcome of what was not reported by then is unknown.
    ///
    /// - Returns: one result per record, in the order given.
    package func send(_ records: [OutgoingRecord]) async -> [Result<DeliveryReport, KafkaError>] {
        guard !records.isEmpty else { return [] }
        let client = client.withLock { $0 }
        let batch = DeliveryBatch(count: records.count)
        let results = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                batch.wait(continuation)
                client.enqueue(records, batch)
            }
        } onCancel: {
            batch.giveUp()
        }
        renewAfterFatalError(of: client)
        return results
    }

    /// The id of the cluster behind the brokers, as one of them says now.
    ///
    /// - Throws: `_TIMED_OUT` when no broker answers in time.
    package func clusterID(timeout: Duration) async throws(KafkaError) -> String {
        let client = client.withLock { $0 }
        return try await client.handle.blocking { pointer in
            // The library keeps the first answer; metadata asks anew and renews it.
            var metadata: UnsafePointer<rd_kafka_metadata>?
            let code = rd_kafka_metadata(pointer, 0, nil, &metadata, timeout.timeout)
            if let error = KafkaError(ifFailed: code, doing: "cluster id") { return .failure(error) }
            rd_kafka_metadata_destroy(metadata)
            guard let text = rd_kafka_clusterid(pointer, timeout.timeout) else {
                return .failure(KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: "cluster id"))
            }
            defer { rd_kafka_mem_free(pointer, text) }
            return .success(String(cString: text))
        }
    }

    /// The first offset still there and the offset of the next record to come, as the broker says now.
    ///
    /// - Throws: `KafkaError` when the broker does not answer in time or knows no such partition.
    package func watermarks(
        _ partition: TopicPartition, timeout: Duration
    ) async throws(KafkaError) -> (low: Int64, high: Int64) {
        try await client.withLock { $0 }.handle.watermarks(partition, timeout: timeout)
    }

    /// The offset of the next record to come, as the broker says now, for many partitions in one question.
    ///
    /// - Returns: the ends; a partition that the broker does not know is missing.
    /// - Throws: `KafkaError` when the broker does not answer in time.
    package func logEnds(
        of partitions: [TopicPartition], timeout: Duration
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await client.withLock { $0 }.handle.logEnds(of: partitions, timeout: timeout)
    }

    /// How many partitions a topic has; 0 when the cluster does not have it.
    ///
    /// - Throws: `_TIMED_OUT` when no broker answers in time.
    package func partitionCount(of topic: String, timeout: Duration) async throws(KafkaError) -> Int32 {
        try await client.withLock { $0 }.handle.partitionCounts(timeout: timeout)[topic] ?? 0
    }

    /// Sends what is queued, within the limit, reports the rest as failed, and ends; safe to call twice.
    package func flushAndClose(within limit: Duration) async {
        await client.withLock { $0 }.close(within: limit)
    }

    /// After a fatal error a client refuses everything; another takes its place.
    private func renewAfterFatalError(of failed: ProducerClient) {
        guard failed.isBroken else { return }
        let isReplaced = client.withLock { client -> Bool in
            guard client === failed, let next = try? ProducerClient(configuration, logger: logger) else { return false }
            client = next
            return true
        }
        if isReplaced { logger.warning("the producer met a fatal error and was replaced") }
    }
}
