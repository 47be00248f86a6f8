import EventContracts

/// A permission of one principal on one broker resource.
struct TopicRight: Hashable, Sendable, Comparable {
    /// The operation in the terms of `kafka-acls`.
    enum Operation: String, Sendable {
        case create = "Create"
        case alterConfigs = "AlterConfigs"
        case describeConfigs = "DescribeConfigs"
        case describe = "Describe"
        case read = "Read"
        case write = "Write"
    }

    enum Resource: Hashable, Sendable {
        case topic(String)
        case group(String)
        /// Every group whose name begins with the text, as a tail creates them.
        case groupPrefix(String)

        /// The options of `kafka-acls` for the resource.
        var options: String {
            switch self {
            case .topic(let name): "--topic \(name)"
            case .group(let name): "--group \(name)"
            case .groupPrefix(let prefix): "--group \(prefix) --resource-pattern-type prefixed"
            }
        }
    }

    /// The user name of the service or tool.
    let principal: String
    let operation: Operation
    let resource: Resource

    /// The command line that grants the right.
    var line: String {
        "--add --allow-principal User:\(principal) --operation \(operation.rawValue) \(resource.options)"
    }

    static func < (left: TopicRight, right: TopicRight) -> Bool { left.line < right.line }
}

/// The broker permissions of each service by the event registry: write to owned topics, read subscribed ones, nothing
/// else.
enum TopicRights {
    /// The principal of `fmctl`, which creates topics and reads all of them, but writes to none.
    static let operatorName = "fmctl"
    /// Prefix of the consumer groups of a tail (`KafkaReader`).
    static let readerPrefix = "reader-"

    /// Every right of every principal, sorted.
    static var all: [TopicRight] {
        Set(Topic.services.flatMap(rights(of:)) + operatorRights).sorted()
    }

    private static func rights(of service: String) -> [TopicRight] {
        let written = Topic.all.filter { $0.owner == service || $0.owner == "any" }
        let read = Set(EventRegistry.all.filter { $0.readers.contains(service) }.map(\.topic))
        func topic(_ operation: TopicRight.Operation, _ topic: Topic) -> TopicRight {
            TopicRight(principal: service, operation: operation, resource: .topic(topic.name))
        }
        return written.flatMap { [topic(.write, $0), topic(.describe, $0)] }
            + read.flatMap { [topic(.read, $0), topic(.describe, $0)] }
            + [TopicRight(principal: service, operation: .read, resource: .group(service))]
    }

    private static var operatorRights: [TopicRight] {
        func right(_ operation: TopicRight.Operation, _ resource: TopicRight.Resource) -> TopicRight {
            TopicRight(principal: operatorName, operation: operation, resource: resource)
        }
        let operations: [TopicRight.Operation] = [.create, .describe, .read, .describeConfigs, .alterConfigs]
        return Topic.all.flatMap { topic in
            operations.map { right($0, .topic(topic.name)) }
        } + Topic.services.map { right(.describe, .group($0)) } + [right(.read, .groupPrefix(readerPrefix))]
    }
}
