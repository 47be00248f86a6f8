/// What stands before every request.
struct RequestHeader {
    let api: APIKey
    let version: Int16
    /// The client's number for the request, which the answer repeats.
    let correlationID: Int32
    let clientID: String
    /// False only for an ApiVersions request of a later version, which is answered with the versions that there are.
    let isSupported: Bool

    /// Reads the header and leaves the reader at the body.
    ///
    /// - Throws: `MalformedRequest`, also for a request or a version that this broker does not have.
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
