import CLibrdkafka
import Logging
import Threads

/// The one thread that polls for a consumer: it buffers records, carries out requested actions, and leaves the group.
struct ConsumerThread: Sendable {
    let handle: KafkaHandle
    let member: GroupMember
    let logger: Logger

    /// Maximum wait of a poll for the first message, in milliseconds; callers wake it for an action.
    private static let pollMilliseconds: Int32 = 500
    /// Maximum number of messages between two checks for pending actions.
    private static let messagesPerTurn = 500
    /// Maximum duration of a seek in the library before it is retried, in milliseconds.
    private static let seekMilliseconds: Int32 = 1_000

    func start() {
        NamedThread.start("kafka-consumer") { self.run() }
    }

    private func run() {
        while !member.isClosing {
            carryOutOrders()
            var wait = Self.pollMilliseconds
            var messages = 0
            while messages < Self.messagesPerTurn, let message = rd_kafka_consumer_poll(handle.pointer, wait) {
                take(message)
                rd_kafka_message_destroy(message)
                messages += 1
                wait = 0
            }
            member.turn()
        }
        sendCommits(isLast: true)
        rd_kafka_consumer_close(handle.pointer)
        member.noteClosed()
    }

    private func take(_ message: UnsafePointer<rd_kafka_message_t>) {
        switch message.pointee.err {
        case RD_KAFKA_RESP_ERR_NO_ERROR:
            let record = KafkaRecord(message)
            guard member.keep(record) else { return }
            withPartitionList(of: [record.topicPartition]) { _ = rd_kafka_pause_partitions(handle.pointer, $0) }
        case RD_KAFKA_RESP_ERR__PARTITION_EOF:
            member.reachEnd(of: TopicPartition(message), offset: message.pointee.offset)
        case RD_KAFKA_RESP_ERR__FATAL:
            end(with: KafkaError(fatalErrorOf: handle.pointer, doing: "consume"))
        case RD_KAFKA_RESP_ERR_INVALID_SESSION_TIMEOUT, RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID:
            // The library would retry joining forever with the same result.
            end(with: KafkaError(message.pointee.err, doing: "join the group"))
        case let code:
            // A missing topic or an unavailable broker: the library retries by itself.
            logger.warning(
                "\(rd_kafka_message_errstr(message).map { String(cString: $0) } ?? "")",
                metadata: ["kafka.error": "\(String(cString: rd_kafka_err2name(code)))"])
        }
    }

    private func end(with error: KafkaError) {
        logger.error("the consumer cannot continue", metadata: ["kafka.error": "\(error)"])
        member.finish(error)
    }

    private func carryOutOrders() {
        sendCommits()
        let (resumes, seeks) = member.takeOrders()
        if !resumes.isEmpty {
            withPartitionList(of: resumes) { _ = rd_kafka_resume_partitions(handle.pointer, $0) }
        }
        for seek in seeks where make(seek) {
            _ = member.change { $0.made(seek) }
        }
    }

    private func sendCommits(isLast: Bool = false) {
        Self.commit(member.takeCommits(isLast: isLast), handle.pointer, logger)
    }

    /// Requests the commit of offsets, without waiting.
    static func commit(_ offsets: [TopicPartition: Int64], _ client: OpaquePointer, _ logger: Logger) {
        guard !offsets.isEmpty else { return }
        let code = withPartitionList(offsets.map { ($0.key, $0.value) }) { rd_kafka_commit(client, $0, 1) }
        log(commitResult: code, logger)
    }

    /// - Returns: false if the library cannot seek yet, as directly after an assignment; the next turn retries.
    private func make(_ seek: ConsumerBuffers.Seek) -> Bool {
        let failure = withPartitionList([(seek.partition, seek.offset)]) { list -> KafkaError? in
            if let error = rd_kafka_seek_partitions(handle.pointer, list, Self.seekMilliseconds) {
                return KafkaError(consuming: error, doing: "seek")
            }
            let code = list.pointee.elems[0].err
            return code == RD_KAFKA_RESP_ERR_NO_ERROR ? nil : KafkaError(code, doing: "seek")
        }
        guard let failure else { return true }
        logger.debug("seek will be retried", metadata: ["kafka.error": "\(failure)"])
        return false
    }

    /// A refused commit has no effect, since the positions are stored in the service's own tables.
    static func log(commitResult code: rd_kafka_resp_err_t, _ logger: Logger) {
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR, code != RD_KAFKA_RESP_ERR__NO_OFFSET else { return }
        logger.debug(
            "offsets not committed", metadata: ["kafka.error": "\(String(cString: rd_kafka_err2name(code)))"])
    }
}
