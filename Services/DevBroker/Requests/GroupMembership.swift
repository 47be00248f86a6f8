extension Broker {
    func joinGroup(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        let group = try request.string()
        let sessionTimeout = Int(try request.int32())
        let rebalanceTimeout = version >= 1 ? Int(try request.int32()) : sessionTimeout
        let memberID = try request.string()
        let instanceID = version >= 5 ? try request.nullableString() : nil
        let protocolType = try request.string()
        let protocols = try request.array { request in
            let known = GroupProtocol(name: try request.string(), metadata: try request.copiedBytes())
            try request.skipTags()
            return known
        }
        let join = JoinRequest(
            memberID: memberID, instanceID: instanceID, clientID: reply.header.clientID, clientHost: reply.clientHost,
            sessionTimeout: sessionTimeout, rebalanceTimeout: max(0, rebalanceTimeout), protocolType: protocolType,
            protocols: protocols, asksForID: version >= 4)
        groups.join(group, join) { result in reply.send { result.write(to: &$0, version) } }
    }

    func syncGroup(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        let group = try request.string()
        let generation = try request.int32()
        let identity = try Self.identity(&request, version)
        if version >= 5 { _ = try request.nullableString() }
        let named = version >= 5 ? try request.nullableString() : nil
        let assignments = try request.array { request in
            let assignment = (try request.string(), try request.copiedBytes())
            try request.skipTags()
            return assignment
        }
        groups.sync(
            group, identity, generation: generation, named: named,
            assignments: Dictionary(assignments) { $1 }
        ) { result in
            reply.send { answer in
                if version >= 1 { answer.int32(0) }
                answer.error(result.error)
                if version >= 5 {
                    answer.string(result.protocolType)
                    answer.string(result.protocolName)
                }
                answer.bytes(result.assignment)
                answer.tags()
            }
        }
    }

    func heartbeat(_ request: inout RequestReader, _ reply: Reply) throws {
        let group = try request.string()
        let generation = try request.int32()
        let identity = try Self.identity(&request, reply.version)
        let error = groups.heartbeat(group, identity, generation: generation)
        reply.send { answer in
            if reply.version >= 1 { answer.int32(0) }
            answer.error(error)
            answer.tags()
        }
    }

    func leaveGroup(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        let group = try request.string()
        let leaving =
            version < 3
            ? [MemberIdentity(memberID: try request.string(), instanceID: nil)]
            : try request.array { request in
                let identity = MemberIdentity(
                    memberID: try request.string(), instanceID: try request.nullableString())
                if version >= 5 { _ = try request.nullableString() }
                try request.skipTags()
                return identity
            }
        let results = leaving.map { (identity: $0, error: groups.leave(group, $0)) }
        reply.send { answer in
            if version >= 1 { answer.int32(0) }
            answer.error(version < 3 ? results.first?.error ?? .none : .none)
            if version >= 3 {
                answer.array(results) { answer, result in
                    answer.string(result.identity.memberID)
                    answer.string(result.identity.instanceID)
                    answer.error(result.error)
                    answer.tags()
                }
            }
            answer.tags()
        }
    }

    /// Reads member and instance id, as in Sync and Heartbeat.
    private static func identity(_ request: inout RequestReader, _ version: Int16) throws -> MemberIdentity {
        MemberIdentity(
            memberID: try request.string(), instanceID: version >= 3 ? try request.nullableString() : nil)
    }
}

extension JoinAnswer {
    fileprivate func write(to answer: inout ResponseWriter, _ version: Int16) {
        if version >= 2 { answer.int32(0) }
        answer.error(error)
        answer.int32(generation)
        if version >= 7 { answer.string(protocolType) }
        answer.string(version >= 7 ? protocolName : protocolName ?? "")
        answer.string(leader)
        answer.string(memberID)
        answer.array(members) { answer, member in
            answer.string(member.id)
            if version >= 5 { answer.string(member.instanceID) }
            answer.bytes(member.metadata)
            answer.tags()
        }
        answer.tags()
    }
}
