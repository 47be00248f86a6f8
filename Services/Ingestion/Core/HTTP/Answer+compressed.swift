import Archives
import HTTPTypes

extension Answer {
    /// Sizes of JSON bodies that are compressed, in bytes.
    ///
    /// Below the minimum, compression saves less than a packet; the maximum, far above the largest page, limits memory
    /// and time.
    package static let compressedSizes = 1_024...(4 << 20)

    /// The answer for a client: compressed if its route allows that and the client accepts it.
    ///
    /// The entity tag stays the same: it identifies the version of the resource in every coding.
    package func compressed(by route: Route, for headers: HTTPFields) -> Answer {
        guard route.isCompressible else { return self }
        var answer = self
        switch body {
        case .json(let bytes):
            guard Self.compressedSizes.contains(bytes.count) else { break }
            guard AcceptedCodings(headers).prefersGzip, let packed = Gzip.compress(bytes) else { break }
            answer.headers[.contentEncoding] = "gzip"
            answer.body = .json(packed)
        case .none: break
        case .text, .photo, .events, .file: return self
        }
        answer.headers.vary(by: "Accept-Encoding")
        return answer
    }
}

extension HTTPFields {
    /// Adds a request header to those that the answer depends on.
    package mutating func vary(by name: String) {
        self[.vary] = (self[values: .vary] + [name]).joined(separator: ", ")
    }
}
