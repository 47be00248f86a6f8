import EventContracts
import Foundation
import Testing
import Yams

@Suite("asyncapi.yaml matches the code")
struct AsyncAPITests {
    /// Read once: tests do not change it.
    nonisolated(unsafe) private static let description = Result<[String: Any]?, any Error> {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Shared/Contracts/EventContracts/asyncapi.yaml")
        return try Yams.load(yaml: try String(contentsOf: file, encoding: .utf8)) as? [String: Any]
    }

    private let document: [String: Any]
    private let channels: [String: [String: Any]]
    private let messages: [String: [String: Any]]

    init() throws {
        document = try #require(try Self.description.get())
        channels = try #require(document["channels"] as? [String: [String: Any]])
        let components = try #require(document["components"] as? [String: Any])
        messages = try #require(components["messages"] as? [String: [String: Any]])
    }

    @Test("asyncapi.yaml: channels have owner, key, partitions and messages")
    func topics() throws {
        #expect(channels.keys.sorted() == Topic.all.map(\.name).sorted())
        for topic in Topic.all {
            let channel = try #require(channels[topic.name])
            #expect(channel["address"] as? String == topic.name)
            #expect(channel["x-owner"] as? String == topic.owner)
            #expect(channel["x-key"] as? String == topic.key.rawValue)
            let kafka = (channel["bindings"] as? [String: [String: Any]])?["kafka"]
            #expect(kafka?["partitions"] as? Int == Int(topic.partitions))
            let said = ((channel["messages"] as? [String: Any]) ?? [:]).keys.sorted()
            #expect(said == EventRegistry.all.filter { $0.topic == topic }.map(\.type.name).sorted())
        }
    }

    @Test("asyncapi.yaml: messages have readers and golden-file fields")
    func types() throws {
        #expect(messages.keys.sorted() == EventRegistry.all.map(\.type.name).sorted())
        for contract in EventRegistry.all {
            let message = try #require(messages[contract.type.name])
            #expect(message["name"] as? String == contract.type.name)
            #expect(message["x-readers"] as? [String] == contract.readers)
            #expect(message["x-ends-operation"] as? String == contract.endsOperation)
            let payload = try #require(message["payload"] as? [String: Any])
            let fields = try #require(payload["properties"] as? [String: Any])
            let samples = (EventSamples.all + EventSamples.additions).filter { $0.type == contract.type }
            for sample in samples {
                let golden = try JSONSerialization.jsonObject(with: Data(try GoldenEventTests.bytes(of: sample.file)))
                let keys = try #require(golden as? [String: Any]).keys
                #expect(Set(keys).isSubset(of: fields.keys), "\(sample.file)")
                for required in payload["required"] as? [String] ?? [] { #expect(keys.contains(required)) }
            }
        }
    }

    @Test("asyncapi.yaml: headers are those on the wire")
    func headers() throws {
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: [String: Any]])
        let headers = try #require(schemas["EventHeaders"]?["properties"] as? [String: Any])
        #expect(headers.keys.sorted() == EventHeaders.Name.all.sorted())
    }
}
