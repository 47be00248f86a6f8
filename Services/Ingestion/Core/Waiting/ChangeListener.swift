import EventContracts
import Logging
import Postgres
import ServiceLifecycle

/// Receives changes from all gateway instances and their projections, and wakes waiters or drops caches accordingly.
package struct ChangeListener: Service {
    /// Channel on which a projection announces, after its commit, whose resources and operations changed.
    package static let projected = "ingestion_projected"

    private let configuration: PostgresConfiguration
    private let hub: OperationHub
    private let sessions: SessionRegistry
    private let logger: Logger

    package init(configuration: PostgresConfiguration, hub: OperationHub, sessions: SessionRegistry, logger: Logger) {
        self.configuration = configuration
        self.hub = hub
        self.sessions = sessions
        self.logger = logger
    }

    package func run() async throws {
        let listener = PostgresListener(
            configuration: configuration, channels: [Self.projected, SessionRegistry.channel], logger: logger)
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await listener.run() }
                for await event in listener.events { hear(event) }
                group.cancelAll()
            }
        }
    }

    private func hear(_ event: ListenerEvent) {
        switch event {
        case .connected:
            sessions.forgetAll()
            hub.wakeAll()
        case .notification(SessionRegistry.channel, let payload):
            if let session = SessionID(text: payload) { sessions.forget(session) } else { sessions.forgetAll() }
        case .notification(let channel, let payload):
            Self.wake(hub, by: channel, payload)
        }
    }

    /// Wakes the waiters for a projection's change.
    package static func wake(_ hub: OperationHub, by channel: String, _ payload: String) {
        guard channel == projected else { return }
        hub.wake(ProjectedChange(payload)?.topics ?? [])
    }
}

/// The content of a projection's notification: an account, and the ended operation if there is one.
package struct ProjectedChange: Sendable {
    package let account: AccountID
    package let operation: OperationID?

    package init(account: AccountID, operation: OperationID?) {
        self.account = account
        self.operation = operation
    }

    /// Parses a payload; nil if invalid.
    package init?(_ payload: String) {
        let parts = payload.split(separator: " ")
        guard (1...2).contains(parts.count), let account = AccountID(text: String(parts[0])) else { return nil }
        self.init(account: account, operation: parts.count == 2 ? OperationID(text: String(parts[1])) : nil)
    }

    /// The payload of the notification.
    package var payload: String { operation.map { "\(account) \($0)" } ?? account.description }

    fileprivate var topics: [OperationHub.Topic] {
        [.account(account)] + (operation.map { [.operation($0)] } ?? [])
    }
}
