import Hummingbird
import Logging
import ServiceLifecycle
import ServiceRuntime

/// The server of the public port.
package struct PublicServer: Service {
    package let binding: HTTPBinding
    package let responder: GatewayResponder
    /// Limits the connections of each address; nil for no limit.
    package let places: ConnectionPlaces?
    package let hub: OperationHub
    package let logger: Logger
    /// Receives the bound port once requests are accepted.
    package let onRunning: @Sendable (Int) -> Void

    package init(
        binding: HTTPBinding, responder: GatewayResponder, places: ConnectionPlaces?, hub: OperationHub,
        logger: Logger, onRunning: @escaping @Sendable (Int) -> Void
    ) {
        self.binding = binding
        self.responder = responder
        self.places = places
        self.hub = hub
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves until graceful shutdown: waiting requests are answered and streams end at once.
    package func run() async throws {
        try await withGracefulShutdownHandler {
            try await binding.serve(responder, places: places, logger: logger, onRunning: onRunning)
        } onGracefulShutdown: {
            hub.close()
        }
    }
}
