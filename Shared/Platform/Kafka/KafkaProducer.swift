import CLibrdkafka
import Foundation
import Logging
import Synchronization

/// Sends records: idempotent, `acks=all`, in order per partition; returns the result of each.
package final class KafkaProducer: Sendable {
    private let configuration: KafkaConfiguration
    private let logger: Logger
    private let client: Mutex<ProducerClient>

    /// A producer that connects when first needed.
    ///
    /// - Throws: For a configuration that librdkafka refuses.
    package init(_ configuration: KafkaConfiguration, logger: Logger) throws(KafkaError) {
        self.configuration = configuration
        self.logger = logger
        client = Mutex(try ProducerClient(configuration, logger: logger))
    }

    /// Sends records and waits until the result of each is known, also while a broker is unavailable.
    ///
    /// A cancelled caller stops waiting; the outcome of records without a report is then unknown.
    ///
    /// - Returns: One result per record, in the given order.
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

    /// The current id of the cluster, as reported by one of the brokers.
    ///
    /// - Throws: `_TIMED_OUT` if no broker answers in time.
    package func clusterID(timeout: Duration) async throws(KafkaError) -> String {
        let client = client.withLock { $0 }
        return try await client.handle.blocking { pointer in
            // The library caches the first response; a metadata request refreshes it.
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

    /// The first remaining offset and the offset of the next record, as reported by the broker.
    ///
    /// - Throws: `KafkaError` if the broker does not answer in time or does not know the partition.
    package func watermarks(
        _ partition: TopicPartition, timeout: Duration
    ) async throws(KafkaError) -> (low: Int64, high: Int64) {
        try await client.withLock { $0 }.handle.watermarks(partition, timeout: timeout)
    }

    /// The offset of the next record, as reported by the broker, for many partitions in one request.
    ///
    /// - Returns: The ends; a partition that the broker does not know is missing.
    /// - Throws: `KafkaError` if the broker does not answer in time.
    package func logEnds(
        of partitions: [TopicPartition], timeout: Duration
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await client.withLock { $0 }.handle.logEnds(of: partitions, timeout: timeout)
    }

    /// Number of partitions of a topic; 0 if the cluster does not have it.
    ///
    /// - Throws: `_TIMED_OUT` if no broker answers in time.
    package func partitionCount(of topic: String, timeout: Duration) async throws(KafkaError) -> Int32 {
        try await client.withLock { $0 }.handle.partitionCounts(timeout: timeout)[topic] ?? 0
    }

    /// Sends queued records within the limit, reports the rest as failed, and closes; safe to call twice.
    package func flushAndClose(within limit: Duration) async {
        await client.withLock { $0 }.close(within: limit)
    }

    /// After a fatal error a client rejects every record; a new one replaces it.
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
