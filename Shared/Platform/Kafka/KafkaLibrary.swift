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

    /// The library's own threads may wake this much late from their sleeps.
    ///
    /// Before 2.4.0 its main thread does not sleep through the last millisecond before each of its timers but spins
    /// (librdkafka pull request 4671), which was half of the processor time of a service at rest. With two milliseconds
    /// it usually wakes after the timer is due. A sleep that a record or a request ends is not affected.
    private static let slack: UInt = 2_000_000

    /// Runs `create`, which starts threads of the library, with the time that these threads may wake late.
    static func withSlack<Client>(_ create: () -> Client) -> Client {
        guard spinsBeforeTimers(version: rd_kafka_version()) else { return create() }
        let before = timer_slack()
        set_timer_slack(slack)
        defer { set_timer_slack(before) }
        return create()
    }

    /// `version` as in `hasStrictSCRAM(version:)`.
    static func spinsBeforeTimers(version: Int32) -> Bool { version < 0x0204_00ff }
}
