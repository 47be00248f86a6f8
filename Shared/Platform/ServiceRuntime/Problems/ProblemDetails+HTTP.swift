import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Turns a thrown `ProblemDetails` into the HTTP response; this is the only place where that happens.
extension ProblemDetails: HTTPResponseError {
    /// Media type of the answer.
    package static let mediaType = "application/problem+json"

    package var status: HTTPResponse.Status { .init(code: statusCode) }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(
            status: status, headers: headers(), body: .init(byteBuffer: ByteBuffer(bytes: try encoded())))
    }

    /// The body of the answer.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    private func headers() -> HTTPFields {
        var headers: HTTPFields = [.contentType: Self.mediaType, .cacheControl: "no-store"]
        if case .integer(let seconds) = extensions[Self.retryAfter] {
            headers[.retryAfter] = String(seconds)
        }
        return headers
    }

    /// Extension member with the seconds to wait; also sent as the header `Retry-After`.
    package static let retryAfter = "retryAfter"
}
