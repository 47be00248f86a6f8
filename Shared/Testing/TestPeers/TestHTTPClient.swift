import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A small HTTP client for tests: JSON in, JSON out, one base URL.
package struct TestHTTPClient: Sendable {
    /// A complete answer.
    package struct Answer: Sendable {
        package let status: Int
        package let headers: HTTPHeaders
        package let body: [UInt8]

        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }

        /// The first header with a name, in any case.
        package func header(_ name: String) -> String? { headers.first(name: name) }

        /// The body as a value; dates as in `TestHTTPClient.decoder`.
        package func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try TestHTTPClient.decoder.decode(type, from: Data(body))
        }
    }

    /// Reads dates as ISO 8601.
    package static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    /// Maximum size of a body.
    private static let maximumBodyBytes = 64 * 1_024 * 1_024

    /// Port of the server.
    package let port: Int
    /// The base URL, without a path.
    package let baseURL: String
    private let client: HTTPClient
    /// Sent with every request, for example `Authorization`.
    package var headers: [String: String] = [:]
    /// The signed-in session; its token is sent if the headers have none.
    package var session: TestSession?

    /// A client of a server on this machine.
    package init(port: Int, client: HTTPClient = .shared) {
        self.port = port
        self.baseURL = "http://127.0.0.1:\(port)"
        self.client = client
    }

    /// Sends a request and reads the whole answer.
    ///
    /// - Parameters:
    ///   - method: HTTP method, in capitals.
    ///   - path: Path with query, beginning with a slash.
    ///   - headers: Added to the client's own; they take precedence.
    ///   - body: Bytes to send.
    ///   - timeout: Limit of the whole exchange.
    /// - Returns: The answer with any status.
    /// - Throws: An error of the connection or a timeout; never because of a status.
    package func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil,
        timeout: Duration = .seconds(120)
    ) async throws -> Answer {
        let request = await request(method, path, headers: headers, body: body)
        let response = try await client.execute(request, timeout: TimeAmount(timeout))
        let bytes = try await response.body.collect(upTo: Self.maximumBodyBytes)
        return Answer(
            status: Int(response.status.code), headers: response.headers, body: Array(bytes.readableBytesView))
    }

    /// Sends a value as JSON and reads the whole answer; otherwise as `send(_:_:headers:body:timeout:)`.
    package func send(
        _ method: String, _ path: String, json: some Encodable, headers: [String: String] = [:],
        timeout: Duration = .seconds(120)
    ) async throws -> Answer {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let headers = ["content-type": "application/json"].merging(headers) { $1 }
        return try await send(
            method, path, headers: headers, body: [UInt8](try encoder.encode(json)), timeout: timeout)
    }

    /// Sends the head of a request and the first bytes of its body, runs `work`, and aborts the request.
    ///
    /// - Parameters:
    ///   - method: HTTP method, in capitals.
    ///   - path: Path with query, beginning with a slash.
    ///   - headers: Added to the client's own.
    ///   - start: The bytes to send.
    ///   - count: The length that the head states.
    ///   - work: Runs meanwhile.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work.
    package func whileSending<Result: Sendable>(
        _ method: String, _ path: String, headers: [String: String] = [:], start: [UInt8], of count: Int,
        _ work: () async throws -> Result
    ) async throws -> Result {
        let (stream, source) = AsyncStream.makeStream(of: ByteBuffer.self)
        var request = await request(method, path, headers: headers, body: nil)
        request.body = .stream(stream, length: .known(Int64(count)))
        source.yield(ByteBuffer(bytes: start))
        let sent = request
        return try await withThrowingTaskGroup(of: Void.self) { group in
            // The request is aborted on purpose, so its error is ignored.
            group.addTask { _ = try? await client.execute(sent, timeout: .seconds(60)) }
            defer {
                source.finish()
                group.cancelAll()
            }
            return try await work()
        }
    }

    /// Sends a GET request.
    package func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send("GET", path, headers: headers)
    }

    /// Reads server-sent events until the body returns or the server ends the stream.
    ///
    /// - Parameters:
    ///   - path: Path with query, beginning with a slash.
    ///   - headers: Added to the client's own, for example `Last-Event-ID`.
    ///   - timeout: Limit until the answer's head, and of the whole stream.
    ///   - body: Receives the status and the events.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body or of the connection.
    package func events<Result: Sendable>(
        _ path: String, headers: [String: String] = [:], timeout: Duration = .seconds(60),
        _ body: (_ status: Int, _ events: ServerSentEvents) async throws -> Result
    ) async throws -> Result {
        let headers = ["accept": "text/event-stream"].merging(headers) { $1 }
        let request = await request("GET", path, headers: headers, body: nil)
        let response = try await client.execute(request, timeout: TimeAmount(timeout))
        return try await body(Int(response.status.code), ServerSentEvents(body: response.body))
    }

    private func request(
        _ method: String, _ path: String, headers: [String: String], body: [UInt8]?
    ) async -> HTTPClientRequest {
        var request = HTTPClientRequest(url: baseURL + path)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in self.headers.merging(headers, uniquingKeysWith: { $1 }) {
            request.headers.replaceOrAdd(name: name, value: value)
        }
        if let session, !request.headers.contains(name: "authorization") {
            request.headers.add(name: "authorization", value: "Bearer \(await session.token(by: self))")
        }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        return request
    }
}

/// An answer that a test did not expect.
package struct UnexpectedAnswer: Error, CustomStringConvertible {
    package let description: String
}

extension TestHTTPClient.Answer {
    /// The decoded body, if the status is the expected one.
    ///
    /// - Throws: `UnexpectedAnswer` otherwise.
    package func expect<Value: Decodable>(_ status: Int, as type: Value.Type = Value.self) throws -> Value {
        guard self.status == status else {
            throw UnexpectedAnswer(description: "\(self.status) instead of \(status): \(text)")
        }
        return try decode(type)
    }
}
