import CLibrdkafka

/// The loaded librdkafka.
package enum KafkaLibrary {
    /// Its release, such as `2.0.2`.
    package static let version = String(cString: rd_kafka_version_str())

    /// Whether Kafka 4 accepts the library's SCRAM: before 2.6.1 it repeats the client's nonce (librdkafka pull request
    /// 4895), which only brokers before 4.0 accept.
    package static let hasStrictSCRAM = hasStrictSCRAM(version: rd_kafka_version())

    /// `version` is `0xMMmmrrff` for a final release, as `rd_kafka_version` returns it.
    static func hasStrictSCRAM(version: Int32) -> Bool { version >= 0x0206_01ff }
}
