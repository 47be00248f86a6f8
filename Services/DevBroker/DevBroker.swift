import CLibrdkafka
import CMockBroker
import Glibc

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

    /// Starts to listen on 127.0.0.1, and keeps clients waiting until `open()`; port 0 takes any free one.
    init(port: Int32) throws {
        var message = [CChar](repeating: 0, count: 512)
        let configuration = rd_kafka_conf_new()
        // Nothing yet: that clients wait at the door is no error.
        rd_kafka_conf_set(configuration, "log_level", "2", &message, message.count)
        // Of the mock cluster's connections too: several small answers in a row would each wait for the client's system to
        // confirm the one before, which Linux delays by 40 ms.
        rd_kafka_conf_set(configuration, "socket.nagle.disable", "true", &message, message.count)
        guard let client = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, &message, message.count) else {
            throw Failure(description: "librdkafka does not start")
        }
        guard Self.isFree(port) else {
            rd_kafka_destroy(client)
            throw Failure(description: "port \(port) is not free")
        }
        mock_broker_keep_out(true)
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

    /// Whether nobody listens on the port; librdkafka would end the process over one that is taken.
    private static func isFree(_ port: Int32) -> Bool {
        guard port > 0 else { return true }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Lets clients in, once the topics are made.
    func open() {
        mock_broker_keep_out(false)
        // Until the last of those who waited is no longer told to.
        usleep(5_000)
        // Errors only: this client, which merely carries the broker, has no servers to connect to and would say so.
        rd_kafka_set_log_level(client, 3)
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
