import ServiceRuntime

/// Which language model is asked what the lines of receipts may stand for; nothing of it is on unless it is configured.
///
/// | key | type | default |
/// |---|---|---|
/// | `PRODUCT_REMOTE_URL` | where an OpenAI-compatible server answers, such as `https://models.example/v1`, without a slash at its end; `http:` on this machine alone | none: no model |
/// | `PRODUCT_REMOTE_MODEL` | the model's name there | required with the URL |
/// | `PRODUCT_REMOTE_KEY` | what the server is shown; secret | none |
/// | `PRODUCT_REMOTE_REGION` | where the server is, as its provider calls the region; see `DataRegion` | required with the URL |
/// | `PRODUCT_REMOTE_TIMEOUT_SECONDS` | longest time that a question takes, 1 to 60; no purchase waits for it | 10 |
package struct ProductModelSettings: Sendable, Equatable {
    package var url: String
    package var model: String
    /// Secret; nil where the server asks for none.
    package var key: String?
    /// As its provider calls it.
    package var region: String
    package var patience = Duration.seconds(10)

    /// A server by plain values.
    package init(url: String, model: String, key: String? = nil, region: String) {
        self.url = url
        self.model = model
        self.key = key
        self.region = region
    }

    /// Whether the person's consent to leave Canada is not needed.
    package var isInCanada: Bool { DataRegion.isInCanada(region) }

    /// Reads the keys above; nil without a URL.
    package init?(from environment: inout EnvironmentReader) {
        let url = environment.optional("PRODUCT_REMOTE_URL", as: .serverURL)
        let model = environment.optional("PRODUCT_REMOTE_MODEL", as: .modelName)
        let key = environment.optional("PRODUCT_REMOTE_KEY", as: .bearerToken, secret: true)
        let region = environment.optional("PRODUCT_REMOTE_REGION", as: .string)
        let patience = environment.optional(
            "PRODUCT_REMOTE_TIMEOUT_SECONDS", as: .duration(in: .seconds(1) ... .seconds(60)), default: .seconds(10))
        guard let url else {
            // A model that somebody meant to ask is not left out in silence.
            if model != nil || key != nil || region != nil {
                environment.report("PRODUCT_REMOTE_URL", "is required where another PRODUCT_REMOTE_ key is set")
            }
            return nil
        }
        if model == nil { environment.report("PRODUCT_REMOTE_MODEL", "is required with PRODUCT_REMOTE_URL") }
        if let region {
            DataRegion.check(region, of: "PRODUCT_REMOTE_REGION", in: &environment)
        } else {
            environment.report("PRODUCT_REMOTE_REGION", "is required with PRODUCT_REMOTE_URL")
        }
        guard let model, let region else { return nil }
        self.init(url: url, model: model, key: key, region: region)
        self.patience = patience
    }
}
