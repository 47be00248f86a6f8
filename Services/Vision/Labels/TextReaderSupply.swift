import Logging
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Loads the text reader when the service starts, and again until that succeeds: without its models the service runs, says
/// that it is not ready, and photos wait.
package final class TextReaderSupply: Service {
    /// How often loading is tried.
    private static let interval = Duration.seconds(10)

    private enum State {
        case loading
        case failed(TextReaderError)
        case loaded(any TextReader)
    }

    private let state = Mutex(State.loading)
    private let load: @Sendable () async throws(TextReaderError) -> any TextReader
    private let logger: Logger

    /// A supply that loads with `load`.
    package init(logger: Logger, load: @escaping @Sendable () async throws(TextReaderError) -> any TextReader) {
        self.load = load
        self.logger = logger
    }

    /// The reader.
    ///
    /// - Throws: `Postponed` while there is none.
    package func reader() throws(Postponed) -> any TextReader {
        switch state.withLock({ $0 }) {
        case .loading: throw Postponed("the text reader is being loaded")
        case .failed(let error): throw Postponed(error.description)
        case .loaded(let reader): return reader
        }
    }

    /// Whether there is one.
    package var isLoaded: Bool { (try? reader()) != nil }

    /// What readiness asks.
    package var check: HealthCheck {
        HealthCheck(name: "text-reader") { [self] in
            do throws(Postponed) {
                _ = try reader()
                return .up
            } catch {
                return .down(error.description)
            }
        }
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown { [self] in
            while await !isLoadedNow() { try await Task.sleep(for: Self.interval) }
            // A service that returns ends the whole program.
            try await gracefulShutdown()
        }
    }

    private func isLoadedNow() async -> Bool {
        do throws(TextReaderError) {
            let reader = try await load()
            state.withLock { $0 = .loaded(reader) }
            logger.info("text reader loaded", metadata: ["predictor": "\(reader.predictor.label)"])
            return true
        } catch {
            tell(error)
            return false
        }
    }

    /// Says each reason once.
    private func tell(_ error: TextReaderError) {
        let isNew = state.withLock { state in
            defer { state = .failed(error) }
            if case .failed(error) = state { return false }
            return true
        }
        if isNew { logger.error("text reader not loaded", metadata: ["error": "\(error)"]) }
    }
}

extension Predictor {
    /// Name and version, as events and metrics tell it.
    var label: String { "\(name)/\(version)" }
}
