import Hummingbird
import HummingbirdCore
import NIOCore

/// Where an HTTP server listens, and the limits that every Hummingbird server of ours applies.
///
/// | key | type | default |
/// |---|---|---|
/// | `<PREFIX>_HOST` | text | 127.0.0.1 |
/// | `<PREFIX>_PORT` | port | the caller's |
///
/// Hummingbird itself limits neither bodies nor idle connections: a route reads its body with
/// `request.body.collect(upTo:)` or decodes through a context whose `maxUploadSize` is set, answers 413 beyond that, and
/// builds its server with `HTTPBinding.server`, which bounds headers, silence and clients that stop reading.
package struct HTTPBinding: Sendable, Equatable {
    /// Largest header, and largest sum of all headers, of a request, in bytes.
    package static let maximumHeaderBytes = 16 * 1_024
    /// Largest number of headers of a request.
    package static let maximumHeaderCount = 100
    /// A connection without traffic is closed after this time.
    ///
    /// It is longer than the 12 s that `Prefer: wait` may take.
    package static let idleTimeout = TimeAmount.seconds(60)

    /// Address or host name to bind; 127.0.0.1 keeps the server private to the machine.
    package let host: String
    /// Port to bind; 0 lets the system choose one, which only tests use.
    package let port: Int

    /// A binding from plain values.
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

    /// The address in Hummingbird's terms.
    package var address: BindAddress { .hostname(host, port: port) }

    /// HTTP/1.1 with the limits above; pass it to `Application(server:)`.
    package static var server: HTTPServerBuilder {
        .http1(
            configuration: .init(
                additionalChannelHandlers: [StalledWrites()], idleTimeout: idleTimeout,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: maximumHeaderBytes, maxHeaderListSize: maximumHeaderBytes,
                    maxHeaderFieldCount: maximumHeaderCount)))
    }
}
