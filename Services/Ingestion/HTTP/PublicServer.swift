import Hummingbird
import Logging
import ServiceLifecycle
import ServiceRuntime

/// The server of the public port.
struct PublicServer: Service {
    let binding: HTTPBinding
    let responder: GatewayResponder
    /// Bounds the connections of each address; nil for no bound.
    let places: ConnectionPlaces?
    let hub: OperationHub
    let logger: Logger
    /// Told the bound port once requests are accepted.
    let onRunning: @Sendable (Int) -> Void

    /// Serves until graceful shutdown: held requests are answered and streams end at once.
    func run() async throws {
        try await withGracefulShutdownHandler {
            try await binding.serve(responder, places: places, logger: logger, onRunning: onRunning)
        } onGracefulShutdown: {
            hub.close()
        }
    }
}
