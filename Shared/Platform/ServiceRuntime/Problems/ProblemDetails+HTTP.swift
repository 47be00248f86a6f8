import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A thrown `ProblemDetails` is the answer: the one place where a problem becomes an HTTP response.
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

    /// Extension member with the seconds to wait; becomes the header `Retry-After` as well.
    package static let retryAfter = "retryAfter"
}
