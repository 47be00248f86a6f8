import EventContracts
import Testing

@testable import ControlService

@Suite("Broker permissions of services")
struct TopicRightsTests {
    private let rights = TopicRights.all

    private func principals(_ operation: TopicRight.Operation, _ topic: Topic) -> [String] {
        rights.filter { $0.operation == operation && $0.resource == .topic(topic.name) }.map(\.principal).sorted()
    }

    @Test("GW-23: topic rights: only its owner writes a topic, unless declared")
    func writers() {
        for topic in Topic.all {
            let wanted = topic.owner == "any" ? Topic.services.sorted() : [topic.owner]
            #expect(principals(.write, topic) == wanted, "\(topic.name)")
        }
    }

    @Test("topic rights: event readers and the operator may read a topic")
    func readers() {
        for topic in Topic.all {
            let readers = Set(EventRegistry.all.filter { $0.topic == topic }.flatMap(\.readers))
            #expect(principals(.read, topic) == (readers.union(["fmctl"])).sorted(), "\(topic.name)")
        }
    }

    @Test("topic rights: each service joins only its own consumer group")
    func groups() {
        for service in Topic.services {
            let own = rights.filter { $0.resource == .group(service) }
            #expect(own.filter { $0.operation == .read }.map(\.principal) == [service])
            #expect(own.filter { $0.operation == .describe }.map(\.principal) == ["fmctl"])
        }
        #expect(!rights.contains { $0.principal == "fmctl" && $0.operation == .write })
    }

    @Test("topic rights: each permission is one kafka-acls line, once")
    func lines() throws {
        let captured = CapturedConsole()
        for right in rights { captured.console.line(right.line) }
        let lines = captured.text.split(separator: "\n").map(String.init)
        #expect(Set(lines).count == rights.count && lines.count == rights.count)
        #expect(lines.contains("--add --allow-principal User:allergen --operation Write --topic allergen.scan.v1"))
        #expect(lines.contains("--add --allow-principal User:allergen --operation Read --group allergen"))
        #expect(
            lines.contains(
                "--add --allow-principal User:fmctl --operation Read --group reader- --resource-pattern-type prefixed"))
        let shape =
            #/
            --add\ --allow-principal\ User:[a-z]+
            \ --operation\ (Create|DescribeConfigs|AlterConfigs|Describe|Read|Write)
            \ --(topic|group)\ \S+(\ --resource-pattern-type\ prefixed)?
            /#
        #expect(lines.allSatisfy { $0.wholeMatch(of: shape) != nil })
    }
}
