import Crypto
import Foundation
import HTTPTypes
import Hexadecimal
import Hummingbird
import NIOCore
import Outbound
import Synchronization

/// A server for the used part of the S3 protocol, with objects in memory.
///
/// It checks every signature with its own implementation (AWS Signature Version 4, "Create a signed AWS API request").
package final class S3Peer: Sendable {
    package static let bucket = "photos"
    package static let region = "eu-test-1"
    package static let accessKeyID = "AKIDEXAMPLE"
    package static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

    private let objects = Mutex<[String: [UInt8]]>([:])
    private let failing = Mutex<Int?>(nil)
    package let port: Int

    private init(port: Int) { self.port = port }

    /// The stored objects, by key.
    package var stored: [String: [UInt8]] { objects.withLock { $0 } }

    /// Answers every request with this status from now on; nil ends that.
    package func fail(with status: Int?) { failing.withLock { $0 = status } }

    /// Settings for using the bucket.
    package func settings(secret: String = S3Peer.secret, bucket: String = S3Peer.bucket) -> S3Bucket.Settings {
        S3Bucket.Settings(
            endpoint: "http://127.0.0.1:\(port)", bucket: bucket, region: Self.region, accessKeyID: Self.accessKeyID,
            secretAccessKey: secret)
    }

    /// Runs a server while the body runs.
    package static func with(_ body: (S3Peer) async throws -> Void) async throws {
        let holder = Mutex<S3Peer?>(nil)
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            guard let peer = holder.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            return try await peer.answer(request)
        }
        try await TestServer.with(responder) { port in
            let peer = S3Peer(port: port)
            holder.withLock { $0 = peer }
            try await body(peer)
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        if let status = failing.withLock({ $0 }) { return Response(status: .init(code: status)) }
        let body = Array(try await request.body.collect(upTo: 32 << 20).readableBytesView)
        guard isSigned(request, body) else { return Response(status: .forbidden) }
        let parts = request.uri.path.dropFirst().split(separator: "/", maxSplits: 1)
        guard parts.first == Substring(Self.bucket) else { return Response(status: .notFound) }
        guard parts.count == 2 else { return Response(status: .ok) }
        let key = String(parts[1])
        switch request.method {
        case .put:
            objects.withLock { $0[key] = body }
            return Response(status: .ok)
        case .get:
            guard let bytes = objects.withLock({ $0[key] }) else { return Response(status: .notFound) }
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .head:
            return Response(status: objects.withLock { $0[key] } == nil ? .notFound : .ok)
        case .delete:
            objects.withLock { _ = $0.removeValue(forKey: key) }
            return Response(status: .noContent)
        default: return Response(status: .methodNotAllowed)
        }
    }

    /// Whether the request has the correct signature for its head and body.
    private func isSigned(_ request: Request, _ body: [UInt8]) -> Bool {
        guard let authorization = request.headers[.authorization], authorization.hasPrefix("AWS4-HMAC-SHA256 "),
            let time = Self.header("x-amz-date", of: request),
            let declared = Self.header("x-amz-content-sha256", of: request),
            declared == SHA256.hash(data: body).hexadecimal
        else { return false }
        var fields: [String: String] = [:]
        for part in authorization.dropFirst("AWS4-HMAC-SHA256 ".count).split(separator: ",") {
            let pair = part.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
            if pair.count == 2 { fields[String(pair[0])] = String(pair[1]) }
        }
        let day = String(time.prefix(8))
        let scope = "\(day)/\(Self.region)/s3/aws4_request"
        guard fields["Credential"] == "\(Self.accessKeyID)/\(scope)", let names = fields["SignedHeaders"] else {
            return false
        }
        let headers = names.split(separator: ";").map { name in
            let value = name == "host" ? request.head.authority ?? "" : Self.header(String(name), of: request) ?? ""
            return "\(name):\(value.trimmingCharacters(in: .whitespaces))\n"
        }.joined()
        let canonical = "\(request.method.rawValue)\n\(request.uri.path)\n\n\(headers)\n\(names)\n\(declared)"
        let toSign = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(SHA256.hash(data: Data(canonical.utf8)).hexadecimal)"
        var key = SymmetricKey(data: Data("AWS4\(Self.secret)".utf8))
        for step in [day, Self.region, "s3", "aws4_request"] {
            key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(step.utf8), using: key))
        }
        let signature = HMAC<SHA256>.authenticationCode(for: Data(toSign.utf8), using: key)
        return fields["Signature"] == signature.hexadecimal
    }

    private static func header(_ name: String, of request: Request) -> String? {
        HTTPField.Name(name).flatMap { request.headers[$0] }
    }
}
