import Crypto
import Hexadecimal
import ServiceRuntime

/// Objects of a bucket with the S3 protocol, addressed by path (`endpoint/bucket/key`), which every server supports.
package struct S3Bucket: Sendable {
    /// Address and credentials of a bucket.
    package struct Settings: Sendable, Equatable {
        /// Origin without a path, such as `https://s3.eu-central-1.amazonaws.com`.
        package var endpoint: String
        package var bucket: String
        package var region: String
        package var accessKeyID: String
        /// Secret.
        package var secretAccessKey: String

        package init(
            endpoint: String, bucket: String, region: String, accessKeyID: String, secretAccessKey: String
        ) {
            self.endpoint = endpoint
            self.bucket = bucket
            self.region = region
            self.accessKeyID = accessKeyID
            self.secretAccessKey = secretAccessKey
        }
    }

    /// An error response of the server.
    package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// There is no object with the key, or no such bucket.
        case missing
        /// The key pair lacks the permission.
        case forbidden
        /// Any other status; retryable if the server is at fault.
        case status(Int)
        case outbound(OutboundError)

        package var isRetryable: Bool {
            switch self {
            case .missing, .forbidden: false
            case .status(let code): code >= 500 || code == 429
            case .outbound(let error): error.isRetryable
            }
        }

        package var description: String {
            switch self {
            case .missing: "no such object or bucket"
            case .forbidden: "not allowed"
            case .status(let code): "status \(code)"
            case .outbound(let error): error.description
            }
        }
    }

    private let settings: Settings
    private let client: OutboundClient

    package init(_ settings: Settings, client: OutboundClient) {
        self.settings = settings
        self.client = client
    }

    /// Stores an object; replaces an existing one.
    package func put(_ bytes: [UInt8], at key: String) async throws(Failure) {
        var request = request(.put, key, body: bytes)
        request.headers.append(("Content-Type", "application/octet-stream"))
        _ = try await send(request)
    }

    /// The bytes of an object of at most `largest` bytes.
    ///
    /// - Throws: `missing` if there is no such object.
    package func bytes(at key: String, largest: Int) async throws(Failure) -> [UInt8] {
        var request = request(.get, key)
        request.maxAnswerSize = largest
        return try await send(request).body
    }

    /// Whether an object exists.
    package func contains(_ key: String) async throws(Failure) -> Bool {
        do {
            _ = try await send(request(.head, key))
            return true
        } catch .missing {
            return false
        }
    }

    /// Removes an object; a missing one is not an error.
    package func remove(_ key: String) async throws(Failure) {
        do {
            _ = try await send(request(.delete, key))
        } catch .missing {
            return
        }
    }

    /// Checks that the bucket answers and accepts the credentials.
    package func check() async throws(Failure) {
        _ = try await send(request(.head, ""))
    }

    private func request(_ method: OutboundRequest.Method, _ key: String, body: [UInt8]? = nil) -> OutboundRequest {
        var request = OutboundRequest(method, "\(settings.endpoint)/\(settings.bucket)\(key.isEmpty ? "" : "/\(key)")")
        request.body = body
        // The hash is signed, so that the body cannot be changed in transit.
        request.headers = [("x-amz-content-sha256", SHA256.hash(data: body ?? []).hexadecimal)]
        request.signature = AWSSignature(
            service: "s3", region: settings.region, accessKeyID: settings.accessKeyID,
            secretAccessKey: settings.secretAccessKey)
        return request
    }

    private func send(_ request: OutboundRequest) async throws(Failure) -> OutboundResponse {
        let response: OutboundResponse
        do {
            response = try await client.send(request)
        } catch {
            throw .outbound(error)
        }
        switch response.status {
        case 200..<300: return response
        case 404: throw .missing
        case 401, 403: throw .forbidden
        default: throw .status(response.status)
        }
    }
}
