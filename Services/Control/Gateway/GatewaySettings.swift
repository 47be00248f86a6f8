import Foundation
import ServiceRuntime

/// The address of the gateway.
/// | key | type | default |
/// |---|---|---|
/// | `GATEWAY_URL` | absolute http or https URL | `http://127.0.0.1:8080` |
struct GatewaySettings: Sendable {
    let url: URL

    /// Reads the environment variable of the table above; the command line's `--url` takes precedence.
    ///
    /// - Throws: `ConfigurationError`, or `ControlFailure.usage` if the override is not a URL.
    init(override: String?, from environment: EnvironmentReader) throws {
        var environment = environment
        let configured: URL? = environment.optional("GATEWAY_URL", as: .url())
        try environment.finish()
        if let override {
            guard let url = URL(string: override), let scheme = url.scheme, ["http", "https"].contains(scheme),
                url.host() != nil
            else { throw ControlFailure.usage("--url must be an absolute http or https URL") }
            self.url = url
        } else {
            url = configured ?? Self.local
        }
    }

    private static let local = URL(string: "http://127.0.0.1:8080") ?? URL(filePath: "/")
}
