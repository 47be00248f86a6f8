import Logging

/// An event of a listener.
package enum ListenerEvent: Sendable, Equatable {
    /// A received NOTIFY.
    case notification(channel: String, payload: String)
    /// Listening has started, was restarted after a lost connection, or events were dropped because they were not read.
    ///
    /// Earlier notifications are lost: read the state itself.
    case connected
}

/// Listens to NOTIFY on its own connection, and reconnects whenever that is lost.
package final class PostgresListener: Sendable {
    /// Maximum number of unread events.
    private static let bufferLimit = 4096

    /// The events, for one consumer; they end when `run` does.
    package let events: AsyncStream<ListenerEvent>
    private let continuation: AsyncStream<ListenerEvent>.Continuation
    private let configuration: PostgresConfiguration
    private let channels: [String]
    private let logger: Logger

    /// Creates a listener; nothing connects before `run`.
    package init(configuration: PostgresConfiguration, channels: [String], logger: Logger) {
        self.configuration = configuration
        self.channels = channels
        self.logger = logger
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.bufferLimit))
    }

    /// Listens until the task is cancelled; call it once.
    package func run() async {
        defer { continuation.finish() }
        var backoff = Backoff()
        while !Task.isCancelled {
            do throws(PostgresError) {
                let connection = try await listen()
                backoff.reset()
                yield(.connected)
                while true {
                    for notification in try await connection.notifications() {
                        yield(.notification(channel: notification.channel, payload: notification.payload))
                    }
                }
            } catch {
                guard error.code != .cancelled else { return }
                logger.warning(
                    "the listener lost its connection",
                    metadata: ["error.code": "\(error.code.rawValue)", "db.sqlstate": "\(error.sqlState ?? "none")"])
                // If the task is cancelled during the pause, the loop's condition ends it.
                try? await Task.sleep(for: backoff.next())
            }
        }
    }

    private func listen() async throws(PostgresError) -> Connection {
        let end = ContinuousClock.now + configuration.connectTimeout
        let connection = try await Connection.open(configuration, statementTimeout: nil, until: end)
        _ = try await connection.run(channels.map { "LISTEN \(identifier: $0)" }, until: end)
        return connection
    }

    /// Passes an event on; if an older one is dropped for it, also reports that.
    func yield(_ event: ListenerEvent) {
        if case .dropped = continuation.yield(event) {
            continuation.yield(.connected)
        }
    }
}
