/// The supported requests, with their versions.
///
/// The ranges cover librdkafka 1.0 to 2.8, kcat and Apache's Java client 2.1 to 4. Produce includes versions below 3
/// although only record batches of format 2 are stored: librdkafka disables compression without them.
enum APIKey: Int16, CaseIterable {
    case produce = 0
    case fetch = 1
    case listOffsets = 2
    case metadata = 3
    case offsetCommit = 8
    case offsetFetch = 9
    case findCoordinator = 10
    case joinGroup = 11
    case heartbeat = 12
    case leaveGroup = 13
    case syncGroup = 14
    case describeGroups = 15
    case listGroups = 16
    case apiVersions = 18
    case createTopics = 19
    case deleteRecords = 21
    case initProducerID = 22
    case describeConfigs = 32
    case deleteGroups = 42

    /// Supported versions.
    var versions: ClosedRange<Int16> {
        switch self {
        case .produce: 0...9
        case .fetch: 4...12
        case .listOffsets: 1...7
        case .metadata: 0...9
        case .offsetCommit: 2...8
        case .offsetFetch: 1...7
        case .findCoordinator: 0...3
        case .joinGroup: 0...7
        case .heartbeat: 0...4
        case .leaveGroup: 0...5
        case .syncGroup: 0...5
        case .describeGroups: 0...5
        case .listGroups: 0...4
        case .apiVersions: 0...3
        case .createTopics: 0...4
        case .deleteRecords: 0...1
        case .initProducerID: 0...4
        case .describeConfigs: 0...3
        case .deleteGroups: 0...1
        }
    }

    /// The first version with compact lengths and tagged fields (KIP-482).
    private var firstFlexibleVersion: Int16 {
        switch self {
        case .produce, .metadata: 9
        case .fetch: 12
        case .listOffsets, .offsetFetch, .joinGroup: 6
        case .offsetCommit: 8
        case .findCoordinator, .listGroups, .apiVersions: 3
        case .heartbeat, .leaveGroup, .syncGroup, .describeConfigs: 4
        case .describeGroups, .createTopics: 5
        case .deleteRecords, .initProducerID, .deleteGroups: 2
        }
    }

    /// Whether a version has compact lengths and tagged fields.
    func isFlexible(_ version: Int16) -> Bool { version >= firstFlexibleVersion }

    /// Whether the header of the answer has tagged fields.
    ///
    /// Never for ApiVersions: its client does not know yet which versions the broker supports.
    func hasFlexibleResponseHeader(_ version: Int16) -> Bool { self != .apiVersions && isFlexible(version) }
}
