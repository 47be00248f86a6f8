import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceRuntime

/// The public HTTP API as `fmctl` uses it: JSON in, JSON out, problems as errors.
struct GatewayClient: Sendable {
    /// The HTTP method.
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
    }

    /// One request.
    struct Request: Sendable {
        let method: Method
        /// Path and query, such as `/v1/terms`.
        let path: String
        var accessToken: String?
        var idempotencyKey: String?
        /// `Prefer: wait=N`: how long the gateway may hold the request, in seconds.
        var wait: Int?
        var body: [UInt8]?
        /// Media type of the body.
        var contentType = "application/json"

        init(_ method: Method, _ path: String) {
            self.method = method
            self.path = path
        }
    }

    /// An answer of the gateway with any status.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
        /// Seconds after which the same request may be sent again.
        let retryAfter: Int?

        var isSuccess: Bool { (200..<300).contains(status) }

        /// The body as a value.
        ///
        /// - Throws: `GatewayError.unreadable` if it has another form.
        func decode<Value: Decodable>(_ type: Value.Type) throws(GatewayError) -> Value {
            do {
                return try JSONDecoder().decode(type, from: Data(body))
            } catch {
                throw .unreadable(status: status, expected: "\(type)")
            }
        }
    }

    /// Maximum size of an answer, in bytes.
    static let maxAnswerSize = 4 << 20

    let base: URL
    private let client: HTTPClient
    private let timeout: TimeAmount

    /// A client with a maximum number of connections; its timeout is longer than the 12 s that a request may wait.
    init(base: URL, connections: Int = 8, timeout: Duration = .seconds(20)) {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(3)))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        self.base = base
        self.timeout = .nanoseconds(Int64(timeout / .nanoseconds(1)))
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Calls a function with a client and closes it afterwards.
    static func withClient<Result>(
        _ client: GatewayClient, _ body: (GatewayClient) async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body(client)
            try await client.client.shutdown()
            return result
        } catch {
            try? await client.client.shutdown()
            throw error
        }
    }

    /// Sends a request and reads the whole answer with any status.
    ///
    /// - Throws: `GatewayError.unreachable`; it is then unknown whether the gateway received the request.
    func send(_ request: Request) async throws(GatewayError) -> Answer {
        do {
            let response = try await client.execute(message(for: request), timeout: timeout)
            let body = try await response.body.collect(upTo: Self.maxAnswerSize)
            return Answer(
                status: Int(response.status.code), body: Array(body.readableBytesView),
                retryAfter: response.headers.first(name: "Retry-After").flatMap(Int.init))
        } catch {
            throw .unreachable(base.absoluteString, reason: Self.reason(error))
        }
    }

    /// Sends a request that has to succeed.
    ///
    /// - Throws: `GatewayError`, `.refused` with the gateway's problem.
    func expect<Value: Decodable>(_ type: Value.Type, from request: Request) async throws(GatewayError) -> Value {
        try Self.value(type, of: try await send(request), to: request)
    }

    /// Sends a request that has to succeed, repeated up to a number of times while the gateway answers 429.
    ///
    /// - Throws: `GatewayError`, or `CancellationError`.
    func expect<Value: Decodable>(_ type: Value.Type, from request: Request, tries: Int) async throws -> Value {
        for _ in 1..<tries {
            let answer = try await send(request)
            guard answer.status == 429 else { return try Self.value(type, of: answer, to: request) }
            try await Task.sleep(for: .seconds(min(answer.retryAfter ?? 1, 60)))
        }
        return try await expect(type, from: request)
    }

    /// The value of an answer.
    ///
    /// - Throws: `GatewayError.refused` or `.unreadable`.
    static func value<Value: Decodable>(
        _ type: Value.Type, of answer: Answer, to request: Request
    ) throws(GatewayError) -> Value {
        guard answer.isSuccess else {
            throw .refused(request.path, status: answer.status, problem: try? answer.decode(ProblemDetails.self))
        }
        return try answer.decode(type)
    }

    private func message(for request: Request) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: base.absoluteString.trimmingSuffix("/") + request.path)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        message.headers.add(name: "Accept", value: "application/json")
        message.headers.add(name: "User-Agent", value: "fmctl")
        if let token = request.accessToken { message.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let key = request.idempotencyKey { message.headers.add(name: "Idempotency-Key", value: key) }
        if let wait = request.wait { message.headers.add(name: "Prefer", value: "wait=\(wait)") }
        if let body = request.body {
            message.headers.add(name: "Content-Type", value: request.contentType)
            message.body = .bytes(ByteBuffer(bytes: body))
        }
        return message
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: error.description
        case is NIOConnectionError: "connection refused"
        case is CancellationError: "cancelled"
        default: safeDescription(of: error)
        }
    }
}

/// Why the gateway gave no usable answer.
enum GatewayError: Error, CustomStringConvertible {
    case unreachable(String, reason: String)
    case refused(String, status: Int, problem: ProblemDetails?)
    case unreadable(status: Int, expected: String)

    var description: String {
        switch self {
        case .unreachable(let base, let reason): "the gateway at \(base) does not respond: \(reason)"
        case .refused(let path, let status, let problem):
            "\(path) was refused with \(status)"
                + (problem.map { ": \($0.title)" + ($0.detail.map { " (\($0))" } ?? "") } ?? "")
        case .unreadable(let status, let expected): "the response (\(status)) is not a valid \(expected)"
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
