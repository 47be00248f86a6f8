extension Broker {
    /// State of a group that does not exist.
    private static let deadState = "Dead"

    func listGroups(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        let states = version >= 4 ? try request.array { try $0.string() } : []
        let listed = groups.all.filter { states.isEmpty || states.contains($0.state.rawValue) }
        reply.send { answer in
            if version >= 1 { answer.int32(0) }
            answer.error(.none)
            answer.array(listed) { answer, group in
                answer.string(group.id)
                answer.string(group.protocolType ?? "")
                if version >= 4 { answer.string(group.state.rawValue) }
                answer.tags()
            }
            answer.tags()
        }
    }

    func describeGroups(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        let names = try request.names()
        reply.send { answer in
            if version >= 1 { answer.int32(0) }
            answer.array(names) { answer, name in
                let group = groups[name]
                let protocolName = group?.state == .stable ? group?.protocolName ?? "" : ""
                answer.error(.none)
                answer.string(name)
                answer.string(group?.state.rawValue ?? Self.deadState)
                answer.string(group?.protocolType ?? "")
                answer.string(protocolName)
                answer.array(group?.members ?? []) { answer, member in
                    answer.string(member.id)
                    if version >= 4 { answer.string(member.instanceID) }
                    answer.string(member.clientID)
                    answer.string(member.clientHost)
                    answer.bytes(member.metadata(for: protocolName))
                    answer.bytes(member.assignment)
                    answer.tags()
                }
                if version >= 3 { answer.int32(Self.unknownOperations) }
                answer.tags()
            }
            answer.tags()
        }
    }

    func deleteGroups(_ request: inout RequestReader, _ reply: Reply) throws {
        let results = try request.names().map { (name: $0, error: groups.delete($0)) }
        reply.send { answer in
            answer.int32(0)
            answer.array(results) { answer, result in
                answer.string(result.name)
                answer.error(result.error)
            }
        }
    }
}
