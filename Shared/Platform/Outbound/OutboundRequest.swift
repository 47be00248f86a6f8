/// A request to another system.
package struct OutboundRequest: Sendable {
    /// The HTTP method; the raw value is HTTP's.
    package enum Method: String, Sendable {
        case get = "GET", head = "HEAD", put = "PUT", post = "POST", delete = "DELETE"
    }

    package var method: Method
    /// `http:` or `https:`; all characters other than letters, digits, `-`, `.`, `_`, `~` and `/` are already
    /// percent-encoded.
    package var url: String
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]?
    /// Timeout of the whole request.
    package var timeout = Duration.seconds(10)
    /// Timeout of connecting, within `timeout`.
    package var connectTimeout = Duration.seconds(5)
    /// Maximum size of the response's body, in bytes; a larger one is `OutboundError.tooLarge`.
    package var maxAnswerSize = 1 << 20
    /// Signs the request with AWS Signature Version 4.
    package var signature: AWSSignature?

    package init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }
}

/// The parameters of the signature of a request (AWS Signature Version 4).
package struct AWSSignature: Sendable, Equatable {
    package let service: String
    package let region: String
    package let accessKeyID: String
    /// Secret.
    package let secretAccessKey: String

    package init(service: String, region: String, accessKeyID: String, secretAccessKey: String) {
        self.service = service
        self.region = region
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
    }
}

/// The answer of another system, whatever its status.
package struct OutboundResponse: Sendable {
    package let status: Int
    package let body: [UInt8]
    /// The pause that the server asks for (`Retry-After`).
    package var retryAfter: Duration?

    package init(status: Int, body: [UInt8], retryAfter: Duration? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}

/// Why there is no response.
package enum OutboundError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There was no connection, or it broke.
    case unreachable
    case timedOut
    /// The response is larger than allowed.
    case tooLarge
    /// The server's certificate is not trusted.
    case untrusted
    /// Connections to the address are not allowed (`OutboundReach`).
    case forbidden
    /// libcurl rejects the request: a fault of the configuration or the program.
    case malformed
    /// Too many requests are queued.
    case overloaded
    case cancelled

    /// Whether the same request may succeed later.
    package var isRetryable: Bool {
        switch self {
        case .unreachable, .timedOut, .overloaded: true
        case .tooLarge, .untrusted, .forbidden, .malformed, .cancelled: false
        }
    }

    package var description: String {
        switch self {
        case .unreachable: "not reachable"
        case .timedOut: "timed out"
        case .tooLarge: "the answer is too large"
        case .untrusted: "the certificate is not trusted"
        case .forbidden: "the address may not be reached"
        case .malformed: "the request is malformed"
        case .overloaded: "too many requests wait"
        case .cancelled: "cancelled"
        }
    }
}
