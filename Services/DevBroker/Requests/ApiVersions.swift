extension Broker {
    /// Lists the supported versions of each request, also to a client that asks in an unknown version (KIP-511).
    func apiVersions(_ reply: Reply) {
        let isSupported = reply.header.isSupported
        reply.send { answer in
            answer.error(isSupported ? .none : .unsupportedVersion)
            answer.array(APIKey.allCases) { answer, api in
                answer.int16(api.rawValue)
                answer.int16(api.versions.lowerBound)
                answer.int16(api.versions.upperBound)
                answer.tags()
            }
            if isSupported, reply.version >= 1 { answer.int32(0) }
            answer.tags()
        }
    }
}
