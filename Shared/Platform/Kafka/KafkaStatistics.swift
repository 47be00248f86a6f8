import Foundation

/// The part of librdkafka's statistics that is used (STATISTICS.md of the library).
struct KafkaStatistics {
    /// A known broker.
    struct Broker: Decodable, Equatable {
        /// `UP` once requests can be sent.
        let state: String
        /// Number of connection attempts, including failed ones.
        let connects: Int
    }

    /// Brokers by name.
    let brokers: [String: Broker]

    /// Parses one report; nil if it is malformed.
    ///
    /// The member `topics`, which follows `brokers`, is cut off before decoding: with 60 partitions it is 95 % of the
    /// document.
    init?(json: UnsafeRawBufferPointer) {
        var document = Data(json)
        if let topics = document.firstRange(of: Data(", \"topics\":".utf8)) {
            document = document[..<topics.lowerBound] + Data("}".utf8)
        }
        guard let decoded = try? JSONDecoder().decode(Document.self, from: document) else { return nil }
        brokers = decoded.brokers ?? [:]
    }

    private struct Document: Decodable {
        let brokers: [String: Broker]?
    }
}

/// Counts connections that were lost and restored.
struct ConnectionCount {
    private(set) var generation = 0
    private var connectsWhenUp: [String: Int] = [:]

    /// Stores the current state of the brokers.
    ///
    /// A first report of more than one attempt counts too, since the connection may have been lost before it.
    mutating func note(_ brokers: [String: KafkaStatistics.Broker]) {
        for (name, broker) in brokers where broker.state == "UP" {
            if broker.connects > connectsWhenUp[name, default: 1] { generation += 1 }
            connectsWhenUp[name] = broker.connects
        }
    }
}
