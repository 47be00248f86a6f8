import Hummingbird
import Logging
import ServiceLifecycle
import ServiceRuntime

/// The server of the public port.
struct PublicServer: Service {
    let binding: HTTPBinding
    let responder: GatewayResponder
    let hub: OperationHub
    let logger: Logger
    /// Told the bound port once requests are accepted.
    let onRunning: @Sendable (Int) -> Void

    /// Serves until graceful shutdown: held requests are answered and streams end at once.
    func run() async throws {
        let application = Application(
            responder: responder, server: HTTPBinding.server,
            configuration: .init(address: binding.address, serverName: nil),
            onServerRunning: { channel in onRunning(channel.localAddress?.port ?? binding.port) }, logger: logger)
        try await withGracefulShutdownHandler {
            try await application.run()
        } onGracefulShutdown: {
            hub.close()
        }
    }
}
