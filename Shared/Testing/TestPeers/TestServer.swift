import Hummingbird
import Logging
import ServiceRuntime

/// A test's own server, with the limits of the services.
package enum TestServer {
    /// Serves on a free port while the body runs, which receives the port.
    package static func with<Responder: HTTPResponder, Value>(
        _ responder: Responder, places: ConnectionPlaces? = nil, _ body: (_ port: Int) async throws -> Value
    ) async throws -> Value where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { running.finish() }
                var logger = Logger(label: "test server")
                logger.logLevel = .critical
                try await HTTPBinding(port: 0).serve(responder, places: places, logger: logger) { running.yield($0) }
            }
            defer { group.cancelAll() }
            guard let port = await ports.first(where: { _ in true }) else { throw DidNotStart() }
            return try await body(port)
        }
    }

    private struct DidNotStart: Error {}
}
