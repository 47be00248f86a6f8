import Foundation
import ServiceRuntime

/// Addresses that the demo needs besides the gateway's.
/// | key | type | default |
/// |---|---|---|
/// | `SANDBOX_URL` | absolute http or https URL of the payment sandbox | the page's own, if on the gateway's host |
/// | `MAILBOX_DIRECTORY` | Maildir that receives the stack's mails | mails are not checked |
struct DemoSettings: Sendable {
    let sandbox: URL?
    let mailbox: DemoMailbox?

    /// Reads the environment variables of the table above; the command line's `--mailbox` takes precedence.
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
