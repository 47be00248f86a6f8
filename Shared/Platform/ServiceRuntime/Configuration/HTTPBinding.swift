import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle

/// The address of an HTTP server, with the limits that all Hummingbird servers of this project apply.
///
/// | key | type | default |
/// |---|---|---|
/// | `<PREFIX>_HOST` | text | 127.0.0.1 |
/// | `<PREFIX>_PORT` | port | the caller's |
///
/// Hummingbird itself limits neither bodies nor idle connections: a route reads its body with
/// `request.body.collect(upTo:)` or decodes through a context whose `maxUploadSize` is set, answers 413 beyond that,
/// and serves with `HTTPBinding.serve`, which limits headers, idle time and clients that stop reading.
package struct HTTPBinding: Sendable, Equatable {
    /// Maximum size of a header, and of all headers of a request together, in bytes.
    package static let maximumHeaderBytes = 16 * 1_024
    /// Maximum number of headers of a request.
    package static let maximumHeaderCount = 100
    /// A connection without traffic is closed after this time.
    ///
    /// Longer than the maximum of `Prefer: wait`, 12 s.
    package static let idleTimeout = TimeAmount.seconds(60)

    /// Address or host name to bind; 127.0.0.1 makes the server reachable from this machine only.
    package let host: String
    /// Port to bind; 0 lets the system choose one, for tests only.
    package let port: Int

    /// Creates a binding from its values.
    package init(host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `<PREFIX>_HOST` and `<PREFIX>_PORT`.
    ///
    /// The prefix is `HTTP` for the public server of the gateway and `HEALTH` for a service's private one.
    package init(prefix: String, defaultPort: Int, from environment: inout EnvironmentReader) {
        host = environment.optional("\(prefix)_HOST", as: .string, default: "127.0.0.1")
        port = environment.optional("\(prefix)_PORT", as: .port, default: defaultPort)
    }

    /// Serves HTTP/1.1 with the limits above until graceful shutdown or cancellation.
    ///
    /// - Parameters:
    ///   - responder: Answers each request.
    ///   - places: Limits the connections of each address; nil for no limit.
    ///   - logger: Logs the server's start.
    ///   - onRunning: Receives the bound port once requests are accepted.
    /// - Throws: If the address cannot be bound.
    package func serve<Responder: HTTPResponder>(
        _ responder: Responder, places: ConnectionPlaces? = nil, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) async throws where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let accepted = AcceptedConnections()
        defer { accepted.end() }
        let clock = HTTPDate()
        let server = try accepted.server(Self.limits, places: places).buildServer(
            configuration: ServerConfiguration(address: .hostname(host, port: port), serverName: nil),
            eventLoopGroup: EventLoopGroupProvider.singleton.eventLoopGroup, logger: logger,
            responder: { request, writer, channel in
                let response = try await Self.response(to: request, on: channel, responder, clock, logger)
                try await writer.write(response: response.head, body: response.body)
            },
            onServerRunning: { channel in onRunning(channel.localAddress?.port ?? port) })
        try await server.run()
    }

    /// Responds in a separate task, since the server's task lives as long as the connection and never releases its
    /// memory.
    private static func response<Responder: HTTPResponder>(
        to request: Request, on channel: any Channel, _ responder: Responder, _ clock: HTTPDate, _ logger: Logger
    ) async throws -> Response
    where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        try await inOwnTask {
            let context = Responder.Context(source: .init(channel: channel, logger: logger))
            var response: Response
            do {
                response = try await responder.respond(to: request, context: context)
            } catch let error as HTTPParserError {
                throw error
            } catch {
                logger.error("request failed", metadata: ["error": .error(error)])
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = clock.text
            return response
        }
    }

    private static var limits: HTTP1Channel.Configuration {
        .init(
            additionalChannelHandlers: [StalledWrites()],
            idleTimeout: idleTimeout,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: maximumHeaderBytes, maxHeaderListSize: maximumHeaderBytes,
                maxHeaderFieldCount: maximumHeaderCount))
    }
}
