/// The header of a request.
struct RequestHeader {
    let api: APIKey
    let version: Int16
    /// The client's number for the request, copied to the answer.
    let correlationID: Int32
    let clientID: String
    /// False only for an ApiVersions request of an unknown version, which is answered with the supported versions.
    let isSupported: Bool

    /// Reads the header and leaves the reader at the body.
    ///
    /// - Throws: `MalformedRequest`, also for an unsupported request or version.
    init(_ reader: inout RequestReader) throws {
        guard let api = APIKey(rawValue: try reader.int16()) else { throw MalformedRequest() }
        let version = try reader.int16()
        isSupported = api.versions.contains(version)
        guard isSupported || api == .apiVersions else { throw MalformedRequest() }
        self.api = api
        self.version = version
        correlationID = try reader.int32()
        clientID = try reader.nullableString() ?? ""
        guard isSupported else { return }
        reader.isFlexible = api.isFlexible(version)
        try reader.skipTags()
    }
}
