import Foundation

/// The state of the broker, in memory and used by one thread.
///
/// Each kind of request has a file in `Requests`.
final class Broker {
    /// The node id of the cluster's only broker.
    static let nodeID: Int32 = 1

    /// Random at each start: the logs of an earlier start are lost, and clients must notice.
    let clusterID: String
    let host = "127.0.0.1"
    let port: Int32
    var topics: TopicStore
    let timers = Timers()
    let fetches = WaitingFetches()
    let groups: GroupCoordinator
    /// The id of the next idempotent producer.
    ///
    /// It starts at random: producers keep their ids over a restart of the broker, and ids must not repeat.
    private var nextProducerID = Int64.random(in: 0..<1 << 48)

    init(port: Int32, topics: TopicStore) {
        self.port = port
        self.topics = topics
        groups = GroupCoordinator(timers: timers)
        // 16 random bytes in URL-safe base64, like Kafka's cluster ids.
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        clusterID = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    func newProducerID() -> Int64 {
        defer { nextProducerID += 1 }
        return nextProducerID
    }

    /// Handles a request.
    ///
    /// The answer may be sent later.
    ///
    /// - Throws: `MalformedRequest`.
    func handle(_ request: inout RequestReader, _ reply: Reply) throws {
        switch reply.header.api {
        case .produce: try produce(&request, reply)
        case .fetch: try fetch(&request, reply)
        case .listOffsets: try listOffsets(&request, reply)
        case .metadata: try metadata(&request, reply)
        case .offsetCommit: try offsetCommit(&request, reply)
        case .offsetFetch: try offsetFetch(&request, reply)
        case .findCoordinator: try findCoordinator(&request, reply)
        case .joinGroup: try joinGroup(&request, reply)
        case .heartbeat: try heartbeat(&request, reply)
        case .leaveGroup: try leaveGroup(&request, reply)
        case .syncGroup: try syncGroup(&request, reply)
        case .describeGroups: try describeGroups(&request, reply)
        case .listGroups: try listGroups(&request, reply)
        case .apiVersions: apiVersions(reply)
        case .createTopics: try createTopics(&request, reply)
        case .deleteRecords: try deleteRecords(&request, reply)
        case .initProducerID: try initProducerID(&request, reply)
        case .describeConfigs: try describeConfigs(&request, reply)
        case .deleteGroups: try deleteGroups(&request, reply)
        }
    }
}
