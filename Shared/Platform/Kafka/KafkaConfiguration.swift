/// Settings of a client for its brokers.
package struct KafkaConfiguration: Sendable {
    /// `host:port` list, separated by commas.
    package var brokers: String
    /// Shown in the broker's logs.
    package var clientID: String
    /// Static membership of a group: with the same text after a restart the member keeps its partitions.
    package var groupInstanceID: String?
    /// How long a silent group member keeps its partitions.
    package var sessionTimeout = Duration.seconds(30)
    /// Maximum wait for a response before the connection is considered lost.
    ///
    /// A broker behind a network that drops all packets is detected no sooner (librdkafka's own default is a minute).
    package var socketTimeout = Duration.seconds(8)
    /// How long the broker waits before it answers a fetch without records; it answers at once if there is one.
    package var fetchWait = Duration.milliseconds(500)
    /// librdkafka properties for TLS and SASL.
    package var security: [String: String] = [:]
    /// Any other librdkafka property; it takes precedence over those set here.
    package var overrides: [String: String] = [:]

    package init(brokers: String, clientID: String) {
        self.brokers = brokers
        self.clientID = clientID
    }

    /// Properties of every client; the reconnect back-off of at most 1 s recovers quickly from a broker's restart.
    var common: [String: String] {
        let timeout = String(socketTimeout.milliseconds)
        return [
            "socket.timeout.ms": timeout, "socket.connection.setup.timeout.ms": timeout,
            "api.version.request.timeout.ms": timeout,
            "bootstrap.servers": brokers, "client.id": clientID, "reconnect.backoff.ms": "50",
            "reconnect.backoff.max.ms": "1000", "socket.keepalive.enable": "true", "socket.nagle.disable": "true",
            "broker.address.family": "any", "log.connection.close": "false",
        ].merging(security) { $1 }
    }

    /// Properties for queries about topics and groups.
    var administration: [String: String] { common.merging(overrides) { $1 } }

    /// Properties of a producer: records are neither lost nor reordered; a send waits during an outage.
    var producer: [String: String] {
        common.merging([
            "enable.idempotence": "true", "acks": "all", "linger.ms": "0", "message.timeout.ms": "300000",
            "compression.type": "lz4", "message.max.bytes": "8000000", "partitioner": "murmur2_random",
        ]) { $1 }.merging(overrides) { $1 }
    }

    /// Properties of a consumer: the caller stores offsets; low latency, bounded memory.
    ///
    /// Assignment is by range, since the sticky assignor of librdkafka 2.0.2 (Debian 12) may abort the process. A
    /// paused partition's fetched records are fetched again, so the size of a fetch is little more than that of a
    /// buffer. The library's queue has its default limits, far above the size of a fetch: before librdkafka 2.2 a
    /// reached limit stalls fetching for up to a second, even if the queue is emptied at once.
    func consumer(group: String) -> [String: String] {
        var properties = common.merging([
            "group.id": group, "enable.auto.commit": "false", "enable.auto.offset.store": "false",
            "auto.offset.reset": "earliest", "enable.partition.eof": "true", "fetch.min.bytes": "1",
            "fetch.wait.max.ms": String(fetchWait.milliseconds), "fetch.error.backoff.ms": "100",
            "max.partition.fetch.bytes": "524288", "fetch.max.bytes": "4194304", "statistics.interval.ms": "5000",
            "topic.metadata.refresh.interval.ms": "30000", "session.timeout.ms": String(sessionTimeout.milliseconds),
            "heartbeat.interval.ms": "1000", "partition.assignment.strategy": "range",
        ]) { $1 }
        properties["group.instance.id"] = groupInstanceID
        return properties.merging(overrides) { $1 }
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }

    /// For librdkafka's timeouts.
    var timeout: Int32 { Int32(clamping: milliseconds) }
}
