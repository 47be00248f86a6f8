import Logging
import Outbound
import ServiceLifecycle
import ServiceRuntime

/// The program around the sandbox's bank: a payment provider for a machine without keys, which moves no money.
package enum PaymentSandbox {
    package static let name = "payment-sandbox"

    /// Serves until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - configuration: From `SandboxConfiguration`, or a test.
    ///   - clock: The time of day.
    ///   - onRunning: Receives the port once requests are accepted.
    /// - Throws: If the address cannot be bound, or the bank's file cannot be read.
    package static func run(
        _ configuration: SandboxConfiguration, clock: any WallClock = SystemClock(),
        onRunning: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) async throws {
        let logger = Logger(label: name)
        let books = try SandboxBooks(file: configuration.booksFile, clock: clock)
        let responder = SandboxResponder(books: books, key: configuration.key, pageURL: configuration.pageURL)
        let server = SandboxServer(
            binding: configuration.binding, responder: responder, logger: logger, onRunning: onRunning)
        let sender = NoticeSender(
            books: books, url: configuration.noticeURL, secret: configuration.noticeSecret, clock: clock,
            logger: logger)
        try await runService(name: name, services: [sender, server], logger: logger)
    }
}

/// The HTTP server of the sandbox.
private struct SandboxServer: Service {
    let binding: HTTPBinding
    let responder: SandboxResponder
    let logger: Logger
    let onRunning: @Sendable (Int) -> Void

    func run() async throws {
        try await binding.serve(responder, logger: logger, onRunning: onRunning)
    }
}
