extension Broker {
    /// Resource types.
    private enum Resource {
        static let topic: Int8 = 2
        static let broker: Int8 = 4
    }

    /// Sources of a setting.
    private enum Source {
        static let topic: Int8 = 1
        static let program: Int8 = 5
    }

    private typealias Setting = (name: String, value: String, source: Int8)

    /// Describes the settings of topics.
    func describeConfigs(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        var seen: Set<String> = []
        let resources = try request.array { request in
            let type = try request.int8()
            let name = try request.string()
            let settings = try request.nullableArray { try $0.string() }
            return (type: type, name: name, settings: settings)
        }.filter { seen.insert("\($0.type) \($0.name)").inserted }
        reply.send { answer in
            answer.int32(0)
            answer.array(resources) { answer, resource in
                let (error, settings) = settings(ofType: resource.type, resource.name)
                answer.error(error)
                answer.string(nil)
                answer.int8(resource.type)
                answer.string(resource.name)
                let wanted = settings.filter { resource.settings?.contains($0.name) ?? true }
                answer.array(wanted) { Self.describe($1, to: &$0, version) }
            }
        }
    }

    private func settings(ofType type: Int8, _ name: String) -> (ErrorCode, [Setting]) {
        switch type {
        case Resource.broker:
            return (.none, [])
        case Resource.topic:
            guard let topic = topics[name] else { return (.unknownTopicOrPartition, []) }
            var values: [String: (String, Int8)] = [
                "retention.bytes": (String(topics.partitionCapacity), Source.program),
                "retention.ms": ("-1", Source.program), "cleanup.policy": ("delete", Source.program),
                "max.message.bytes": (String(topic.maxBatch), Source.program),
            ]
            for (name, value) in topic.settings { values[name] = (value, Source.topic) }
            return (.none, values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.0, $0.value.1) })
        default:
            return (.invalidRequest, [])
        }
    }

    private static func describe(_ setting: Setting, to answer: inout ResponseWriter, _ version: Int16) {
        let text: Int8 = 2
        answer.string(setting.name)
        answer.string(setting.value)
        // Read-only.
        answer.bool(true)
        if version == 0 { answer.bool(setting.source == Source.program) } else { answer.int8(setting.source) }
        answer.bool(false)
        if version >= 1 { answer.array([Int32]()) { $0.int32($1) } }
        if version >= 3 {
            answer.int8(text)
            answer.string(nil)
        }
    }
}
