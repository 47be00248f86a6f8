import ChatModels
import ServiceRuntime

/// Settings of the remote model for foods; disabled unless configured.
///
/// | key | type | default |
/// |---|---|---|
/// | `FOOD_REMOTE_URL`, `…MODEL`, `…KEY`, `…REGION` | see `ChatServerSettings` | no remote model |
/// | `FOOD_REMOTE_USE` | unnamed: for foods that the local model cannot name; always: for every meal; shadow: for every meal, for comparison only | unnamed |
/// | `FOOD_REMOTE_TIMEOUT_SECONDS` | how long a meal waits for it, 1 to 15; with 4 a meal is answered within the five seconds of VIS-01 | 4 |
/// | `FOOD_REMOTE_CALLS` | concurrent calls, fewer than `VISION_WORKERS`; in shadow mode up to 8 | 1 |
package struct RemoteModelSettings: Sendable, Equatable {
    /// The meals for which the remote model is used.
    package enum Use: String, Sendable, CaseIterable {
        case unnamed, always, shadow
    }

    package var server: ChatServerSettings
    package var use = Use.unnamed
    package var calls = 1

    /// Settings for foods that the local model cannot name, with one call at a time.
    package init(_ server: ChatServerSettings) {
        self.server = server
    }

    /// Default and maximum time that a meal waits for the model.
    package static let timeout = Duration.seconds(4), maxTimeout = Duration.seconds(15)
    private static let keys = ChatServerSettings.Keys(
        url: "FOOD_REMOTE_URL", model: "FOOD_REMOTE_MODEL", key: "FOOD_REMOTE_KEY", region: "FOOD_REMOTE_REGION",
        timeout: "FOOD_REMOTE_TIMEOUT_SECONDS")
    /// Maximum concurrent calls in shadow mode, where nothing waits for them.
    private static let maxShadows = 8

    /// Reads the environment variables of the table above; nil without a URL.
    package init?(from environment: inout EnvironmentReader, workers: Int) {
        let server = ChatServerSettings(
            Self.keys, timeout: Self.timeout, atMost: Self.maxTimeout, from: &environment)
        let use = environment.optional("FOOD_REMOTE_USE", as: .choice(), default: Use.unnamed)
        let calls = environment.optional("FOOD_REMOTE_CALLS", as: .integer(in: 1...64), default: 1)
        guard let server else { return nil }
        if use == .shadow ? calls > Self.maxShadows : calls >= workers {
            environment.report(
                "FOOD_REMOTE_CALLS",
                use == .shadow ? "must not be above \(Self.maxShadows)" : "must be below VISION_WORKERS (\(workers))")
        }
        self.init(server)
        self.use = use
        self.calls = calls
    }
}
