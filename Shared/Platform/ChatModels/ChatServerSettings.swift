import ServiceRuntime

/// The configured server and model for a kind of question; nothing is sent unless it is configured.
///
/// Each kind of question has a separate server; the keys begin with the name of the question (`Keys`):
///
/// | key | type | default |
/// |---|---|---|
/// | `…URL` | base URL of an OpenAI-compatible server, such as `https://models.example/v1`, without a trailing slash;
/// `http:` only on this machine | none: no model is used |
/// | `…MODEL` | the model's name there | required with the URL |
/// | `…KEY` | bearer token for the server; secret | none |
/// | `…REGION` | location of the server, as its provider calls the region; see `DataRegion` | required with the URL |
/// | `…TIMEOUT_SECONDS` | maximum time for an answer, at least 1 | depends on the question |
package struct ChatServerSettings: Sendable, Equatable {
    package var url: String
    package var model: String
    /// Secret; nil if the server requires none.
    package var key: String?
    /// The region, in the provider's notation.
    package var region: String
    package var timeout: Duration

    /// Creates settings from their values.
    package init(url: String, model: String, key: String? = nil, region: String, timeout: Duration) {
        self.url = url
        self.model = model
        self.key = key
        self.region = region
        self.timeout = timeout
    }

    /// Whether the server is in Canada, so that no consent to data leaving Canada is needed.
    package var isInCanada: Bool { DataRegion.isInCanada(region) }

    /// Written in full so that a text search finds them.
    package struct Keys: Sendable {
        let url, model, key, region, timeout: String

        package init(url: String, model: String, key: String, region: String, timeout: String) {
            self.url = url
            self.model = model
            self.key = key
            self.region = region
            self.timeout = timeout
        }
    }

    /// Reads the keys; nil without a URL.
    ///
    /// - Parameters:
    ///   - keys: The names of the keys.
    ///   - timeout: The default timeout.
    ///   - longest: The maximum timeout.
    ///   - environment: The environment; problems are recorded there.
    package init?(
        _ keys: Keys, timeout: Duration, atMost longest: Duration, from environment: inout EnvironmentReader
    ) {
        let url = environment.optional(keys.url, as: .serverURL)
        let model = environment.optional(keys.model, as: .modelName)
        let key = environment.optional(keys.key, as: .bearerToken, secret: true)
        let region = environment.optional(keys.region, as: .string)
        let timeout = environment.optional(
            keys.timeout, as: .duration(in: .seconds(1)...longest), default: timeout)
        guard let url else {
            // An incomplete configuration is an error, so that an intended model is not silently unused.
            if model != nil || key != nil || region != nil {
                environment.report(
                    keys.url, "is required where \(keys.model), \(keys.key) or \(keys.region) is set")
            }
            return nil
        }
        if model == nil { environment.report(keys.model, "is required with \(keys.url)") }
        if let region {
            DataRegion.check(region, of: keys.region, in: &environment)
        } else {
            environment.report(keys.region, "is required with \(keys.url)")
        }
        // Missing keys have been recorded as problems, which stop the start.
        self.init(url: url, model: model ?? "", key: key, region: region ?? "", timeout: timeout)
    }
}
