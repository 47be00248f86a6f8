import EventContracts
import Kafka

/// Creates the topics that are missing, waits until every broker knows them, and compares the settings of all.
struct TopicApplication: Sendable {
    /// The actions and findings.
    struct Result: Sendable {
        var checks: [TopicCheck]
        /// False if the broker does not report settings, so that none were compared.
        var areSettingsCompared: Bool
    }

    let admin: KafkaAdmin
    /// Number of replicas of each new partition; nil for `TopicSettings.replication(brokers:)`.
    let replication: Int32?
    /// Whether differing settings are changed.
    var altersSettings = false
    /// Timeout of a request.
    var timeout = Duration.seconds(10)
    /// How long brokers may take to learn of new topics.
    var propagationLimit = Duration.seconds(60)

    /// - Returns: The state of every topic afterwards.
    /// - Throws: `KafkaError`, or `ControlFailure.problem` if the broker refuses to create topics or a broker does not
    ///   learn of them.
    func run() async throws -> Result {
        let before = try await admin.cluster(timeout: timeout)
        let replication = replication ?? TopicSettings.replication(brokers: before.brokers.count)
        var created = try await create(Topic.all.filter { before.topics[$0.name] == nil }, replication: replication)
        let settings = try await waitUntilKnown(to: before.brokers, replication: replication, created: &created)
        let after = try await admin.cluster(timeout: timeout)
        var checks = TopicCheck.compare(Topic.all, with: after.topics.mapValues(\.partitions))
        for index in checks.indices where created.contains(checks[index].topic) { checks[index].state = .created }
        guard let settings else { return Result(checks: checks, areSettingsCompared: false) }
        for (index, topic) in Topic.all.enumerated() {
            guard let layout = after.topics[topic.name], let found = settings[topic.name] else { continue }
            let wanted = TopicSettings.wanted(for: topic, replicas: layout.replicas)
            checks[index].differences = TopicSettings.differences(found: found, wanted: wanted)
            checks[index].replicas = layout.replicas
            if layout.replicas < replication { checks[index].wantedReplicas = replication }
        }
        if altersSettings { try await alter(&checks, settings) }
        return Result(checks: checks, areSettingsCompared: true)
    }

    /// - Returns: The names of the topics that did not exist.
    private func create(_ topics: [Topic], replication: Int32) async throws -> Set<String> {
        var created: Set<String> = []
        for topic in topics {
            do {
                let isNew = try await admin.create(
                    .init(
                        name: topic.name, partitions: topic.partitions, replication: replication,
                        settings: TopicSettings.wanted(for: topic, replicas: replication)),
                    timeout: timeout)
                if isNew { created.insert(topic.name) }
            } catch {
                guard error.isTimeout else { throw error }
                throw ControlFailure.problem(
                    "topic \(topic.name) is missing and the broker cannot create it: it has no admin API, like the dev "
                        + "broker, which creates its topics at its start; restart it with the current programs")
            }
        }
        return created
    }

    /// Asks each broker for every topic until all brokers know all of them, and creates those that one does not know: a
    /// broker may list topics for a while that have just been deleted.
    ///
    /// - Returns: The settings of the topics; nil if brokers do not report them.
    private func waitUntilKnown(
        to brokers: Set<Int32>, replication: Int32, created: inout Set<String>
    ) async throws -> [String: [String: KafkaAdmin.TopicSetting]]? {
        let names = Topic.all.map(\.name), end = ContinuousClock.now + propagationLimit
        var settings: [String: [String: KafkaAdmin.TopicSetting]] = [:]
        var incomplete: (broker: Int32, missing: [Topic])?
        repeat {
            incomplete = nil
            for broker in brokers.sorted() {
                guard let known = try await settingsIfAllowed(of: names, at: broker) else {
                    try await waitUntilListed(names, until: end)
                    return nil
                }
                settings = known
                let missing = Topic.all.filter { known[$0.name] == nil }
                guard !missing.isEmpty else { continue }
                incomplete = (broker, missing)
                created.formUnion(try await create(missing, replication: replication))
            }
            if let (broker, missing) = incomplete {
                try await pause(until: end, missing: missing.map(\.name), at: "broker \(broker)")
            }
        } while incomplete != nil
        try await waitUntilListed(names, until: end)
        return settings
    }

    /// The settings as one broker knows them; nil if it does not return them.
    private func settingsIfAllowed(
        of names: [String], at broker: Int32
    ) async throws -> [String: [String: KafkaAdmin.TopicSetting]]? {
        do {
            return try await admin.settings(of: names, at: broker, timeout: timeout)
        } catch {
            guard error.isRefusalOfSettings else { throw error }
            return nil
        }
    }

    private func waitUntilListed(_ names: [String], until end: ContinuousClock.Instant) async throws {
        var missing = names
        while !missing.isEmpty {
            let topics = try await admin.cluster(timeout: timeout).topics
            missing = names.filter { topics[$0] == nil }
            if !missing.isEmpty { try await pause(until: end, missing: missing, at: "the cluster") }
        }
    }

    private func pause(until end: ContinuousClock.Instant, missing: [String], at place: String) async throws {
        guard .now < end else {
            throw ControlFailure.problem(
                "\(place) does not know \(missing.count) topic(s) yet, such as \(missing.first ?? ""); apply again")
        }
        try await Task.sleep(for: .milliseconds(200))
    }

    /// Changes differing settings and keeps the other settings of a topic.
    private func alter(
        _ checks: inout [TopicCheck], _ settings: [String: [String: KafkaAdmin.TopicSetting]]
    ) async throws {
        var changes: [String: [String: String]] = [:]
        for index in checks.indices where !checks[index].differences.isEmpty {
            let own = (settings[checks[index].topic] ?? [:]).filter(\.value.isOwn).mapValues(\.value)
            let wanted = checks[index].differences.map { ($0.name, $0.wanted) }
            changes[checks[index].topic] = own.merging(wanted) { $1 }
            checks[index].differences = []
            checks[index].state = .altered
        }
        if !changes.isEmpty { try await admin.replaceSettings(changes, timeout: timeout) }
    }
}

extension KafkaError {
    /// Whether the error is that of a broker without an admin API.
    fileprivate var isTimeout: Bool { name == "_TIMED_OUT" || name == "REQUEST_TIMED_OUT" }

    /// Whether the error means that the broker does not report settings, or not to this user.
    fileprivate var isRefusalOfSettings: Bool {
        [
            "UNSUPPORTED_VERSION", "_UNSUPPORTED_FEATURE", "TOPIC_AUTHORIZATION_FAILED", "CLUSTER_AUTHORIZATION_FAILED",
        ].contains(name)
    }
}
