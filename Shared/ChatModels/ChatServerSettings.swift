import ServiceRuntime

/// Which server of language models is asked, and which of its models; nothing of it is on unless it is configured.
///
/// Each kind of question has a server of its own; the keys begin with what the question is called (`Keys`):
///
/// | key | type | default |
/// |---|---|---|
/// | `…URL` | where an OpenAI-compatible server answers, such as `https://models.example/v1`, without a slash at its end; `http:` on this machine alone | none: nobody is asked |
/// | `…MODEL` | the model's name there | required with the URL |
/// | `…KEY` | what the server is shown; secret | none |
/// | `…REGION` | where the server is, as its provider calls the region; see `DataRegion` | required with the URL |
/// | `…TIMEOUT_SECONDS` | longest time that an answer is waited for, from 1 on | by the question |
package struct ChatServerSettings: Sendable, Equatable {
    package var url: String
    package var model: String
    /// Secret; nil where the server asks for none.
    package var key: String?
    /// As its provider calls it.
    package var region: String
    package var timeout: Duration

    /// A server by plain values.
    package init(url: String, model: String, key: String? = nil, region: String, timeout: Duration) {
        self.url = url
        self.model = model
        self.key = key
        self.region = region
        self.timeout = timeout
    }

    /// Whether the person's consent to leave Canada is not needed.
    package var isInCanada: Bool { DataRegion.isInCanada(region) }

    /// The full names of the keys, so that they can be searched.
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
            // A model that somebody meant to ask is not left out in silence.
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
        // What lacks is recorded; with it nothing starts.
        self.init(url: url, model: model ?? "", key: key, region: region ?? "", timeout: timeout)
    }
}
