import Logging
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Loads a model when the service starts, and retries until it succeeds: without it the service runs, reports that it
/// is not ready, and photos wait.
package final class ModelSupply<Model: Sendable, Failure: Error & Equatable & CustomStringConvertible>: Service {
    private enum State {
        case loading
        case failed(Failure)
        case loaded(Model)
    }

    private let name: String
    private let state = Mutex(State.loading)
    private let load: @Sendable () async throws(Failure) -> Model
    private let predictor: @Sendable (Model) -> Predictor
    private let logger: Logger

    /// A supply that loads its model with `load`.
    ///
    /// - Parameters:
    ///   - name: Name of the model.
    ///   - logger: Logs each reason for a failure once.
    ///   - predictor: The predictor of a loaded model.
    ///   - load: Loads it.
    package init(
        name: String, logger: Logger, predictor: @escaping @Sendable (Model) -> Predictor,
        load: @escaping @Sendable () async throws(Failure) -> Model
    ) {
        self.name = name
        self.load = load
        self.predictor = predictor
        self.logger = logger
    }

    /// The model.
    ///
    /// - Throws: `Postponed` before it is loaded.
    package func model() throws(Postponed) -> Model {
        switch state.withLock({ $0 }) {
        case .loading: throw Postponed("the \(name) is being loaded")
        case .failed(let error): throw Postponed(error.description)
        case .loaded(let model): return model
        }
    }

    /// Whether the model is loaded.
    package var isLoaded: Bool { (try? model()) != nil }

    /// The readiness check.
    package var check: HealthCheck {
        HealthCheck(name: name.replacing(" ", with: "-")) { [self] in
            do throws(Postponed) {
                _ = try model()
                return .up
            } catch {
                return .down(error.description)
            }
        }
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown { [self] in
            while await !isLoadedNow() { try await Task.sleep(for: ModelLoadInterval.interval) }
            // The service must not return, because that would end the whole program.
            try await gracefulShutdown()
        }
    }

    private func isLoadedNow() async -> Bool {
        do throws(Failure) {
            let model = try await load()
            state.withLock { $0 = .loaded(model) }
            logger.info("\(name) loaded", metadata: ["predictor": "\(predictor(model).label)"])
            return true
        } catch {
            report(error)
            return false
        }
    }

    /// Logs each reason once.
    private func report(_ error: Failure) {
        let isNew = state.withLock { state in
            defer { state = .failed(error) }
            if case .failed(error) = state { return false }
            return true
        }
        if isNew { logger.error("\(name) not loaded", metadata: ["error": "\(error)"]) }
    }
}

/// Intervals between attempts to load a model.
private enum ModelLoadInterval {
    static let interval = Duration.seconds(10)
}

/// Supplies the text reader.
package typealias TextReaderSupply = ModelSupply<any TextReader, RecognitionError>
/// Supplies the food recognizer.
package typealias FoodRecognizerSupply = ModelSupply<any FoodRecognizer, RecognitionError>

extension Predictor {
    /// Name and version, as in events and metrics.
    var label: String { "\(name)/\(version)" }
}
