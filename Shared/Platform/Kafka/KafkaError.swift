import CLibrdkafka

/// An error between a client and the broker; its text contains no data of records.
package struct KafkaError: Error, Sendable, Equatable, CustomStringConvertible {
    /// librdkafka's code; negative ones are the library's own.
    package let code: Int32
    /// The code's name, such as `_TIMED_OUT`.
    package let name: String
    /// Whether the same call may succeed later.
    package let isRetryable: Bool
    /// Whether the client that reported it can no longer be used.
    package let isFatal: Bool
    package let description: String

    init(_ code: rd_kafka_resp_err_t, doing what: String, because reason: String? = nil) {
        self.code = code.rawValue
        name = String(cString: rd_kafka_err2name(code))
        isFatal = code == RD_KAFKA_RESP_ERR__FATAL
        isRetryable = !Self.permanent.contains(code.rawValue)
        description = [what, String(cString: rd_kafka_err2str(code)), reason].compactMap(\.self).joined(separator: ": ")
    }

    /// Nil if the code means success.
    init?(ifFailed code: rd_kafka_resp_err_t, doing what: String) {
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
        self.init(code, doing: what)
    }

    /// Takes over an error object of librdkafka.
    init(consuming error: OpaquePointer, doing what: String) {
        code = rd_kafka_error_code(error).rawValue
        name = String(cString: rd_kafka_error_name(error))
        isFatal = rd_kafka_error_is_fatal(error) != 0
        isRetryable = !Self.permanent.contains(code) && rd_kafka_error_is_fatal(error) == 0
        description = "\(what): \(String(cString: rd_kafka_error_string(error)))"
        rd_kafka_error_destroy(error)
    }

    /// The error that ended a client: the cause behind librdkafka's `_FATAL`.
    init(fatalErrorOf client: OpaquePointer, doing what: String) {
        let cause = rd_kafka_fatal_error(client, nil, 0)
        let code = cause == RD_KAFKA_RESP_ERR_NO_ERROR ? RD_KAFKA_RESP_ERR__FATAL : cause
        self.code = code.rawValue
        name = String(cString: rd_kafka_err2name(code))
        isFatal = true
        isRetryable = false
        description = "\(what): \(String(cString: rd_kafka_err2str(code)))"
    }

    /// A setting that librdkafka refuses.
    init(configuration reason: String) {
        code = RD_KAFKA_RESP_ERR__INVALID_ARG.rawValue
        name = "_INVALID_ARG"
        isFatal = false
        isRetryable = false
        description = "configuration: \(reason)"
    }

    /// The producer was closed; the record was not sent.
    static let closed = KafkaError(RD_KAFKA_RESP_ERR__DESTROY, doing: "send by a closed producer")

    /// The caller stopped waiting; whether the record arrived is unknown.
    static let unknownOutcome = KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: "delivery report not awaited")

    /// Codes of errors that a retry does not resolve.
    private static let permanent: Set<Int32> = [
        RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE.rawValue, RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE.rawValue,
        RD_KAFKA_RESP_ERR__INVALID_ARG.rawValue, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION.rawValue,
        RD_KAFKA_RESP_ERR__DESTROY.rawValue,
        RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED.rawValue, RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED.rawValue,
        RD_KAFKA_RESP_ERR_INVALID_PARTITIONS.rawValue, RD_KAFKA_RESP_ERR_POLICY_VIOLATION.rawValue,
        RD_KAFKA_RESP_ERR_INVALID_SESSION_TIMEOUT.rawValue, RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID.rawValue,
    ]
}
