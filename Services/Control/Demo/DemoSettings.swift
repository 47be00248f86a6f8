import Foundation
import ServiceRuntime

/// How the demo reaches what the gateway's address does not tell.
///
/// | key | type | default |
/// |---|---|---|
/// | `SANDBOX_URL` | absolute http or https URL of the payment sandbox | the page's own, if it has the gateway's host name |
/// | `MAILBOX_DIRECTORY` | Maildir that receives the stack's mails | mails are not checked |
struct DemoSettings: Sendable {
    let sandbox: URL?
    let mailbox: DemoMailbox?

    /// Reads the keys above; the command line's `--mailbox` wins.
    ///
    /// - Throws: `ConfigurationError`.
    init(mailbox override: String?, from environment: EnvironmentReader) throws {
        var environment = environment
        sandbox = environment.optional("SANDBOX_URL", as: .url())
        let configured: String? = environment.optional("MAILBOX_DIRECTORY", as: .string)
        try environment.finish()
        mailbox = (override ?? configured).map { DemoMailbox(directory: URL(filePath: $0)) }
    }
}
