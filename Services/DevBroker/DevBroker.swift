import CLibrdkafka
import CMockBroker

/// Owns librdkafka's mock cluster of one broker; used from the main thread alone.
struct DevBroker {
    /// The broker could not be started, or a topic not be made.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// `host:port` where it listens.
    let address: String
    private let client: OpaquePointer
    private let cluster: OpaquePointer

    /// Starts to listen on 127.0.0.1; port 0 takes any free one.
    init(port: Int32) throws {
        var message = [CChar](repeating: 0, count: 512)
        let configuration = rd_kafka_conf_new()
        // Errors only: this client, which merely carries the broker, has no servers to connect to and would say so.
        rd_kafka_conf_set(configuration, "log_level", "3", &message, message.count)
        guard let client = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, &message, message.count) else {
            throw Failure(description: "librdkafka does not start")
        }
        mock_broker_listen_on(port)
        defer { mock_broker_listen_on(0) }
        guard let cluster = rd_kafka_mock_cluster_new(client, 1),
            let address = rd_kafka_mock_cluster_bootstraps(cluster)
        else {
            rd_kafka_destroy(client)
            throw Failure(description: "port \(port) is not free")
        }
        self.client = client
        self.cluster = cluster
        self.address = String(cString: address)
    }

    /// Makes a topic with one replica.
    func create(_ topic: String, partitions: Int32) throws {
        let error = rd_kafka_mock_topic_create(cluster, topic, partitions, 1)
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR else {
            throw Failure(description: "topic \(topic): \(String(cString: rd_kafka_err2str(error)))")
        }
    }

    /// Ends; everything kept is gone.
    func stop() {
        rd_kafka_mock_cluster_destroy(cluster)
        rd_kafka_destroy(client)
    }
}
