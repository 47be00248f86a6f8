import CLibrdkafka
import Foundation
import Hexadecimal
import Logging

/// Reads partitions without joining a group, for `fmctl tail`.
package final class KafkaReader: Sendable {
    /// The starting point.
    package enum Start: Sendable {
        case beginning
        case end
        case offset(Int64)
        /// A number of records before the end.
        case last(Int64)

        fileprivate var offset: Int64 {
            switch self {
            case .beginning: Int64(RD_KAFKA_OFFSET_BEGINNING)
            case .end: Int64(RD_KAFKA_OFFSET_END)
            case .offset(let offset): offset
            case .last(let count): -2_000 - count
            }
        }
    }

    private let handle: KafkaHandle

    /// Starts reading.
    ///
    /// - Throws: For a configuration that librdkafka refuses.
    package init(
        _ configuration: KafkaConfiguration, partitions: [TopicPartition: Start], logger: Logger
    ) throws(KafkaError) {
        var properties = configuration.consumer(group: "reader-\(UUID.random().text)")
        properties["statistics.interval.ms"] = "0"
        properties["group.instance.id"] = nil
        handle = try KafkaHandle(RD_KAFKA_CONSUMER, properties, context: ClientContext(logger: logger))
        let code = withPartitionList(partitions.map { ($0.key, $0.value.offset) }) {
            rd_kafka_assign(handle.pointer, $0)
        }
        if let error = KafkaError(ifFailed: code, doing: "assign") { throw error }
    }

    /// The result of one read.
    package struct Batch: Sendable {
        package var records: [KafkaRecord] = []
        /// Partitions whose end was reached during it.
        package var ended: [TopicPartition] = []
    }

    /// Waits up to `limit` for the first record, then takes the available ones, up to `count`.
    package func read(upTo count: Int = 500, waiting limit: Duration) async -> Batch {
        let batch = try? await handle.blocking { pointer -> Result<Batch, KafkaError> in
            var batch = Batch()
            var wait = limit.timeout
            while batch.records.count < count, let message = rd_kafka_consumer_poll(pointer, wait) {
                defer { rd_kafka_message_destroy(message) }
                switch message.pointee.err {
                case RD_KAFKA_RESP_ERR_NO_ERROR:
                    batch.records.append(KafkaRecord(message))
                    wait = 0
                case RD_KAFKA_RESP_ERR__PARTITION_EOF:
                    batch.ended.append(TopicPartition(message))
                default:
                    break
                }
            }
            return .success(batch)
        }
        return batch ?? Batch()
    }
}
