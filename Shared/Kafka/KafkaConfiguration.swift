/// How a client reaches its brokers.
package struct KafkaConfiguration: Sendable {
    /// `host:port` list, separated by commas.
    package var brokers: String
    /// Shown in the broker's logs.
    package var clientID: String
    /// Static membership of a group; the same text after a restart keeps the partitions.
    package var groupInstanceID: String?
    /// How long a silent group member keeps its partitions.
    package var sessionTimeout = Duration.seconds(30)
    /// How long a request waits for its answer before its connection counts as gone: a broker behind a network that
    /// swallows everything is noticed no sooner (librdkafka's own default is a minute).
    package var socketTimeout = Duration.seconds(8)
    /// How long the broker holds a fetch for which there is no record; it answers as soon as there is one.
    package var fetchWait = Duration.milliseconds(500)
    /// librdkafka properties for TLS and SASL.
    package var security: [String: String] = [:]
    /// Any other librdkafka property; wins over ours.
    package var overrides: [String: String] = [:]

    package init(brokers: String, clientID: String) {
        self.brokers = brokers
        self.clientID = clientID
    }

    /// What every client has in common (FEASIBILITY: a reconnect back-off of at most 1 s rides out a broker restart).
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

    /// Questions about topics and groups.
    var administration: [String: String] { common.merging(overrides) { $1 } }

    /// Nothing is lost or put out of order between us and the broker; a send waits out an outage.
    var producer: [String: String] {
        common.merging([
            "enable.idempotence": "true", "acks": "all", "linger.ms": "0", "message.timeout.ms": "300000",
            "compression.type": "lz4", "message.max.bytes": "8000000", "partitioner": "murmur2_random",
        ]) { $1 }.merging(overrides) { $1 }
    }

    /// Offsets are the caller's; low latency, bounded memory.
    ///
    /// Assignment is by range: the sticky assignor of librdkafka 2.0.2 (Debian 12) may abort the process.
    /// A paused partition's fetched records are fetched again, so a fetch brings little more than a buffer holds. The
    /// library's queue has its default limits, far above what a fetch brings: one that is reached stalls fetching for up to
    /// a second before librdkafka 2.2, although the queue is emptied at once.
    func consumer(group: String) -> [String: String] {
        var properties = common.merging([
            "group.id": group, "enable.auto.commit": "false", "enable.auto.offset.store": "false",
            "auto.offset.reset": "earliest", "enable.partition.eof": "true", "fetch.min.bytes": "1",
            "fetch.wait.max.ms": String(fetchWait.milliseconds), "fetch.error.backoff.ms": "100",
            "max.partition.fetch.bytes": "524288", "fetch.max.bytes": "4194304", "statistics.interval.ms": "1000",
            "topic.metadata.refresh.interval.ms": "30000", "session.timeout.ms": String(sessionTimeout.milliseconds),
            "heartbeat.interval.ms": "500", "partition.assignment.strategy": "range",
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
