import ServiceRuntime

/// Which remote model is asked about foods, and when; nothing of it is on unless it is configured.
///
/// | key | type | default |
/// |---|---|---|
/// | `FOOD_REMOTE_URL` | where an OpenAI-compatible server answers, such as `https://models.example/v1`, without a slash at its end; `http:` on this machine alone | none: no remote model |
/// | `FOOD_REMOTE_MODEL` | the model's name there | required with the URL |
/// | `FOOD_REMOTE_KEY` | what the server is shown; secret | none |
/// | `FOOD_REMOTE_REGION` | where the server is, as its provider calls the region; see `DataRegion` | required with the URL |
/// | `FOOD_REMOTE_USE` | unnamed: for what our own model cannot name; always: for every meal; shadow: for every meal, to compare, without telling | unnamed |
/// | `FOOD_REMOTE_TIMEOUT_SECONDS` | longest time that a meal waits for it, 1 to 15; with 4 a meal is told within the five seconds of VIS-01 | 4 |
/// | `FOOD_REMOTE_CALLS` | calls at once, below `VISION_WORKERS`, so that labels never wait for it; in shadow mode up to 8 | 1 |
package struct RemoteModelSettings: Sendable, Equatable {
    /// When it is asked.
    package enum Use: String, Sendable, CaseIterable {
        case unnamed, always, shadow
    }

    package var url: String
    package var model: String
    /// Secret; nil where the server asks for none.
    package var key: String?
    /// As its provider calls it.
    package var region: String
    package var use = Use.unnamed
    package var patience = Duration.seconds(4)
    package var calls = 1

    /// A server by plain values.
    package init(url: String, model: String, key: String? = nil, region: String) {
        self.url = url
        self.model = model
        self.key = key
        self.region = region
    }

    /// Whether the person's consent to leave Canada is not needed.
    package var isInCanada: Bool { DataRegion.isInCanada(region) }

    /// Most calls at once in shadow mode, where nobody waits for them.
    private static let mostShadows = 8

    /// Reads the keys above; nil without a URL.
    package init?(from environment: inout EnvironmentReader, workers: Int) {
        let url = environment.optional("FOOD_REMOTE_URL", as: .serverURL)
        let model = environment.optional("FOOD_REMOTE_MODEL", as: .modelName)
        let key = environment.optional("FOOD_REMOTE_KEY", as: .bearerToken, secret: true)
        let region = environment.optional("FOOD_REMOTE_REGION", as: .string)
        let use = environment.optional("FOOD_REMOTE_USE", as: .choice(), default: Use.unnamed)
        let patience = environment.optional(
            "FOOD_REMOTE_TIMEOUT_SECONDS", as: .duration(in: .seconds(1) ... .seconds(15)), default: .seconds(4))
        let calls = environment.optional("FOOD_REMOTE_CALLS", as: .integer(in: 1...64), default: 1)
        guard let url else {
            // A model that somebody meant to ask is not left out in silence.
            if model != nil || key != nil || region != nil {
                environment.report("FOOD_REMOTE_URL", "is required where another FOOD_REMOTE_ key is set")
            }
            return nil
        }
        if model == nil { environment.report("FOOD_REMOTE_MODEL", "is required with FOOD_REMOTE_URL") }
        if let region {
            DataRegion.check(region, of: "FOOD_REMOTE_REGION", in: &environment)
        } else {
            environment.report("FOOD_REMOTE_REGION", "is required with FOOD_REMOTE_URL")
        }
        if use == .shadow ? calls > Self.mostShadows : calls >= workers {
            environment.report(
                "FOOD_REMOTE_CALLS",
                use == .shadow ? "must not be above \(Self.mostShadows)" : "must be below VISION_WORKERS (\(workers))")
        }
        guard let model, let region else { return nil }
        self.init(url: url, model: model, key: key, region: region)
        self.use = use
        self.patience = patience
        self.calls = calls
    }
}
