import Foundation
import Logging
import ServiceRuntime

/// The configuration of `payment-sandbox`.
///
/// | key | type | default |
/// |---|---|---|
/// | `PAYMENT_PROVIDER_KEY` | key of callers, secret | required |
/// | `PAYMENT_NOTICE_URL` | address for notices | required |
/// | `PAYMENT_NOTICE_SECRET` | signing secret of notices | required |
/// | `PAGE_URL` | address of the sandbox for browsers | `http://127.0.0.1:<HTTP_PORT>` |
/// | `BOOKS_FILE` | file of the bank; in memory only without one | none |
/// | `LOG_LEVEL` | level of swift-log | `info` |
/// | `HTTP_HOST`, `HTTP_PORT` (9090) | `HTTPBinding` | |
package struct SandboxConfiguration: Sendable {
    package var binding: HTTPBinding
    /// The secret key of callers.
    package var key: String
    package var noticeURL: String
    /// The secret that signs notices.
    package var noticeSecret: String
    package var pageURL: String
    package var booksFile: String?
    package var logLevel: Logger.Level

    /// Creates a configuration from its values, without reading the environment.
    package init(
        binding: HTTPBinding, key: String, noticeURL: String, noticeSecret: String, pageURL: String,
        booksFile: String? = nil, logLevel: Logger.Level = .info
    ) {
        self.binding = binding
        self.key = key
        self.noticeURL = noticeURL
        self.noticeSecret = noticeSecret
        self.pageURL = pageURL
        self.booksFile = booksFile
        self.logLevel = logLevel
    }

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        binding = HTTPBinding(prefix: "HTTP", defaultPort: 9_090, from: &environment)
        key = environment.required("PAYMENT_PROVIDER_KEY", as: .string, secret: true)
        noticeURL = environment.required("PAYMENT_NOTICE_URL", as: .url()).absoluteString
        noticeSecret = environment.required("PAYMENT_NOTICE_SECRET", as: .string, secret: true)
        let page: URL? = environment.optional("PAGE_URL", as: .url())
        pageURL = page?.absoluteString ?? "http://127.0.0.1:\(binding.port)"
        booksFile = environment.optional("BOOKS_FILE", as: .string)
        logLevel = environment.optional("LOG_LEVEL", as: .logLevel, default: .info)
        try environment.finish()
    }
}
